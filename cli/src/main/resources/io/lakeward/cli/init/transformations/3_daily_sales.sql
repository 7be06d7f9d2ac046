-- A materialized view: its rows are always the result of its query.
CREATE OR REFRESH MATERIALIZED VIEW daily_sales
AS SELECT
  CAST(ordered_at AS DATE) AS day,
  country,
  COUNT(*) AS orders,
  SUM(amount) AS sales
FROM clean_orders
GROUP BY CAST(ordered_at AS DATE), country;
