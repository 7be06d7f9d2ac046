CREATE OR REFRESH STREAMING TABLE orders_bronze
COMMENT 'Order lines as the shop wrote them'
AS SELECT * FROM STREAM read_files('/Volumes/main/shop/landing/orders/', format => 'json');

CREATE OR REFRESH STREAMING TABLE orders_silver (
  order_id BIGINT NOT NULL,
  customer STRING,
  region STRING DEFAULT 'unknown',
  ordered_at TIMESTAMP,
  ordered_on DATE GENERATED ALWAYS AS (CAST(ordered_at AS DATE)),
  cents BIGINT COMMENT 'price in cents',
  CONSTRAINT has_number EXPECT (order_id IS NOT NULL) ON VIOLATION DROP ROW,
  CONSTRAINT has_customer EXPECT (customer IS NOT NULL) ON VIOLATION DROP ROW,
  CONSTRAINT costs_something EXPECT (cents > 0) ON VIOLATION DROP ROW,
  CONSTRAINT order_key PRIMARY KEY (order_id) RELY
)
CLUSTER BY (ordered_on)
TBLPROPERTIES ('quality' = 'silver')
AS SELECT
  CAST(id AS BIGINT) AS order_id,
  customer,
  upper(region) AS region,
  to_timestamp(at) AS ordered_at,
  CAST(cents AS BIGINT) AS cents
FROM STREAM(orders_bronze);

CREATE OR REFRESH MATERIALIZED VIEW revenue_by_day AS
SELECT ordered_on AS day, region, sum(cents) AS cents, count(*) AS orders
FROM orders_silver
GROUP BY 1, 2;

CREATE OR REFRESH MATERIALIZED VIEW best_customers AS
SELECT customer, sum(cents) AS total
FROM orders_silver
GROUP BY customer
QUALIFY rank() OVER (ORDER BY total DESC) <= 2;
