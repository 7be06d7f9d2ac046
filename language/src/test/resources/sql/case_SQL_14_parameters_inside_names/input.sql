CREATE OR REFRESH STREAMING TABLE ${env}_clean
AS SELECT * FROM STREAM ${env}_raw WHERE n > ${lvl};
SET lvl = 20;
SET path = /data/${env};
-- ${nothing} in a comment is left alone
CREATE OR REFRESH MATERIALIZED VIEW ${cat}.${ env }.v
  (CONSTRAINT big EXPECT (n > ${lvl}))
AS SELECT '${path}/x' AS p, n FROM ${env}_clean;
