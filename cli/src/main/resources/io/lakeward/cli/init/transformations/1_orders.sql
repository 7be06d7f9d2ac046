-- A streaming table: each run adds the rows of files that it has not seen yet.
-- /Volumes/main/default/landing/ is the folder volumes/main/default/landing/ of this project.
CREATE OR REFRESH STREAMING TABLE orders
AS SELECT *
FROM STREAM read_files('/Volumes/main/default/landing/orders/', format => 'json');
