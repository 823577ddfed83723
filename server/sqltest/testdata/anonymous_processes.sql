-- The anonymous account sees nobody's connections, whatever the client calls itself, until it has PROCESS.
CREATE USER joe@localhost;

-- connection joe joe
SELECT CURRENT_USER();

-- connection root
CREATE USER ''@localhost;
DROP USER joe@localhost;

-- connection stranger joe
SELECT CURRENT_USER(), USER();
SELECT COUNT(*) FROM information_schema.PROCESSLIST;
SELECT COUNT(*) FROM performance_schema.processlist;
SHOW PROCESSLIST;
SHOW FULL PROCESSLIST;

-- connection root
GRANT PROCESS ON *.* TO ''@localhost;

-- connection stranger
SELECT COUNT(*) >= 3 AS sees_all FROM performance_schema.processlist;
SELECT COUNT(*) >= 3 AS sees_all FROM information_schema.PROCESSLIST;

-- connection root
DROP USER ''@localhost;
