-- RAND() has MySQL's numbers for MySQL's seeds.
SELECT RAND(3), RAND(0), RAND(-1), RAND(4294967296), RAND(NULL), RAND('a'), RAND(1.6), RAND('7');
-- A seed that is the same for each row begins a sequence; another for each row, one each.
SELECT RAND(5), RAND(ABS(-3)) FROM (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) t;
SELECT a, RAND(a) FROM (SELECT 1 AS a UNION ALL SELECT 2 UNION ALL SELECT 3) t;
SET @x = 3;
SELECT a, RAND(@x), RAND(a + 1) FROM (SELECT 1 AS a UNION ALL SELECT 2 UNION ALL SELECT 3) t;
PREPARE s FROM 'SELECT RAND(?) FROM (SELECT 1 UNION ALL SELECT 2) t';
EXECUTE s USING @x;
EXECUTE s USING @x;
SELECT RAND(1, 2);

-- A session's own sequence is set by two variables, which nobody can read.
SET rand_seed1 = 10, rand_seed2 = 7;
SELECT RAND(), RAND(), RAND(), @@rand_seed1, @@rand_seed2;
SET rand_seed1 = 10, rand_seed2 = 7;
SELECT RAND() FROM (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) t WHERE RAND() < 0.5;
SET rand_seed1 = 'a';
SET GLOBAL rand_seed1 = 1;

-- Other variables of sessions alone.
SET pseudo_replica_mode = ON;
SELECT @@pseudo_replica_mode, @@pseudo_slave_mode;
SET pseudo_slave_mode = OFF;
SELECT @@pseudo_replica_mode, @@original_commit_timestamp, @@transaction_allow_batching, @@original_server_version, @@immediate_server_version;
SELECT STATEMENT_ID - @@statement_id FROM performance_schema.events_statements_current WHERE THREAD_ID = PS_CURRENT_THREAD_ID();
SET statement_id = 1;
