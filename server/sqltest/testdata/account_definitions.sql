-- What a definition of an account says is kept and enforced, or refused.

CREATE USER ann IDENTIFIED WITH nosuch;
CREATE USER ann IDENTIFIED WITH nosuch BY 'x';
CREATE USER IF NOT EXISTS root@localhost IDENTIFIED WITH nosuch AS 'x';
ALTER USER IF EXISTS nobody IDENTIFIED WITH nosuch BY 'x';
ALTER USER nobody IDENTIFIED WITH nosuch BY 'x';

-- What is no hash is none that anybody could log in by.
CREATE USER ann IDENTIFIED WITH caching_sha2_password AS 'x';
CREATE USER ann IDENTIFIED WITH caching_sha2_password AS '$A$';
CREATE USER ann IDENTIFIED WITH caching_sha2_password AS '$A$005$0123456789012345678901234567890123456789012345678901234567890';
CREATE USER ann IDENTIFIED WITH caching_sha2_password AS '$A$0x5$012345678901234567890123456789012345678901234567890123456789012';
CREATE USER ann IDENTIFIED WITH mysql_native_password AS 'x';
CREATE USER ann IDENTIFIED WITH mysql_native_password AS '*0123456789012345678901234567890123456789x';
CREATE USER ann IDENTIFIED WITH caching_sha2_password AS '$A$00A$01234567890123456789yv7N2OzEYFfVK8NB1Y8D0HwwB3kkNfdIGKo1a5pMGf1';
SHOW CREATE USER ann;
ALTER USER ann IDENTIFIED WITH caching_sha2_password AS 'x';
CREATE USER ben IDENTIFIED WITH mysql_native_password AS '*94BDCEBE19083CE2A1F959FD02F964C7AF4CFC29';
SHOW CREATE USER ben;

-- A plugin without a password takes the password away, and has another one set first.
ALTER USER ben IDENTIFIED WITH caching_sha2_password;
SHOW CREATE USER ben;
ALTER USER ben IDENTIFIED WITH caching_sha2_password PASSWORD EXPIRE NEVER;
SHOW CREATE USER ben;
SELECT password_expired FROM mysql.user WHERE user = 'ben';
ALTER USER ben IDENTIFIED WITH caching_sha2_password BY '';
SHOW CREATE USER ben;

CREATE USER eve REQUIRE SUBJECT 'a' SUBJECT 'b';
CREATE USER eve REQUIRE ISSUER 'a' AND ISSUER 'b';
ALTER USER ben REQUIRE CIPHER 'a' CIPHER 'b';
CREATE USER eve DEFAULT ROLE NONE;
CREATE USER eve DEFAULT ROLE ALL;
CREATE USER eve IDENTIFIED BY RANDOM PASSWORD;
ALTER USER ben IDENTIFIED BY 'x' RETAIN CURRENT PASSWORD;
ALTER USER ben DISCARD OLD PASSWORD;
ALTER USER ben ADD 2 FACTOR IDENTIFIED BY 'x';
SELECT user FROM mysql.user WHERE user IN ('ann', 'ben', 'eve') ORDER BY user;

-- Who has no right to accounts.
CREATE USER sam;
-- connection sam sam
SHOW GRANTS FOR root@localhost;
SHOW GRANTS FOR nobody;
SHOW CREATE USER root@localhost;
SHOW CREATE USER nobody;
SHOW CREATE USER sam;
SHOW GRANTS FOR sam;
CREATE USER eve IDENTIFIED WITH nosuch;
CREATE USER eve IDENTIFIED WITH caching_sha2_password AS 'x';
ALTER USER root@localhost IDENTIFIED WITH nosuch;
ALTER USER sam IDENTIFIED WITH caching_sha2_password;
-- connection root root
DROP USER ann, ben, sam;
