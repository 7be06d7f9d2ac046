-- Products, from the files that Debezium writes.
CREATE OR REFRESH STREAMING TABLE bronze_products_cdc
  AS SELECT
       payload:after.product_id::BIGINT   AS product_id,
       payload:after.name::STRING         AS name,
       payload:after.price_cents::BIGINT  AS price_cents,
       payload:op::STRING                 AS operation,
       payload:ts_ms::BIGINT              AS sequenceNum,
       _metadata.file_path                AS source_file
     FROM STREAM read_files('/Volumes/main/raw/products_cdc/', format => 'json');

CREATE OR REFRESH STREAMING TABLE products_current;

CREATE FLOW products_current_cdc AS AUTO CDC INTO
  products_current
FROM STREAM(bronze_products_cdc)
KEYS (product_id)
APPLY AS DELETE WHEN operation = 'd'
SEQUENCE BY sequenceNum
COLUMNS * EXCEPT (operation, sequenceNum, source_file)
STORED AS SCD TYPE 1;

CREATE OR REFRESH STREAMING TABLE products_history;

CREATE FLOW products_history_cdc AS AUTO CDC INTO
  products_history
FROM STREAM(bronze_products_cdc)
KEYS (product_id)
APPLY AS DELETE WHEN operation = 'd'
SEQUENCE BY sequenceNum
COLUMNS * EXCEPT (operation, sequenceNum, source_file)
STORED AS SCD TYPE 2;
