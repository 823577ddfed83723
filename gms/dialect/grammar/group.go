package grammar

import "github.com/perfschema/perfschema/gms/dialect/rule"

// Groups describes the statements that the engine's parser refuses and this server runs, each by
// a statement of its kind: those of this package, and those that package words spells as the
// parser reads them.
func Groups() []rule.Group {
	return []rule.Group{
		{
			Changes: rule.Text, Why: "The parser lacks what administrators and their tools run: mysqlcheck, mysqldump, monitors of status.", NeededBy: rule.Tool,
			Members: []string{
				"ANALYZE LOCAL TABLE t", "ANALYZE TABLES t", "CHECK TABLE t", "CHECKSUM TABLE t", "HELP 'a'", "LOCK INSTANCE FOR BACKUP", "OPTIMIZE TABLE t", "REPAIR TABLE t",
				"RESET BINARY LOGS AND GTIDS", "RESET PERSIST", "SHOW BINLOG EVENTS", "SHOW CREATE USER u", "SHOW ENGINE INNODB MUTEX", "SHOW ENGINE INNODB STATUS",
				"SHOW ENGINE PERFORMANCE_SCHEMA STATUS", "SHOW OPEN TABLES", "SHOW RELAYLOG EVENTS", "SHOW REPLICA STATUS FOR CHANNEL 'a'", "UNLOCK INSTANCE",
			},
		},
		{
			Changes: rule.Text, Why: "The parser lacks statements about accounts and roles.", NeededBy: rule.Rights,
			Members: []string{"ALTER USER u ACCOUNT LOCK", "CREATE USER u IDENTIFIED BY 'a' PASSWORD EXPIRE", "SET DEFAULT ROLE NONE TO u", "SET ROLE NONE"},
		},
		{
			Changes: rule.Text, Why: "The parser lacks statements that programs run.", NeededBy: rule.Data,
			Members: []string{
				"ALTER FUNCTION f COMMENT 'a'", "ALTER VIEW v AS SELECT 1", "CREATE FUNCTION f() RETURNS INT RETURN 1", "DO 1", "DROP FUNCTION f",
				"GET DIAGNOSTICS @a = NUMBER", "HANDLER t OPEN", "SHOW CREATE FUNCTION f", "XA START 'a'",
			},
		},
	}
}
