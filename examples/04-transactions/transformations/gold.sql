CREATE OR REFRESH MATERIALIZED VIEW tx_by_day AS
SELECT
  day,
  currency,
  count(*) AS transactions,
  sum(amount) AS total,
  avg(amount) AS mean,
  count(DISTINCT customer) AS customers
FROM tx_silver
GROUP BY day, currency;
