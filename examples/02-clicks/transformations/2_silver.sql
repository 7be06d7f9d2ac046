-- A click needs a user and a time; where there is no page the row stays and is counted.
CREATE OR REFRESH STREAMING TABLE clicks (
  CONSTRAINT somebody EXPECT (user_id IS NOT NULL) ON VIOLATION DROP ROW,
  CONSTRAINT some_time EXPECT (clicked_at IS NOT NULL) ON VIOLATION DROP ROW,
  CONSTRAINT some_page EXPECT (page IS NOT NULL)
)
COMMENT 'Clicks with a user and a time'
AS SELECT
  user_id,
  try_to_timestamp(at) AS clicked_at,
  lower(page) AS page
FROM STREAM(clicks_raw);
