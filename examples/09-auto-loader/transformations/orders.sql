-- New fields become columns. One file a batch, so that the second batch brings them.
CREATE OR REFRESH STREAMING TABLE orders_raw AS
SELECT *, _metadata.file_name AS source_file
FROM STREAM read_files(
  '/Volumes/main/raw/orders',
  format => 'json',
  schemaHints => 'amount DECIMAL(10, 2)',
  maxFilesPerTrigger => 1);

-- The same files, frozen: what is new goes to the rescued data.
CREATE OR REFRESH STREAMING TABLE orders_frozen AS
SELECT order_id, amount, _rescued_data
FROM STREAM cloud_files(
  '/Volumes/main/raw/orders',
  'json',
  map('cloudFiles.schema', 'order_id STRING, amount DECIMAL(10, 2)', 'rescuedDataColumn', '_rescued_data'));

CREATE OR REFRESH MATERIALIZED VIEW orders AS
SELECT * EXCEPT (_rescued_data) FROM orders_raw;
