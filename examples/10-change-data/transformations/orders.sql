-- Orders of a shop: bad lines are dropped, and of the good ones each order keeps its newest.
CREATE OR REFRESH STREAMING TABLE bronze_orders
AS SELECT *, _metadata.file_name AS source_file
FROM STREAM read_files('/Volumes/main/raw/orders/', format => 'json');

CREATE OR REFRESH STREAMING TABLE order_lines (
  CONSTRAINT parsed EXPECT (_rescued_data IS NULL) ON VIOLATION DROP ROW,
  CONSTRAINT known_status
    EXPECT (status IN ('placed', 'paid', 'shipped', 'cancelled', 'refunded'))
    ON VIOLATION DROP ROW,
  CONSTRAINT positive_amount EXPECT (amount IS NOT NULL AND amount > 0) ON VIOLATION DROP ROW
)
AS SELECT
  order_id,
  customer_id,
  lower(trim(status)) AS status,
  amount,
  updated_at,
  _rescued_data,
  source_file
FROM STREAM(bronze_orders);

CREATE OR REFRESH STREAMING TABLE orders COMMENT '1 row per order, in its newest state'
FLOW AUTO CDC
FROM STREAM(order_lines)
KEYS (order_id)
SEQUENCE BY updated_at
COLUMNS * EXCEPT (_rescued_data, source_file);
