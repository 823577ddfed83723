package words

import "testing"

func TestRespell(t *testing.T) {
	const account = "'me'@'%'"
	for text, want := range map[string]string{
		"SELECT 1 AS now":                                                                      "SELECT 1 AS `now`",
		"SELECT now(), plan, t.std FROM t":                                                     "SELECT now(), `plan`, t.`std` FROM t",
		"EXPLAIN PLAN SELECT 1":                                                                "",
		"SELECT 'now', `now`, @now -- now":                                                     "",
		"SELECT 1 /* now */ now /* $ */":                                                       "SELECT 1 /* now */ `now` /* $ */",
		"SELECT a$b, $1c, a$ b FROM x$y.z":                                                     "SELECT `a$b`, `$1c`, `a$` b FROM `x$y`.z",
		"SELECT 1 FROM t FOR SHARE":                                                            "SELECT 1 FROM t LOCK IN SHARE MODE",
		"SELECT 1 FROM t FOR SHARE OF a, b NOWAIT;":                                            "SELECT 1 FROM t LOCK IN SHARE MODE;",
		"SELECT 1 FROM t FOR SHARE OF":                                                         "",
		"SELECT 1 FROM t USE INDEX (PRIMARY)":                                                  "SELECT 1 FROM t USE INDEX (`PRIMARY`)",
		"SELECT 1 FROM t USE INDEX () WHERE a = 1":                                             "SELECT 1 FROM t  WHERE a = 1",
		"SELECT 1 FROM t USE KEY FOR JOIN (), u FORCE INDEX ()":                                "SELECT 1 FROM t , u FORCE INDEX ()",
		"SELECT a IN (1,2) = 0":                                                                "SELECT (a IN (1,2) )= 0",
		"SELECT 0 = a IN (1,2), b":                                                             "SELECT 0 = (a IN (1,2)), b",
		"SELECT 0 = a IN (1,2)":                                                                "SELECT 0 = (a IN (1,2))",
		"SELECT a NOT IN (SELECT 1 = b) = 0 AND c":                                             "SELECT (a NOT IN (SELECT 1 = b) )= 0 AND c",
		"SELECT a BETWEEN 0 AND 2 = 1, b LIKE 'c' <> 0":                                        "SELECT (a BETWEEN 0 AND 2 )= 1, (b LIKE 'c' )<> 0",
		"SELECT 1 = a IN (1) = 2":                                                              "SELECT (1 = (a IN (1) ))= 2",
		"SELECT CASE a WHEN 1 THEN b ELSE c IN (1) END = 2 = 3":                                "SELECT (CASE a WHEN 1 THEN b ELSE c IN (1) END = 2 )= 3",
		"UPDATE t SET a = b IN (1) = 0 AND 1, c = d = 0 WHERE e IN (1) = 0":                    "UPDATE t SET a = (b IN (1) )= 0 AND 1, c = d = 0 WHERE (e IN (1) )= 0",
		"SELECT a IS NOT NULL = 0":                                                             "SELECT (a IS NOT NULL )= 0",
		"SELECT 1 FROM t USE KEY FOR ORDER BY (a)":                                             "SELECT 1 FROM t USE INDEX (a)",
		"SET @@character_set_database=binary":                                                  "SET @@character_set_database='binary'",
		"SET a = binary, b = binary;":                                                          "SET a = 'binary', b = 'binary';",
		"SELECT JSON_VALUE(f(a), '$' RETURNING CHAR(2)), 1":                                    "SELECT CAST(JSON_VALUE(f(a), '$' ) AS CHAR(2)), 1",
		"SELECT JSON_VALUE(a, '$' RETURNING JSON), JSON_VALUE(b, '$' RETURNING DATE)":          "SELECT CAST(JSON_EXTRACT(a, '$' ) AS JSON), CAST(JSON_VALUE(b, '$' ) AS DATE)",
		"ALTER TABLE t PACK_KEYS=DEFAULT STATS_PERSISTENT DEFAULT COMMENT 'c'":                 "ALTER TABLE t PACK_KEYS=0 , STATS_PERSISTENT 0 , COMMENT 'c'",
		"CREATE TABLE t (pack_keys INT DEFAULT 1) PACK_KEYS DEFAULT":                           "CREATE TABLE t (pack_keys INT DEFAULT 1) PACK_KEYS 0",
		"CREATE TABLE t (a INT) PARTITION BY LIST (a) (PARTITION p VALUES IN (1)) AS SELECT 1": "CREATE TABLE t (a INT) PARTITION BY HASH (1) AS SELECT 1",
		"CREATE TABLE t (a INT) /*!50100 PARTITION BY RANGE (a) (PARTITION p VALUES LESS THAN MAXVALUE) */;": "CREATE TABLE t (a INT) /*!50100 PARTITION BY HASH (1) */;",
		"ALTER TABLE s.t TRUNCATE PARTITION p0, p1;":                                                         "ALTER TABLE s.t REMOVE PARTITIONING;",
		"ALTER TABLE t ADD PARTITION":                                                                        "",
		"SELECT SUM(a) OVER (PARTITION BY b), now FROM t":                                                    "SELECT SUM(a) OVER (PARTITION BY b), `now` FROM t",
		"SHOW STORAGE ENGINES":                                                                               "SHOW  ENGINES",
		"SHOW EXTENDED INDEX FROM t":                                                                         "SHOW  INDEX FROM t",
		"SELECT 1 MEMBER OF ('[1]'), a MEMBER OF(f(b))":                                                      "SELECT 1 IN (`member of`('[1]')), a IN (`member of`(f(b)))",
		"SELECT member, of FROM member of":                                                                   "",
		"SELECT INTERVAL(1, 2), a + INTERVAL (1) DAY":                                                        "SELECT `interval`(1, 2), a + INTERVAL (1) DAY",
		"SELECT @a := 1": "SELECT `:=`('a', 1)",
		"SELECT @a := @b := 1 + f(2, 3) AS c, 4;":                                                                       "SELECT `:=`('a', `:=`('b', 1 + f(2, 3))) AS c, 4;",
		"SELECT (@`A` := 1), x FROM (SELECT @r:=0) t":                                                                   "SELECT (`:=`('a', 1)), x FROM (SELECT `:=`('r',0)) t",
		"SELECT a FROM t GROUP BY a WITH ROLLUP":                                                                        "SELECT a FROM t GROUP BY a , `with rollup`()",
		"SELECT 'a WITH ROLLUP', `WITH` rollup FROM t":                                                                  "",
		"SELECT a > ALL (SELECT b FROM (SELECT 1) c), 2":                                                                "SELECT a  IN (`> all`((SELECT b FROM (SELECT 1) c))), 2",
		"SELECT a = SOME ((SELECT 1)), b!=ALL(SELECT 2)":                                                                "SELECT a  IN ((SELECT 1)), b NOT IN(SELECT 2)",
		"SELECT a < ANY (1, 2), ALL (SELECT 1)":                                                                         "",
		"SELECT DEFAULT(a) + 1 FROM t WHERE b = DEFAULT(t.b)":                                                           "SELECT `default of`(a) + 1 FROM t WHERE b = `default of`(t.b)",
		"CREATE TABLE t (a INT DEFAULT (1), b INT NOT NULL DEFAULT (a), now INT)":                                       "CREATE TABLE t (a INT DEFAULT (1), b INT NOT NULL DEFAULT (a), `now` INT)",
		"CREATE TABLE t (a INT REFERENCES p (b) ON DELETE SET NULL ON UPDATE NO ACTION, c INT)":                         "CREATE TABLE t (a INT , FOREIGN KEY (`a`) REFERENCES `p`(`b`) ON DELETE SET NULL ON UPDATE NO ACTION, c INT)",
		"CREATE TEMPORARY TABLE t (`a` INT NOT NULL REFERENCES s.`p` MATCH FULL);":                                      "CREATE TEMPORARY TABLE t (`a` INT NOT NULL , FOREIGN KEY (`a`) REFERENCES `s`.`p`(`" + ParentKey + "`));",
		"CREATE TABLE t (a INT CHECK (a IN (1, 2)), FOREIGN KEY k (a) REFERENCES p)":                                    "CREATE TABLE t (a INT CHECK (a IN (1, 2)), FOREIGN KEY k (a) REFERENCES `p`(`" + ParentKey + "`))",
		"CREATE TABLE t (a INT, CONSTRAINT c FOREIGN KEY (a) REFERENCES p (b, c) MATCH SIMPLE)":                         "CREATE TABLE t (a INT, CONSTRAINT c FOREIGN KEY (a) REFERENCES `p`(`b`,`c`))",
		"ALTER TABLE s.t ADD a INT REFERENCES p (b) ON DELETE CASCADE FIRST, ADD COLUMN c INT;":                         "ALTER TABLE s.t ADD a INT FIRST, ADD FOREIGN KEY (`a`) REFERENCES `p`(`b`) ON DELETE CASCADE, ADD COLUMN c INT;",
		"ALTER TABLE t ADD COLUMN a INT REFERENCES p AFTER b, COMMENT 'c'":                                              "ALTER TABLE t ADD COLUMN a INT AFTER b, ADD FOREIGN KEY (`a`) REFERENCES `p`(`" + ParentKey + "`), COMMENT 'c'",
		"ALTER TABLE t ADD (a INT REFERENCES p (b) ON DELETE RESTRICT, c INT)":                                          "ALTER TABLE t ADD COLUMN a INT , ADD FOREIGN KEY (`a`) REFERENCES `p`(`b`) ON DELETE RESTRICT, ADD COLUMN  c INT",
		"ALTER TABLE t MODIFY a INT REFERENCES p (b) ON DELETE CASCADE":                                                 "",
		"CREATE TABLE t (`references` INT, a INT COMMENT 'REFERENCES p', b INT DEFAULT (t.references))":                 "",
		"CREATE TABLE t (a INT REFERENCES)":                                                                             "",
		"CREATE TABLE t (a INT REFERENCES p (":                                                                          "",
		"CREATE TABLE t (a INT REFERENCES p (b, ) ON DELETE CASCADE)":                                                   "",
		"ALTER TABLE t ADD COLUMN a INT REFERENCES p (b) ON DELETE SET":                                                 "",
		"CREATE TABLE t SELECT 1 UNION SELECT 2":                                                                        "CREATE TABLE t AS SELECT 1 UNION SELECT 2",
		"CREATE TEMPORARY TABLE t (a INT, b INT) SELECT 1 UNION (SELECT 2)":                                             "CREATE TEMPORARY TABLE t (a INT, b INT) AS SELECT 1 UNION (SELECT 2)",
		"SELECT ROW(1, 2) = ROW (3, 4), ROW(1)":                                                                         "SELECT (1, 2) =  (3, 4), ROW(1)",
		"INSERT INTO t VALUES ROW(1, 2), ROW(3, 4)":                                                                     "",
		"SELECT N'x', t.N'y', N 'z', n\"a\"":                                                                            "SELECT _utf8mb3 'x', t.N'y', N 'z', n\"a\"",
		"ALTER TABLE t ADD COLUMN (a INT, b INT DEFAULT (f(1, 2)), PRIMARY KEY (a, b)), ADD (INDEX (a), c INT), DROP d": "ALTER TABLE t ADD COLUMN a INT, ADD COLUMN  b INT DEFAULT (f(1, 2)), ADD  PRIMARY KEY (a, b), ADD INDEX (a), ADD COLUMN  c INT, DROP d",
		"ALTER TABLE t ADD (`key` INT, CONSTRAINT x UNIQUE (b))":                                                        "ALTER TABLE t ADD COLUMN `key` INT, ADD  CONSTRAINT x UNIQUE (b)",
		"ALTER TABLE t ADD COLUMN (a INT, b INT) FIRST":                                                                 "",
		"ALTER TABLE t ADD COLUMN a INT, ADD INDEX (a, b)":                                                              "",
		"SELECT 1 # @a := 1": "",
		"SET @a := 1":        "",
		"SELECT 1 \x00 now":  "",
		"ALTER TABLE t COMMENT = 'a' DEFAULT  CHARSET=utf8mb4 COLLATE x auto_increment = 10":     "ALTER TABLE t COMMENT = 'a' , DEFAULT  CHARACTER SET=utf8mb4 COLLATE x , auto_increment = 10",
		"ALTER TABLE s.t ENGINE=InnoDB ROW_FORMAT=DYNAMIC PACK_KEYS=DEFAULT":                     "ALTER TABLE s.t ENGINE=InnoDB , ROW_FORMAT=DYNAMIC , PACK_KEYS=0",
		"ALTER TABLE t ORDER BY a, b DESC;":                                                      "ALTER TABLE t FORCE;",
		"GRANT r, s TO a, CURRENT_USER() WITH ADMIN OPTION":                                      "GRANT r, s TO a, 'me'@'%' WITH ADMIN OPTION",
		"REVOKE ALL PRIVILEGES ON a.* FROM CURRENT_USER":                                         "REVOKE ALL ON a.* FROM 'me'@'%'",
		"DROP USER CURRENT_USER()":                                                               "DROP USER 'me'@'%'",
		"DROP USER IF EXISTS CURRENT_USER, a":                                                    "DROP USER IF EXISTS 'me'@'%', a",
		"RENAME USER CURRENT_USER TO a, b TO c":                                                  "RENAME USER 'me'@'%' TO a, b TO c",
		"(SELECT a FROM (SELECT 1) t WHERE now(1)) ORDER BY a LIMIT 1":                           "SELECT a FROM (SELECT 1) t WHERE now(1) ORDER BY a LIMIT 1",
		"(SELECT a FROM t LIMIT 2) LIMIT 1":                                                      "SELECT * FROM (SELECT a FROM t LIMIT 2) `bracketed` LIMIT 1",
		"SELECT a >= (b) / 2 = 0 AND c < d < e, f(1 = 2 = 3)":                                    "SELECT (a >= (b) / 2 )= 0 AND (c < d )< e, f((1 = 2 )= 3)",
		"SELECT a = b, c = d FROM t WHERE a = 1 AND b = 2":                                       "",
		"SELECT 1 = 1 = 1 = 0":                                                                   "SELECT ((1 = 1 )= 1 )= 0",
		"((SELECT 1 LIMIT 2)) ORDER BY 1":                                                        "SELECT * FROM (SELECT 1 LIMIT 2) `bracketed` ORDER BY 1",
		"SELECT HIGH_PRIORITY SQL_NO_CACHE a FROM t":                                             "SELECT /*`HIGH_PRIORITY`*/ SQL_NO_CACHE a FROM t",
		"SELECT DISTINCTROW Sql_Big_Result a, (SELECT SQL_BUFFER_RESULT (1))":                    "SELECT DISTINCT/*`ROW`*/ /*`Sql_Big_Result`*/ a, (SELECT /*`SQL_BUFFER_RESULT`*/ (1))",
		"SELECT SQL_BUFFER_RESULT, a FROM t":                                                     "",
		"SELECT SQL_BUFFER_RESULT FROM t":                                                        "",
		"INSERT DELAYED IGNORE t VALUES (1)":                                                     "INSERT /*`DELAYED`*/ IGNORE t VALUES (1)",
		"REPLACE LOW_PRIORITY t VALUES (1)":                                                      "REPLACE /*`LOW_PRIORITY`*/ t VALUES (1)",
		"UPDATE LOW_PRIORITY IGNORE t SET a = 1":                                                 "UPDATE /*`LOW_PRIORITY`*/ IGNORE t SET a = 1",
		"DELETE LOW_PRIORITY QUICK IGNORE FROM t":                                                "DELETE /*`LOW_PRIORITY`*/ /*`QUICK`*/ /*`IGNORE`*/ FROM t",
		"DELETE QUICK LOW_PRIORITY FROM t":                                                       "DELETE /*`QUICK`*/ LOW_PRIORITY FROM t",
		"DELETE QUICK, t FROM quick JOIN t":                                                      "",
		"DELETE FROM s.t AS x WHERE x.a = (SELECT b FROM c LIMIT 1)":                             "DELETE x FROM s.t AS x WHERE x.a = (SELECT b FROM c LIMIT 1)",
		"DELETE IGNORE FROM t x":                                                                 "DELETE /*`IGNORE`*/ x FROM t x",
		"DELETE FROM t x WHERE a = 1 LIMIT 1":                                                    "",
		"DELETE FROM t WHERE a = 1":                                                              "",
		"LOAD DATA CONCURRENT INFILE 'x' INTO TABLE t":                                           "LOAD DATA /*`CONCURRENT`*/ INFILE 'x' INTO TABLE t",
		"CREATE TRIGGER x AFTER DELETE ON t FOR EACH ROW DELETE IGNORE FROM u WHERE a <=> OLD.a": "CREATE TRIGGER x AFTER DELETE ON t FOR EACH ROW DELETE /*`IGNORE`*/ FROM u WHERE a <=> OLD.a",
		"SET time_zone = SYSTEM, a := system":                                                    "SET time_zone = 'SYSTEM', a := 'system'",
		"(SELECT 1))":                                                                            "",
		"(1, 2)":                                                                                 "",
		"((SELECT (1)));":                                                                        "SELECT (1);",
		"(SELECT 1) UNION (SELECT 2) ORDER BY 1":                                                 "",
	} {
		got, ok := Respell(text, false, account)
		if ok != (want != "") || got.Text != want {
			t.Errorf("%s: %q, %v, want %q", text, got.Text, ok, want)
		}
	}
}

// LOCK TABLE is LOCK TABLES, and a table's name where it stands elsewhere is none.
func TestRespellLock(t *testing.T) {
	for text, want := range map[string]string{
		"lock table t read":                    "lock TABLES t read",
		"/* a */ LOCK TABLE a.t WRITE, b READ": "/* a */ LOCK TABLES a.t WRITE, b READ",
		"UNLOCK TABLE":                         "UNLOCK TABLES",
	} {
		if got, ok := Respell(text, false, ""); !ok || got.Text != want {
			t.Errorf("%q is respelled %q, want %q", text, got.Text, want)
		}
	}
	if got, ok := Respell("SELECT lock table", false, ""); ok {
		t.Errorf("respelled %q", got.Text)
	}
}

func FuzzRespell(f *testing.F) {
	f.Add("SELECT JSON_VALUE(a RETURNING) FOR SHARE OF x, FROM t USE KEY (PRIMARY")
	f.Fuzz(func(t *testing.T, text string) {
		for _, ansi := range []bool{false, true} {
			s, ok := Respell(text, ansi, "'me'@'%'")
			if ok && s.Original(0, len(s.Text)) != text {
				t.Errorf("%q is %q before", text, s.Original(0, len(s.Text)))
			}
			Unspell(s.Text)
		}
	})
}
