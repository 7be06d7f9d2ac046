CREATE FUNCTION may_see(ward STRING) RETURNS BOOLEAN
  RETURN is_account_group_member('doctors') OR ward = 'public';

CREATE FUNCTION hidden(name STRING) RETURNS STRING
  RETURN CASE WHEN is_account_group_member('doctors') THEN name ELSE concat(left(name, 1), '.') END;

-- Only this pipeline can read it.
CREATE OR REFRESH PRIVATE STREAMING TABLE visits_staged AS
SELECT * FROM STREAM read_files('/Volumes/main/clinic/landing/visits/', format => 'json');

CREATE OR REFRESH STREAMING TABLE visits (
  id BIGINT,
  name STRING MASK hidden,
  ward STRING,
  CONSTRAINT has_id EXPECT (id IS NOT NULL) ON VIOLATION DROP ROW
)
WITH ROW FILTER may_see ON (ward)
AS SELECT id, name, ward FROM STREAM(visits_staged) WHERE valid;
