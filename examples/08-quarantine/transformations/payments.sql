-- Payments as they arrive: every field is text, some are missing, some make no sense.
CREATE OR REFRESH STREAMING TABLE bronze_payments
AS SELECT * FROM STREAM read_files(
  '/Volumes/shop/payments/landing/',
  format => 'json',
  schema => 'payment_id STRING, merchant_id STRING, amount_cents STRING, paid_at STRING');

-- By hand: one flag, computed once. coalesce makes "not known" a bad row; without it such rows would be in neither table.
CREATE TEMPORARY VIEW payments_flagged
AS SELECT *,
          coalesce(merchant_id IS NOT NULL AND amount_cents >= 0 AND paid_at IS NOT NULL, false) AS is_valid
   FROM (SELECT payment_id, merchant_id,
                try_cast(amount_cents AS BIGINT) AS amount_cents,
                try_to_timestamp(paid_at) AS paid_at
         FROM STREAM(bronze_payments));

CREATE OR REFRESH STREAMING TABLE payments_clean
(
  CONSTRAINT has_merchant    EXPECT (merchant_id IS NOT NULL) ON VIOLATION DROP ROW,
  CONSTRAINT positive_amount EXPECT (amount_cents >= 0)       ON VIOLATION DROP ROW,
  CONSTRAINT readable_time   EXPECT (paid_at IS NOT NULL)     ON VIOLATION DROP ROW,
  CONSTRAINT not_future      EXPECT (paid_at <= current_timestamp())
)
AS SELECT payment_id, merchant_id, amount_cents, paid_at FROM STREAM(payments_flagged) WHERE is_valid;

CREATE OR REFRESH STREAMING TABLE payments_bad
AS SELECT payment_id, merchant_id, amount_cents, paid_at, current_timestamp() AS quarantined_at
   FROM STREAM(payments_flagged) WHERE NOT is_valid;

-- Built in: the rules stand once, the rows that break one go to payments_split_quarantine with the names of the rules.
CREATE OR REFRESH STREAMING TABLE payments_split
(
  CONSTRAINT has_merchant    EXPECT (merchant_id IS NOT NULL) ON VIOLATION QUARANTINE,
  CONSTRAINT positive_amount EXPECT (amount_cents >= 0)       ON VIOLATION QUARANTINE,
  CONSTRAINT readable_time   EXPECT (paid_at IS NOT NULL)     ON VIOLATION QUARANTINE
)
AS SELECT payment_id, merchant_id,
          try_cast(amount_cents AS BIGINT) AS amount_cents,
          try_to_timestamp(paid_at) AS paid_at
   FROM STREAM(bronze_payments);

-- What is wrong with them, most frequent first.
CREATE OR REFRESH MATERIALIZED VIEW reasons
AS SELECT rule, count(*) AS payments
   FROM (SELECT explode(_broken_rules) AS rule FROM payments_split_quarantine)
   GROUP BY rule;
