-- Rules of payments_split that more than 25 percent of the rows break; HAVING knows the name given in SELECT.
WITH counts AS (
  SELECT explode(from_json(
           details:flow_progress.data_quality.expectations,
           'array<struct<name:string, dataset:string, passed_records:bigint, failed_records:bigint>>')) AS c
  FROM event_log(TABLE(payments_split))
  WHERE event_type = 'flow_progress' AND details:flow_progress.status <> 'FAILED')
SELECT c.name AS rule,
       round(100.0 * sum(c.failed_records) / nullif(sum(c.passed_records + c.failed_records), 0), 1) AS failed_percent
FROM counts
WHERE c.dataset = 'shop.payments.payments_split'
GROUP BY c.name
HAVING failed_percent > 25.0
ORDER BY rule
