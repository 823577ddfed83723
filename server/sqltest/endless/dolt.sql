-- Dolt's procedures, table functions and system tables.

-- case dolt_log joined
SELECT COUNT(*) FROM dolt_log a, m x, m y, m z, m u WHERE x.n + y.n + z.n + u.n < 0//

-- case dolt_diff of many rows, joined
SELECT COUNT(*) FROM dolt_diff('HEAD', 'WORKING', 'k') a, m x, m y//

-- case dolt_diff table for each row
SELECT COUNT((SELECT COUNT(*) FROM dolt_diff_k z WHERE z.to_a > k.a)) FROM k//

-- case dolt_history for each row
CALL dolt_commit('-A', '--allow-empty', '-m', 'all')//
SELECT COUNT((SELECT COUNT(*) FROM dolt_history_k z WHERE z.a > k.a)) FROM k//

-- case dolt_patch of many rows (finite)
CALL dolt_commit('-A', '--allow-empty', '-m', 'all')//
SELECT COUNT(*) FROM dolt_patch('HEAD', 'WORKING')//

-- case dolt_diff_stat
CALL dolt_commit('-A', '--allow-empty', '-m', 'all')//
UPDATE k SET b = b + 1, t = CONCAT(t, 'x')//
SELECT BENCHMARK(1000, 1), (SELECT COUNT(*) FROM m x, m y, m z, dolt_diff_stat('HEAD', 'WORKING') s WHERE x.n + y.n + z.n < 0)//

-- case dolt_blame
CALL dolt_commit('-A', '--allow-empty', '-m', 'all')//
SELECT COUNT((SELECT COUNT(*) FROM dolt_blame_k z WHERE z.id > k.a)) FROM k//

-- case dolt_gc (finite)
CALL dolt_gc('--full')//

-- case dolt_merge with conflicts (finite)
CALL dolt_commit('-A', '--allow-empty', '-m', 'all')//
CALL dolt_branch('other')//
UPDATE k SET b = b + 1, t = CONCAT(t, 'x')//
CALL dolt_commit('-am', 'here')//
CALL dolt_checkout('other')//
UPDATE k SET b = b + 2, t = CONCAT(t, 'y')//
CALL dolt_commit('-am', 'there')//
CALL dolt_merge('main')//

-- case dolt_verify_constraints (finite)
SET foreign_key_checks = 0//
ALTER TABLE big ADD FOREIGN KEY (p) REFERENCES k (id)//
SET foreign_key_checks = 1//
CALL dolt_verify_constraints('--all')//

-- case dolt_commit while its verification runs (finite)
CALL dolt_commit('-Am', 'big')//

