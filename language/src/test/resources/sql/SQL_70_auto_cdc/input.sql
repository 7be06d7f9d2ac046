CREATE OR REFRESH STREAMING TABLE silver_shipment_status;
APPLY CHANGES INTO LIVE.silver_shipment_status
FROM STREAM(LIVE.bronze_shipment_events)
KEYS (shipment_id)
SEQUENCE BY event_time
COLUMNS * EXCEPT (operation, _rescued_data)
WHERE operation IN ('insert', 'update', 'delete')
STORED AS SCD TYPE 2;

CREATE STREAMING TABLE t;
CREATE FLOW all_clauses COMMENT 'everything' AS AUTO CDC ONCE INTO t
FROM STREAM read_files('/Volumes/main/raw/keys/', format => 'json')
KEYS (id, `two words`)
IGNORE NULL UPDATES ON * EXCEPT (a)
APPLY AS DELETE WHEN op = 'D' AND sequence > 0
APPLY AS TRUNCATE WHEN op = 'T'
SEQUENCE BY STRUCT(ts, columns)
COLUMNS (id, `two words`, a)
STORED AS SCD TYPE 1;

CREATE STREAMING TABLE u;
create flow tracked as auto cdc into u from stream s keys (id) sequence by sequence
  stored as scd type 2 track history on (a, b) columns to update cols;

CREATE STREAMING TABLE inline FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts;

CREATE STREAMING TABLE two_times;
AUTO CDC INTO two_times FROM STREAM(s) KEYS (id) IGNORE NULL UPDATES SEQUENCE BY bt
  SYSTEM SEQUENCE BY st STORED AS BITEMPORAL TRACK HISTORY ON * EXCEPT (x);

CREATE STREAMING TABLE snapshots;
CREATE FLOW taken COMMENT 'all rows' AS AUTO CDC INTO snapshots
FROM SNAPSHOT read_files('/Volumes/main/raw/all/', format => 'csv') WHERE id > 0
KEYS (id) COLUMNS (id, a) STORED AS SCD TYPE 2 TRACK HISTORY ON (a);

CREATE STREAMING TABLE newest FLOW AUTO CDC from snapshot snapshot keys (id);
CREATE STREAMING TABLE named FLOW AUTO CDC FROM snapshot KEYS (id) SEQUENCE BY ts;
CREATE STREAMING TABLE dotted FLOW AUTO CDC FROM snapshot.s AS s KEYS (id) SEQUENCE BY ts;
