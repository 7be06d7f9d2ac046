-- Status of shipments, from a feed of changes: the newest one, and all of them.
CREATE OR REFRESH STREAMING TABLE bronze_shipment_events
AS SELECT * FROM STREAM read_files('/Volumes/main/raw/shipments/', format => 'json');

CREATE OR REFRESH STREAMING TABLE silver_shipment_status;

APPLY CHANGES INTO LIVE.silver_shipment_status
FROM STREAM(LIVE.bronze_shipment_events)
KEYS (shipment_id)
SEQUENCE BY event_time
COLUMNS * EXCEPT (operation, _rescued_data)
STORED AS SCD TYPE 1;

CREATE OR REFRESH STREAMING TABLE silver_shipment_history;

APPLY CHANGES INTO LIVE.silver_shipment_history
FROM STREAM(LIVE.bronze_shipment_events)
KEYS (shipment_id)
SEQUENCE BY event_time
COLUMNS * EXCEPT (operation, _rescued_data)
WHERE operation IN ('insert', 'update', 'delete')
STORED AS SCD TYPE 2;
