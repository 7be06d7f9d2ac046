-- A full refresh would lose what the source does not have any more.
CREATE OR REFRESH STREAMING TABLE kept
TBLPROPERTIES (pipelines.reset.allowed = false)
AS SELECT * FROM STREAM read_files('/Volumes/main/archive/landing/', format => 'text');

-- Passes over changes of rows by hand, such as the erasure of a person.
CREATE OR REFRESH STREAMING TABLE copied AS
SELECT value FROM STREAM kept WITH (SKIPCHANGECOMMITS);
