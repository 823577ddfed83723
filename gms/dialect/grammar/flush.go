package grammar

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// errNoTableOption is ER_ILLEGAL_HA.
const errNoTableOption = 1031

// flushed are what FLUSH names besides tables, each with its words. Logs but the general and
// the slow one are written through, costs of the optimizer are not kept: nothing is to be done for
// them.
var flushed = [][]string{
	{"BINARY", "LOGS"}, {"ENGINE", "LOGS"}, {"ERROR", "LOGS"}, {"GENERAL", "LOGS"}, {"RELAY", "LOGS"}, {"SLOW", "LOGS"},
	{"LOGS"}, {"HOSTS"}, {"OPTIMIZER_COSTS"}, {"PRIVILEGES"}, {"STATUS"}, {"USER_RESOURCES"},
}

// matchFlush recognises FLUSH of whatever kind. With a mistake in it, it is the
// engine's, which tells of that.
func (g *Grammar) matchFlush(query string) (sqlparser.Statement, bool) {
	t := syntax.TokensOf(query)
	if !t.Take("FLUSH") {
		return nil, false
	}
	plain := !t.Take("LOCAL") && !t.Take("NO_WRITE_TO_BINLOG")
	if t.Take("TABLES") || t.Take("TABLE") {
		return g.flushTables(&t)
	}
	names := []string{"mysql"}
	for {
		name, ok := takeFlushed(&t)
		if !ok {
			return nil, false
		}
		names = append(names, name)
		if !t.Take(",") {
			break
		}
	}
	if t.Peek() != "" {
		return nil, false
	}
	if len(names) == 2 && names[1] == "privileges" && plain {
		return nil, false // the engine's own
	}
	n := &node.Command{Text: "FLUSH", Columns: types.OkResultSchema, Commits: true, Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		for _, name := range names[1:] {
			switch name {
			case "status":
				g.Server.FlushStatus()
			case "logs", "general logs", "slow logs":
				g.Server.FlushLogs(name != "slow logs", name != "general logs")
			case "hosts":
				g.Server.ForgetHosts()
			case "user_resources":
				g.Accounts.FlushResources()
			case "privileges":
				if err := g.Server.Query(ctx, "FLUSH PRIVILEGES", nil, nil); err != nil {
					return nil, err
				}
			}
		}
		return []sql.Row{{types.NewOkResult(0)}}, nil
	}}
	return n.About(sqlparser.AuthType_RELOAD, names...), true
}

// takeFlushed passes over one thing that FLUSH names.
func takeFlushed(t *syntax.Tokens) (name string, ok bool) {
	for _, w := range flushed {
		if !t.Take(w...) {
			continue
		}
		if w[0] == "RELAY" && t.Take("FOR", "CHANNEL") {
			if next := t.Peek(); next == "" || next[0] != '\'' && next[0] != '"' {
				return "", false
			}
			t.Next()
		}
		return strings.ToLower(strings.Join(w, " ")), true
	}
	return "", false
}

// flushTables is FLUSH TABLES: no table is kept open between statements, and none has
// a file of its own that could be exported. WITH READ LOCK locks all tables, also where
// some are named.
func (g *Grammar) flushTables(t *syntax.Tokens) (sqlparser.Statement, bool) {
	var tables []sqlparser.TableName
	if t.Peek() != "" && !strings.EqualFold(t.Peek(), "WITH") {
		var err error
		if tables, err = t.ExpectTables(); err != nil {
			return nil, false
		}
	}
	export := tables != nil && t.Take("FOR", "EXPORT")
	lock := !export && t.Take("WITH", "READ", "LOCK")
	if t.Peek() != "" {
		return nil, false
	}
	n := &node.Command{Text: "FLUSH TABLES", Columns: types.OkResultSchema, Commits: !lock, Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		if export || lock && tables != nil {
			if err := g.Rights.RefuseTables(ctx, "SELECT, LOCK TABLES", tables, sql.PrivilegeType_Select, sql.PrivilegeType_LockTables); err != nil {
				return nil, err
			}
		}
		if export {
			return nil, mysql.NewSQLError(errNoTableOption, sqlerr.StateGeneral, "Table storage engine for '%s' doesn't have this option", tables[0].Name.String())
		}
		if lock {
			if err := g.Server.LockTables(ctx, tables != nil); err != nil {
				return nil, err
			}
		}
		if tables == nil {
			g.Server.FlushedTables()
		}
		return []sql.Row{{types.NewOkResult(0)}}, nil
	}}
	return n.About(sqlparser.AuthType_RELOAD, "mysql", "tables"), true
}
