-- What the product itself costs, feature by feature. Figures are of samples, so that none
-- is shown here; how they come about is tested in server/overhead.
SHOW VARIABLES LIKE 'profiling_overhead%';
SET GLOBAL profiling_overhead_sampling = 5;
SELECT FEATURE FROM profiling.overhead;
SELECT COUNT(DISTINCT SAMPLES_ALL) FROM profiling.overhead;
SELECT FEATURE FROM profiling.overhead WHERE SAMPLES_OWN + SAMPLES_CALLED > SAMPLES_ALL OR CPU_SHARE < 0 OR CPU_SHARE_ERROR <= 0;
TRUNCATE TABLE profiling.overhead;
DELETE FROM profiling.overhead WHERE FEATURE = 'wire';
INSERT INTO profiling.overhead (FEATURE) VALUES ('mine');
CREATE USER anybody;
-- connection theirs anybody
SELECT * FROM profiling.overhead;
TRUNCATE TABLE profiling.overhead;
