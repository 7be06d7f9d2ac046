-- Customers: the newest row of each, every version, and every version of name and city alone.
CREATE OR REFRESH STREAMING TABLE raw_customers_cdc
AS SELECT * EXCEPT (_rescued_data)
FROM STREAM read_files('/Volumes/main/raw/customers/', format => 'json');

CREATE OR REFRESH STREAMING TABLE customers_current;

CREATE FLOW apply_customers_cdc
AS AUTO CDC INTO customers_current
FROM STREAM(raw_customers_cdc)
KEYS (customer_id)
APPLY AS DELETE WHEN operation = 'DELETE'
SEQUENCE BY updated_at
COLUMNS * EXCEPT (operation, updated_at)
STORED AS SCD TYPE 1;

CREATE OR REFRESH STREAMING TABLE customers_history;

CREATE FLOW apply_customers_history
AS AUTO CDC INTO customers_history
FROM STREAM(raw_customers_cdc)
KEYS (customer_id)
APPLY AS DELETE WHEN operation = 'DELETE'
SEQUENCE BY updated_at
COLUMNS * EXCEPT (operation, updated_at)
STORED AS SCD TYPE 2;

CREATE OR REFRESH STREAMING TABLE customers_moves;

CREATE FLOW apply_customers_moves
AS AUTO CDC INTO customers_moves
FROM STREAM(raw_customers_cdc)
KEYS (customer_id)
APPLY AS DELETE WHEN operation = 'DELETE'
SEQUENCE BY updated_at
COLUMNS * EXCEPT (operation, updated_at)
STORED AS SCD TYPE 2
TRACK HISTORY ON * EXCEPT (last_login, session_count);
