-- Which pool of connections holds requests up.
SELECT POOL_NAME, MAX_OPEN, OPEN, IN_USE, COUNT_WAITED, SUM_WAITED
  FROM profiling.connection_pools ORDER BY SUM_WAITED DESC;
