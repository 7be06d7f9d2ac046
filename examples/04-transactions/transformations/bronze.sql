CREATE OR REFRESH STREAMING TABLE tx_bronze AS
SELECT *, current_timestamp() AS read_at, _metadata.file_path AS file
FROM STREAM read_files('/Volumes/main/bank/landing/tx/', format => 'csv', header => true);
