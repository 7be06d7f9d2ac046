CREATE MATERIALIZED VIEW a AS
SELECT :strat AS x,
       :other AS y;
