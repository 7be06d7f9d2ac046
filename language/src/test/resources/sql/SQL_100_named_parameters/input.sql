USE CATALOG IDENTIFIER(:cat);
USE SCHEMA sales;
CREATE STREAMING TABLE IDENTIFIER(:cat || '.x.' || :tab)
  (CONSTRAINT late EXPECT (d >= :start))
  COMMENT :given
AS SELECT raw:a.b::int AS n, raw:items[0].start, t.payload :start AS p, :start AS d, 'not :start' AS s, m[:tab] AS v, -- :start
  CAST(NULL AS STRUCT<start:INT, a :STRING>) AS st
FROM STREAM IDENTIFIER(:tab) WHERE d > :start AND x LIKE :quoted LIMIT :lim;
