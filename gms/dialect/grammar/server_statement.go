package grammar

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
)

// serverStatementsRule is the rule statements-about-the-server.
var serverStatementsRule = rule.Of[lateStep]{
	Rule: rule.Rule{
		Name: "statements-about-the-server", Changes: rule.Text, About: rule.Shows,
		Why:      "The parser lacks SHUTDOWN, ALTER INSTANCE and other statements about the server; those that it cannot do ask for their rights first.",
		NeededBy: rule.Tool, By: "mysqladmin", Golden: "server_statements",
		Example: "SHUTDOWN",
	},
	Apply: lateStep{match: byTokens((*Grammar).serverStatement)},
}

// errNoSupervisor is ER_RESTART_SERVER_FAILED.
const errNoSupervisor = 3707

// serverStatement is a statement about the server itself, which the parser does not know.
type serverStatement struct {
	words string
	needs serverRight
	whole bool // nothing follows the words
	run   func(s Server, ctx *sql.Context) error
}

// serverRight is a privilege that MySQL asks for.
type serverRight struct {
	static  sql.PrivilegeType // 0: none will do
	dynamic string
	name    string // in the error
	// command and table are what has to be allowed instead, in the database mysql.
	command, table string
}

var (
	tablespaceRight = serverRight{static: sql.PrivilegeType_CreateTablespace, name: "CREATE TABLESPACE"}
	shutdownRight   = serverRight{static: sql.PrivilegeType_Shutdown, name: "SHUTDOWN"}
	superRight      = serverRight{static: sql.PrivilegeType_Super, name: "SUPER"}
)

func dynamicRight(name, told string) serverRight { return serverRight{dynamic: name, name: told} }

func pluginRight(command string, kind sql.PrivilegeType, table string) serverRight {
	return serverRight{static: kind, command: command, table: table}
}

// serverStatements are looked through in order: the longer of two that begin alike comes
// first.
var serverStatements = []serverStatement{
	{words: "SHUTDOWN", needs: shutdownRight, whole: true, run: Server.Shutdown},
	{words: "RESTART", needs: shutdownRight, whole: true, run: func(Server, *sql.Context) error {
		return mysql.NewSQLError(errNoSupervisor, sqlerr.StateGeneral, "Restart server failed (mysqld is not managed by supervisor process).")
	}},
	{words: "CREATE UNDO TABLESPACE", needs: tablespaceRight},
	{words: "ALTER UNDO TABLESPACE", needs: tablespaceRight},
	{words: "DROP UNDO TABLESPACE", needs: tablespaceRight},
	{words: "CREATE TABLESPACE", needs: tablespaceRight},
	{words: "ALTER TABLESPACE", needs: tablespaceRight},
	{words: "DROP TABLESPACE", needs: tablespaceRight},
	{words: "CREATE LOGFILE GROUP", needs: tablespaceRight},
	{words: "ALTER LOGFILE GROUP", needs: tablespaceRight},
	{words: "DROP LOGFILE GROUP", needs: tablespaceRight},
	{words: "CREATE SERVER", needs: superRight},
	{words: "ALTER SERVER", needs: superRight},
	{words: "DROP SERVER", needs: superRight},
	{words: "CLONE LOCAL DATA DIRECTORY", needs: dynamicRight("BACKUP_ADMIN", "BACKUP_ADMIN")},
	{words: "CLONE INSTANCE FROM", needs: dynamicRight("CLONE_ADMIN", "CLONE_ADMIN")},
	{words: "INSTALL PLUGIN", needs: pluginRight("INSERT", sql.PrivilegeType_Insert, "plugin")},
	{words: "UNINSTALL PLUGIN", needs: pluginRight("DELETE", sql.PrivilegeType_Delete, "plugin")},
	{words: "INSTALL COMPONENT", needs: pluginRight("INSERT", sql.PrivilegeType_Insert, "component")},
	{words: "UNINSTALL COMPONENT", needs: pluginRight("DELETE", sql.PrivilegeType_Delete, "component")},
	{words: "ALTER INSTANCE ROTATE INNODB MASTER KEY", needs: dynamicRight("ENCRYPTION_KEY_ADMIN", "SUPER or ENCRYPTION_KEY_ADMIN"), whole: true},
	{words: "ALTER INSTANCE ROTATE BINLOG MASTER KEY", needs: dynamicRight("BINLOG_ENCRYPTION_ADMIN", "SUPER or BINLOG_ENCRYPTION_ADMIN"), whole: true},
	{words: "ALTER INSTANCE RELOAD KEYRING", needs: dynamicRight("ENCRYPTION_KEY_ADMIN", "ENCRYPTION_KEY_ADMIN"), whole: true},
	{words: "ALTER INSTANCE ENABLE INNODB REDO_LOG", needs: dynamicRight("INNODB_REDO_LOG_ENABLE", "INNODB_REDO_LOG_ENABLE"), whole: true},
	{words: "ALTER INSTANCE DISABLE INNODB REDO_LOG", needs: dynamicRight("INNODB_REDO_LOG_ENABLE", "INNODB_REDO_LOG_ENABLE"), whole: true},
	{words: "ALTER INSTANCE RELOAD TLS NO ROLLBACK ON ERROR", needs: dynamicRight(privilege.ConnectionAdmin, "SUPER or CONNECTION_ADMIN"), whole: true},
	{words: "ALTER INSTANCE RELOAD TLS", needs: dynamicRight(privilege.ConnectionAdmin, "SUPER or CONNECTION_ADMIN"), run: Server.ReloadTLS},
	{words: "IMPORT TABLE FROM", needs: serverRight{static: sql.PrivilegeType_File, name: "FILE"}},
}

// serverStatement recognises one of them; nil for others. Who has the right is told what
// the server cannot do, everybody else that he has not.
func (g *Grammar) serverStatement(t *syntax.Tokens) (sqlparser.Statement, error) {
	for _, s := range serverStatements {
		if !t.Take(strings.Fields(s.words)...) {
			continue
		}
		if next := t.Peek(); s.whole == (next != "") && !(s.words == "ALTER INSTANCE RELOAD TLS" && next == "") {
			return nil, t.Unexpected()
		}
		return done(s.words, func(ctx *sql.Context) error {
			if err := s.needs.check(ctx, g.Rights.Of(ctx)); err != nil {
				return err
			}
			if s.run != nil {
				return s.run(g.Server, ctx)
			}
			return sqlerr.NotSupportedYet(s.words)
		}), nil
	}
	return nil, nil
}

func (r serverRight) check(ctx *sql.Context, h privilege.Held) error {
	switch {
	case r.static != 0 && h.Has(r.static), r.dynamic != "" && h.HasDynamic(r.dynamic):
		return nil
	case r.table != "":
		return sqlerr.DeniedTable(ctx, r.command, r.table)
	}
	return sqlerr.Needs(r.name)
}
