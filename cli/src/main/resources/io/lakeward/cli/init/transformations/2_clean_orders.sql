-- Rules: DROP ROW leaves a row out, FAIL UPDATE stops the table, and without ON VIOLATION a row is
-- only counted.
CREATE OR REFRESH STREAMING TABLE clean_orders
(
  CONSTRAINT has_id      EXPECT (order_id IS NOT NULL) ON VIOLATION DROP ROW,
  CONSTRAINT has_amount  EXPECT (amount > 0)           ON VIOLATION DROP ROW,
  CONSTRAINT has_country EXPECT (country IS NOT NULL)
)
AS SELECT
  order_id,
  country,
  CAST(ordered_at AS TIMESTAMP) AS ordered_at,
  CAST(amount AS DECIMAL(10, 2)) AS amount
FROM STREAM(orders);
