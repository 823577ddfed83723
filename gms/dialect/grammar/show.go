package grammar

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/account"
	"github.com/perfschema/perfschema/gms/dialect/acting"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// ER_UNKNOWN_STORAGE_ENGINE and ER_REPLICA_CHANNEL_DOES_NOT_EXIST.
const (
	errNoEngine  = 1286
	errNoChannel = 3074
)

func showText(length int64) sql.Type {
	return types.MustCreateStringWithDefaults(sqltypes.VarChar, length)
}

// Columns of SHOW statements, as MySQL's.
var (
	openTablesSchema = sql.Schema{
		{Name: "Database", Type: showText(64)}, {Name: "Table", Type: showText(64)}, {Name: "In_use", Type: types.Int32}, {Name: "Name_locked", Type: types.Int32},
	}
	replicasSchema = sql.Schema{
		{Name: "Server_Id", Type: types.Uint32}, {Name: "Host", Type: showText(60)}, {Name: "Port", Type: types.Int32},
		{Name: "Source_Id", Type: types.Uint32}, {Name: "Replica_UUID", Type: showText(36)},
	}
	logEventsSchema = sql.Schema{
		{Name: "Log_name", Type: showText(20)}, {Name: "Pos", Type: types.Int64}, {Name: "Event_type", Type: showText(20)},
		{Name: "Server_id", Type: types.Uint32}, {Name: "End_log_pos", Type: types.Int64}, {Name: "Info", Type: showText(20)},
	}
)

// EngineStatusColumns are those of SHOW ENGINE ... STATUS and MUTEX, as far as the status
// of performance_schema is wide.
var EngineStatusColumns = sql.Schema{
	{Name: "Type", Type: types.MustCreateStringWithDefaults(sqltypes.VarChar, 10)},
	{Name: "Name", Type: types.MustCreateStringWithDefaults(sqltypes.VarChar, 512)},
	{Name: "Status", Type: types.MustCreateStringWithDefaults(sqltypes.VarChar, 10)},
}

// createFunctionSchema are the columns of SHOW CREATE FUNCTION.
var createFunctionSchema = sql.Schema{
	{Name: "Function", Type: types.Text}, {Name: "sql_mode", Type: types.Text}, {Name: "Create Function", Type: types.LongText, Nullable: true},
	{Name: "character_set_client", Type: types.Text}, {Name: "collation_connection", Type: types.Text}, {Name: "Database Collation", Type: types.Text},
}

// takeLogEvents passes over what SHOW BINLOG EVENTS says of a log.
func takeLogEvents(t *syntax.Tokens) bool {
	if t.Take("IN") {
		t.Next()
	}
	if t.Take("FROM") {
		if _, err := t.ExpectNumber(); err != nil {
			return false
		}
	}
	if t.Take("LIMIT") {
		if limit, err := t.ExpectLimit(); err != nil || limit.Undeclared != "" {
			return false
		}
	}
	if t.Take("FOR", "CHANNEL") {
		t.Next()
	}
	return true
}

// replicationRows is a statement about a binary log and who reads it: no rows
// without one. The events of the storage's own cannot be read here.
func (g *Grammar) replicationRows(text string, columns sql.Schema) sqlparser.Statement {
	return answer(text, columns, func(ctx *sql.Context) ([]sql.Row, error) {
		if !g.Rights.Of(ctx).Has(sql.PrivilegeType_ReplicationSlave) {
			return nil, sqlerr.Needs("REPLICATION SLAVE")
		}
		if logsBinary() {
			return nil, sqlerr.NotSupportedYet(text + " with log_bin")
		}
		return nil, nil
	})
}

// logsBinary says whether the server writes a binary log.
func logsBinary() bool {
	_, v, ok := sql.SystemVariables.GetGlobal("log_bin")
	return ok && !sysvar.IsOff(v)
}

// WithoutEngine is the answer to statements that parse and that the engine refuses,
// though nothing is to be done for them, or for some of their tables; nil for others.
func (g *Grammar) WithoutEngine(ctx *sql.Context, stmt sqlparser.Statement) sqlparser.Statement {
	switch s := stmt.(type) {
	case *sqlparser.PurgeBinaryLogs:
		if !logsBinary() {
			return node.NothingDone("PURGE BINARY LOGS")
		}
	case *sqlparser.Analyze:
		return g.tableMaintenance().analyzes(ctx, s)
	}
	return nil
}

// storageStatus is SHOW ENGINE INNODB STATUS: what is true here of what MySQL shows,
// under its headings.
func (g *Grammar) storageStatus() sqlparser.Statement {
	n := &node.Command{Text: "SHOW ENGINE INNODB STATUS", Columns: sql.Schema{
		{Name: "Type", Type: showText(10)}, {Name: "Name", Type: showText(512)}, {Name: "Status", Type: types.LongText},
	}}
	n.Rows = func(ctx *sql.Context) ([]sql.Row, error) {
		var b strings.Builder
		const line = "====================================="
		now := time.Now().Format("2006-01-02 15:04:05")
		// Between the time and the words MySQL has the number of the thread that writes, and tools look for it.
		fmt.Fprintf(&b, "\n%s\n%s %d INNODB MONITOR OUTPUT\n%s\n", line, now, ctx.Session.ID(), line)
		b.WriteString("The tables of this server are not kept by InnoDB: what it has no figures for is left out.\n")
		values := g.Server.Status(ctx, true)
		b.WriteString("--------------\nROW OPERATIONS\n--------------\n")
		fmt.Fprintf(&b, "Number of rows inserted %v, updated %v, deleted %v, read %v\n",
			values["Innodb_rows_inserted"], values["Innodb_rows_updated"], values["Innodb_rows_deleted"], values["Innodb_rows_read"])
		b.WriteString("----------------------------\nEND OF INNODB MONITOR OUTPUT\n============================\n")
		return []sql.Row{{"InnoDB", "", b.String()}}, nil
	}
	return n.Statement(sqlparser.AuthType_PROCESS)
}

// showOpenTables is SHOW OPEN TABLES: those that running statements have open.
func (g *Grammar) showOpenTables(t *syntax.Tokens) sqlparser.Statement {
	database, condition := "", ""
	if t.Take("FROM") || t.Take("IN") {
		var err error
		if database, err = t.ExpectName(); err != nil {
			return nil
		}
	}
	switch {
	case t.Take("LIKE"):
		condition = "`Table` LIKE " + strings.TrimRight(t.Rest(), "; \t\r\n")
	case t.Take("WHERE"):
		condition = strings.TrimRight(t.Rest(), "; \t\r\n")
	case t.Peek() != "":
		return nil
	}
	if condition != "" && !isCondition(condition) {
		return nil
	}
	for t.Peek() != "" { // the condition has been read
		t.Next()
	}
	return answer("SHOW OPEN TABLES", openTablesSchema, func(ctx *sql.Context) ([]sql.Row, error) {
		rows := g.openTables(ctx, database)
		if condition == "" {
			return rows, nil
		}
		return g.where(ctx, openTablesSchema, rows, condition)
	})
}

// isCondition says whether a text is one condition and nothing else.
func isCondition(text string) bool {
	stmt, err := sqlparser.Parse("SELECT 1 FROM t WHERE " + text)
	s, ok := stmt.(*sqlparser.Select)
	return err == nil && ok && s.GroupBy == nil && s.Having == nil && s.OrderBy == nil && s.Limit == nil && s.Into == nil && (s.Lock == nil || s.Lock.Type == "") && s.Window == nil
}

// where are those of rows that a condition is true of.
func (g *Grammar) where(ctx *sql.Context, columns sql.Schema, rows []sql.Row, condition string) (out []sql.Row, _ error) {
	var b strings.Builder
	b.WriteString("SELECT * FROM (SELECT ")
	for i, c := range columns {
		if i > 0 {
			b.WriteString(", ")
		}
		value := "0"
		if types.IsText(c.Type) {
			value = "''"
		}
		b.WriteString(value + " AS " + words.QuotedName(c.Name))
	}
	b.WriteString(" FROM dual WHERE 1 = 0")
	for _, row := range rows {
		b.WriteString(" UNION ALL SELECT ")
		for i, v := range row {
			if i > 0 {
				b.WriteString(", ")
			}
			if text, ok := v.(string); ok {
				b.WriteString(words.Quoted(text))
			} else {
				fmt.Fprint(&b, v)
			}
		}
	}
	b.WriteString(") shown WHERE (" + condition + "\n)")
	err := g.Server.Query(ctx, b.String(), nil, func(row sql.Row) error {
		for i, c := range columns {
			v, _, err := c.Type.Convert(ctx, row[i])
			if err != nil {
				return err
			}
			row[i] = v
		}
		out = append(out, row)
		return nil
	})
	return out, err
}

// openTables are the tables with handles that the account may see.
func (g *Grammar) openTables(ctx *sql.Context, database string) []sql.Row {
	used := make(map[[2]string]int32)
	held := g.Rights.Of(ctx)
	for h := range g.Server.OpenTables() {
		if (database == "" || strings.EqualFold(database, h.Schema)) && held.ListsTable(h.Schema, h.Name) {
			n := used[[2]string{h.Schema, h.Name}]
			if h.Locked {
				n++
			}
			used[[2]string{h.Schema, h.Name}] = n
		}
	}
	rows := make([]sql.Row, 0, len(used))
	for name, n := range used {
		rows = append(rows, sql.Row{name[0], name[1], n, int32(0)})
	}
	slices.SortFunc(rows, func(x, y sql.Row) int {
		return strings.Compare(fmt.Sprint(x[0], "\x00", x[1]), fmt.Sprint(y[0], "\x00", y[1]))
	})
	return rows
}

// showCreateUser is SHOW CREATE USER. The hash of a password is shown to who may read
// the accounts.
func (g *Grammar) showCreateUser(ctx context.Context, t *syntax.Tokens) sqlparser.Statement {
	var key mysql_db.UserPrimaryKey
	own := t.TakeOwnAccount()
	if session := sessionOf(ctx); own && session != nil {
		key = mysql_db.UserPrimaryKey{User: session.Client().User, Host: session.Client().Address}
	} else if !own {
		var err error
		if key, err = t.ExpectAccount(); err != nil {
			return nil
		}
	}
	if t.Peek() != "" {
		return nil
	}
	columns := sql.Schema{{Name: "CREATE USER for " + key.User + "@" + key.Host, Type: types.LongText}}
	return answer("SHOW CREATE USER", columns, func(ctx *sql.Context) ([]sql.Row, error) {
		user, host := acting.Account(ctx)
		reads := g.Rights.Of(ctx).ReadsTable("mysql", "user")
		if (key.User != user || !strings.EqualFold(key.Host, host)) && !reads {
			return nil, sqlerr.DeniedDatabase(ctx, "mysql")
		}
		db := g.Rights.Accounts()
		if db == nil || !db.Enabled() {
			return nil, sqlerr.NotSupportedYet("SHOW CREATE USER without accounts")
		}
		reader := db.Reader()
		defer reader.Close()
		u, ok := reader.GetUser(key)
		if !ok || u.User != key.User || u.Host != key.Host {
			return nil, mysql.NewSQLError(sqlerr.ERCannotUser, sqlerr.StateGeneral, "Operation SHOW CREATE USER failed for %s@%s", words.Quoted(key.User), words.Quoted(key.Host))
		}
		return []sql.Row{{account.CreateUser(u, reads)}}, nil
	})
}
