CREATE OR REFRESH STREAMING TABLE tx_silver (
  CONSTRAINT positive EXPECT (amount > 0),
  CONSTRAINT has_customer EXPECT (customer IS NOT NULL) ON VIOLATION DROP ROW,
  CONSTRAINT known_currency EXPECT (currency IN ('EUR', 'USD')) ON VIOLATION FAIL UPDATE
) AS
SELECT
  id,
  customer,
  upper(trim(mail)) AS mail,
  CAST(amount AS DECIMAL(18, 2)) AS amount,
  currency,
  CAST(day AS DATE) AS day
FROM STREAM(tx_bronze);
