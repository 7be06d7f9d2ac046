-- Every click as it arrived; each file is read once.
CREATE OR REFRESH STREAMING TABLE clicks_raw AS
SELECT *, _metadata.file_name AS arrived_in
FROM STREAM read_files('/Volumes/main/web/landing/clicks/', format => 'json');
