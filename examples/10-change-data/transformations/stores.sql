-- Stores: each day the source writes the whole list, and says nothing about what changed.
CREATE OR REFRESH STREAMING TABLE stores_current;

CREATE FLOW stores_current_snapshots AS AUTO CDC INTO
  stores_current
FROM SNAPSHOT read_files('/Volumes/main/raw/stores/', format => 'json',
                         schema => 'store_id INT, city STRING, manager STRING')
KEYS (store_id)
STORED AS SCD TYPE 1;

CREATE OR REFRESH STREAMING TABLE stores_history
  FLOW AUTO CDC
FROM SNAPSHOT read_files('/Volumes/main/raw/stores/', format => 'json',
                         schema => 'store_id INT, city STRING, manager STRING')
KEYS (store_id)
STORED AS SCD TYPE 2
TRACK HISTORY ON (city);
