-- Tables of the server: information_schema, performance_schema, sys; and SHOW.

-- case information_schema joined
SELECT COUNT(*) FROM information_schema.COLUMNS a, information_schema.COLUMNS b, information_schema.COLUMNS c WHERE a.ORDINAL_POSITION + b.ORDINAL_POSITION + c.ORDINAL_POSITION < 0//

-- case information_schema for each row
SELECT COUNT((SELECT COUNT(*) FROM information_schema.COLUMNS c WHERE c.ORDINAL_POSITION > k.a)) FROM k//

-- case information_schema.STATISTICS for each row
SELECT COUNT((SELECT COUNT(*) FROM information_schema.STATISTICS c WHERE c.SEQ_IN_INDEX > k.a)) FROM k//

-- case information_schema.TABLES for each row
SELECT COUNT((SELECT SUM(TABLE_ROWS) FROM information_schema.TABLES c WHERE c.TABLE_ROWS > k.a)) FROM k//

-- case performance_schema joined
SELECT COUNT(*) FROM performance_schema.setup_instruments a, performance_schema.setup_instruments b, performance_schema.setup_instruments c WHERE a.NAME = CONCAT(b.NAME, c.NAME, 'x')//

-- case performance_schema for each row
SELECT COUNT((SELECT COUNT(*) FROM performance_schema.memory_summary_by_thread_by_event_name c WHERE c.COUNT_ALLOC > k.a)) FROM k//

-- case performance_schema sorted
SELECT a.EVENT_NAME FROM performance_schema.events_waits_summary_by_thread_by_event_name a, performance_schema.events_waits_summary_by_thread_by_event_name b ORDER BY b.COUNT_STAR, a.EVENT_NAME//

-- case performance_schema.events_statements_history_long for each row
UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = 'events_statements_history_long'//
SELECT COUNT((SELECT COUNT(*) FROM performance_schema.events_statements_history_long h WHERE k.a + h.ROWS_SENT >= 0)) FROM k//

-- case profiling for each row
SELECT COUNT((SELECT COUNT(*) FROM profiling.query_profiles p WHERE k.a >= 0)) FROM k//

-- case profiling joined
SELECT COUNT(*) FROM profiling.query_operators a, profiling.query_resources_by_operator b, m x, m y, m z WHERE x.n + y.n + z.n < 0//

-- case sys for each row
SELECT COUNT((SELECT COUNT(*) FROM sys.statement_analysis s WHERE s.exec_count > k.a)) FROM k//

-- case sys.session for each row
SELECT COUNT((SELECT COUNT(*) FROM sys.processlist s WHERE s.conn_id > k.a)) FROM k//

-- case procedure of sys
CALL sys.ps_trace_thread(1, '/dev/null', 10000, 0.5, FALSE, FALSE, FALSE)//

-- case sys.diagnostics
CALL sys.diagnostics(10000, 5, 'current')//

-- case mysql.user joined
SELECT COUNT(*) FROM mysql.user a, m x, m y, m z, m u WHERE x.n + y.n + z.n + u.n < 0//

-- case SHOW TABLES with a condition
SHOW TABLES WHERE (SELECT COUNT(*) FROM m x, m y, m z, m u WHERE x.n + y.n + z.n + u.n < 0) > 0//

-- case SHOW STATUS with BENCHMARK
SHOW STATUS WHERE BENCHMARK(1000000000, SHA2(Variable_name, 512))//

-- case SHOW COLUMNS with BENCHMARK
SHOW COLUMNS FROM m WHERE BENCHMARK(1000000000, SHA2(Field, 512))//
