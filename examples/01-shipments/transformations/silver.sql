-- SILVER: validate + clean with expectations
CREATE OR REFRESH STREAMING TABLE silver_shipment_events
(
  CONSTRAINT valid_shipment_id EXPECT (shipment_id IS NOT NULL) ON VIOLATION DROP ROW,
  CONSTRAINT valid_weight      EXPECT (weight_kg > 0)           ON VIOLATION DROP ROW,
  CONSTRAINT known_status      EXPECT (status IS NOT NULL)      ON VIOLATION FAIL UPDATE,
  -- Without ON VIOLATION a broken rule is counted and the row is kept.
  CONSTRAINT delivered_after_shipped EXPECT (delivered_at IS NULL OR delivered_at >= shipped_at)
)
AS SELECT
     shipment_id,
     carrier_id,
     lane_id,
     shipped_at,
     delivered_at,
     promised_at,
     CAST(weight_kg AS DOUBLE) AS weight_kg,
     status
   FROM STREAM(LIVE.bronze_shipment_events);
