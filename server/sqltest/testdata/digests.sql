-- Statements that differ only in literals, spacing or comments are one digest.
TRUNCATE TABLE performance_schema.events_statements_summary_by_digest;
SELECT 1;
select   2 /* two */;
SELECT 'three';
SELECT 1 WHERE 1 IN (1,2,3);
SELECT 1 WHERE 1 IN (4);
SELECT nothing FROM nowhere.nothing;
SELECT SCHEMA_NAME, DIGEST_TEXT, COUNT_STAR, SUM_ROWS_SENT, SUM_ERRORS, LENGTH(DIGEST) FROM performance_schema.events_statements_summary_by_digest ORDER BY DIGEST_TEXT;
SELECT STATEMENT_DIGEST_TEXT('SELECT a FROM t WHERE b = 17'), STATEMENT_DIGEST('SELECT 1') = STATEMENT_DIGEST('select 2');
SELECT COUNT(*), MAX(BUCKET_NUMBER), SUM(COUNT_BUCKET) = MAX(COUNT_BUCKET_AND_LOWER) FROM performance_schema.events_statements_histogram_global;
SELECT COUNT(*) FROM performance_schema.events_statements_histogram_by_digest h JOIN performance_schema.events_statements_summary_by_digest d ON h.DIGEST = d.DIGEST WHERE d.DIGEST_TEXT = 'SELECT ?';
