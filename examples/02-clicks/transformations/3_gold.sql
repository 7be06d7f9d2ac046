CREATE OR REFRESH MATERIALIZED VIEW clicks_by_day AS
SELECT CAST(clicked_at AS DATE) AS day, count(*) AS clicks, count(DISTINCT user_id) AS users
FROM clicks
GROUP BY ALL;

-- A pause of more than half an hour begins a new session.
CREATE OR REFRESH MATERIALIZED VIEW sessions_by_user AS
WITH marked AS (
  SELECT
    user_id,
    CASE
      WHEN clicked_at - lag(clicked_at) OVER (PARTITION BY user_id ORDER BY clicked_at) <= INTERVAL 30 MINUTES THEN 0
      ELSE 1
    END AS begins_session
  FROM clicks
)
SELECT user_id, sum(begins_session) AS sessions, count(*) AS clicks
FROM marked
GROUP BY user_id;
