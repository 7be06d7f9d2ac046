-- GOLD: recompute on-time KPIs as a materialized view (reflects late dimension changes)
CREATE OR REFRESH MATERIALIZED VIEW gold_on_time_kpis
AS SELECT
     carrier_id,
     DATE_TRUNC('MONTH', delivered_at) AS month,
     AVG(CASE WHEN delivered_at <= promised_at THEN 1 ELSE 0 END) AS on_time_rate,
     COUNT(*) AS shipments
   FROM LIVE.silver_shipment_events
   GROUP BY carrier_id, DATE_TRUNC('MONTH', delivered_at);
