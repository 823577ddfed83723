-- Addresses of remotes and backups may have a login. Nobody reads it again: not in Dolt's
-- tables, not in texts of statements, however they came, and not in errors.
CREATE DATABASE far;
UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = 'events_statements_history_long';
USE far;
CREATE TABLE seen (what VARCHAR(20), n INT);
CALL dolt_remote('add', 'origin', 'https://hannah:MARKword@127.0.0.1:1/org/repo');
CALL dolt_remote('add', 'token', 'http://127.0.0.1:1/org/repo?token=MARKword');
CALL dolt_remote('add', 'open', 'http://127.0.0.1:1/org/repo');
CALL dolt_backup('add', '--aws-region', 'eu-west-1', '--aws-creds-type', 'role', '--aws-creds-profile', 'MARKprofile', 'cloud', 'aws://[table:bucket]/db');
CALL dolt_backup('add', 'night', 'https://hannah:MARKword@127.0.0.1:1/org/night');
PREPARE p FROM 'CALL dolt_remote(''add'', ?, ?)';
SET @name = 'prepared', @url = 'https://hannah:MARKword@127.0.0.1:1/org/prepared';
EXECUTE p USING @name, @url;
CREATE PROCEDURE adds() CALL dolt_remote('add', 'inside', 'https://hannah:MARKword@127.0.0.1:1/org/inside');
CALL adds();

SELECT name, url, params FROM dolt_remotes ORDER BY name;
SELECT * FROM dolt_backups;
SELECT name FROM dolt_remotes WHERE url LIKE '%MARK%';
CREATE VIEW remotes AS SELECT * FROM dolt_remotes;
SELECT COUNT(*), SUM(url LIKE '%MARK%') FROM remotes;
SELECT SUM(r.url LIKE '%MARK%') FROM dolt_remotes r JOIN dolt_backups b ON b.url <> r.url;
SELECT COUNT(*) FROM (SELECT DISTINCT url FROM dolt_remotes WHERE name IN (SELECT name FROM dolt_remotes)) t WHERE url LIKE '%MARK%';
INSERT INTO seen SELECT 'copied', SUM(url LIKE '%MARK%') FROM dolt_remotes;
SELECT * FROM seen;

-- What nobody records is read by the same.
UPDATE performance_schema.setup_instruments SET ENABLED = 'NO' WHERE NAME LIKE 'statement/%';
SELECT SUM(url LIKE '%MARK%') FROM dolt_remotes;
SELECT SUM(url LIKE '%MARK%') FROM dolt_backups;
UPDATE performance_schema.setup_instruments SET ENABLED = 'YES' WHERE NAME LIKE 'statement/%';

-- They are used as they are: the host is asked, and the error names it without the login.
CALL dolt_fetch('origin');
CALL dolt_push('origin', 'main');
CALL dolt_backup('sync', 'night');
CALL dolt_backup('sync-url', 'https://hannah:MARKword@127.0.0.1:1/org/there');
CALL dolt_clone('https://hannah:MARKword@127.0.0.1:1/org/cloned');

-- A password may have characters that end an address elsewhere.
CALL dolt_remote('add', 'bracket', 'https://hannah:MARKw)ord@127.0.0.1:1/org/bracket');
CALL dolt_remote('add', 'comma', 'https://hannah:MARKw,ord@127.0.0.1:1/org/comma');
CALL dolt_remote('add', 'quote', 'https://hannah:MARKw''ord@127.0.0.1:1/org/quote');
SELECT name, url FROM dolt_remotes WHERE name IN ('bracket', 'comma', 'quote') ORDER BY name;
CALL dolt_fetch('quote');
CALL dolt_push('bracket', 'main');

-- dolt_pull writes the address into the message of a commit, which goes to others, and
-- dolt_push answers with it. A file's address is hidden up to its @, too. Messages of other
-- forms are their author's.
-- mask hash
CALL dolt_commit('-A', '-m', 'see https://a@b/?c');
CALL dolt_remote('add', 'near', 'file://./there/hannah:MARKw)ord@host');
CALL dolt_push('near', 'main');
CALL dolt_clone('file://./far/there/hannah:MARKw)ord@host', 'copy');
USE copy;
CREATE TABLE other (id INT PRIMARY KEY);
-- mask hash
CALL dolt_commit('-A', '-m', 'other');
CALL dolt_checkout('-b', 'side');
CALL dolt_push('origin', 'main');
USE far;
INSERT INTO seen VALUES ('more', 1);
-- mask hash
CALL dolt_commit('-a', '-m', 'more');
CALL dolt_pull('near', 'main');
SELECT message FROM dolt_log;
SELECT message FROM dolt_commits WHERE message LIKE 'Merge%';
SELECT commit_message FROM dolt_reflog('main') LIMIT 1;
SELECT latest_commit_message FROM dolt_branches;
CALL dolt_push('near', 'main');
USE copy;
CALL dolt_pull('--no-ff', 'origin', 'main');
SELECT message FROM dolt_log WHERE message LIKE 'Merge%';
USE far;

-- Nothing keeps it.
SELECT SQL_TEXT, MESSAGE_TEXT FROM performance_schema.events_statements_history_long WHERE CONCAT_WS(' ', SQL_TEXT, DIGEST_TEXT, MESSAGE_TEXT) LIKE BINARY '%MARKw%' OR SQL_TEXT LIKE BINARY '%MARKp%' AND SQL_TEXT NOT LIKE 'SELECT%';
SELECT DIGEST_TEXT FROM performance_schema.events_statements_summary_by_digest WHERE CONCAT_WS(' ', DIGEST_TEXT, QUERY_SAMPLE_TEXT) LIKE BINARY '%MARKw%' AND DIGEST_TEXT NOT LIKE 'SELECT%';
SELECT DATA FROM performance_schema.error_log WHERE DATA LIKE BINARY '%MARKw%';
SELECT SQL_TEXT FROM performance_schema.events_statements_history_long WHERE SQL_TEXT LIKE 'CALL dolt%';
UPDATE performance_schema.setup_consumers SET ENABLED = 'NO' WHERE NAME = 'events_statements_history_long';

-- Who may add remotes reads no others' either.
CREATE USER chief;
GRANT ALL ON *.* TO chief;
-- connection chief chief
SELECT SUM(url LIKE '%MARK%') FROM far.dolt_remotes;
