-- lakeward sql - < explorations/failure-rates.sql
WITH counts AS (
  SELECT explode(from_json(
           details:flow_progress.data_quality.expectations,
           'array<struct<name:string, dataset:string, passed_records:bigint, failed_records:bigint>>')) AS c
  FROM event_log('payments-quality')
  WHERE event_type = 'flow_progress' AND details:flow_progress.status <> 'FAILED')
SELECT c.dataset, c.name AS rule, sum(c.passed_records) AS passed, sum(c.failed_records) AS failed,
       round(100.0 * sum(c.failed_records) / nullif(sum(c.passed_records + c.failed_records), 0), 1) AS failed_percent
FROM counts
GROUP BY c.dataset, c.name
ORDER BY failed_percent DESC, dataset, rule
