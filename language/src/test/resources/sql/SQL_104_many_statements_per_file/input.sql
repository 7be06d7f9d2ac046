-- a; comment
/* another; /* nested; */ one; */
CREATE MATERIALIZED VIEW a AS SELECT ';' AS x, "a;\";" AS y, 'it''s; \'fine\';' AS z;;
;
CREATE MATERIALIZED VIEW `b;b` AS SELECT $$ ; it's $$ AS x /* ; */ -- ;
  , r'\' AS y, '😀;' AS z -- the end;
;
CREATE MATERIALIZED VIEW c AS SELECT 1 AS x
-- no semicolon after the last
