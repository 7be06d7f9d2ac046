SET min_amount = 1;

CREATE OR REFRESH STREAMING TABLE payments AS
SELECT * FROM STREAM read_files(
  '/Volumes/main/sales/landing/payments/',
  format => 'json',
  schemaHints => 'amount DECIMAL(10, 2), paid_on DATE'
);

-- Not stored: it is a part of the queries that read it.
CREATE TEMPORARY VIEW real_payments AS
SELECT paid_on, segment, amount FROM STREAM(payments) WHERE amount >= ${min_amount} AND segment IS NOT NULL;

CREATE OR REFRESH STREAMING TABLE checked_payments AS SELECT * FROM STREAM(real_payments);

CREATE OR REFRESH MATERIALIZED VIEW revenue_by_segment AS
SELECT paid_on, segment, sum(amount) AS revenue, count(*) AS payments
FROM checked_payments
GROUP BY paid_on, segment;

-- Published without being stored.
CREATE VIEW revenue_total (revenue) COMMENT 'All segments' AS SELECT sum(revenue) FROM revenue_by_segment;
