package table

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// The schema mysql is the engine's, and has its tables alone. What names one of those that
// MySQL has besides, or lists all, is led to a database of ours that has both.
//
// A dump of all databases has the tables of mysql dropped, made anew and filled, in the order
// of their names: grants before the accounts they are of. What accounts hold is no tables
// here: they stay as they are, and who restores is told so.

const mysqlDatabase = "mysql"

// notRestored is what who restores such a dump is told.
const notRestored = "accounts and grants are not restored from the tables of mysql: dump them as statements (mariadb-dump --system=users)"

// SystemStatements leads statements to the tables of mysql.
type SystemStatements struct {
	// System returns the database that has them all, Enabled whether there is a schema mysql.
	System  func() *System
	Enabled func() bool
	// Restores is where a session keeps the tables of mysql that it would have made anew; nil
	// where no session's statement runs.
	Restores func(ctx *sql.Context) *map[string]bool
	// Log logs a warning.
	Log func(text string)
}

// Find leads a statement to tables of mysql that the engine has not, and gives
// the one that is to run in its place, nil for most.
func (a *SystemStatements) Find(ctx *sql.Context, stmt sqlparser.Statement, text string) (sqlparser.Statement, error) {
	selected := ctx.GetCurrentDatabase() == mysqlDatabase
	if !selected && !strings.Contains(text, mysqlDatabase) || !a.Enabled() {
		return nil, nil
	}
	in := func(database string) bool { return database == mysqlDatabase || database == "" && selected }
	find := func(t *sqlparser.TableName) {
		if own, _ := a.System().Has(ctx, t.Name.String()); own && in(t.DbQualifier.String()) {
			t.DbQualifier = sqlparser.NewTableIdent(SystemName)
		}
	}
	known := func(t sqlparser.TableName) bool {
		_, found := a.System().Has(ctx, t.Name.String())
		return found && in(t.DbQualifier.String())
	}
	switch s := stmt.(type) {
	case *sqlparser.Show:
		showSystemTables(s, in, find)
		return nil, nil
	case *sqlparser.DDL:
		return restoreSystemTables(ctx, s, a.Restores(ctx), known, find)
	case *sqlparser.AlterTable:
		if known(s.Table) && len(s.Statements) == 1 && s.Statements[0].IndexSpec != nil && isKeySwitch(s.Statements[0].IndexSpec.Action) {
			return doneNothing(s.Statements[0].Auth, "ALTER TABLE"), nil
		}
	case *sqlparser.Insert:
		if to := a.Restores(ctx); to != nil && s.Action == sqlparser.InsertStr && known(s.Table) && (*to)[strings.ToLower(s.Table.Name.String())] {
			a.Log("mysql." + s.Table.Name.String() + ": " + notRestored)
			return doneNothing(s.Auth, "INSERT", &sql.Warning{Level: "Warning", Code: mysql.ERNotSupportedYet, Message: notRestored}), nil
		}
		find(&s.Table)
	}
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		switch e := n.(type) {
		case *sqlparser.AliasedTableExpr:
			if t, ok := e.Expr.(sqlparser.TableName); ok {
				find(&t)
				e.Expr = t
			}
		case *sqlparser.ColName:
			if !e.Qualifier.DbQualifier.IsEmpty() {
				find(&e.Qualifier)
			}
		case *sqlparser.StarExpr:
			if !e.TableName.DbQualifier.IsEmpty() {
				find(&e.TableName)
			}
		}
		return true, nil
	}, stmt)
	return nil, nil
}

// showSystemTables leads SHOW to where all tables of mysql are.
func showSystemTables(s *sqlparser.Show, in func(database string) bool, find func(*sqlparser.TableName)) {
	switch strings.ToLower(s.Type) {
	case "tables":
		if s.ShowTablesOpt == nil {
			s.ShowTablesOpt = new(sqlparser.ShowTablesOpt)
		}
		if in(s.ShowTablesOpt.DbName) {
			s.ShowTablesOpt.DbName = SystemName
		}
	case sqlparser.TableStatusStr:
		if in(s.Database) {
			s.Database = SystemName
		}
	case "columns", "fields", "index":
		if of := s.ShowTablesOpt; of != nil && of.DbName != "" {
			s.Table.DbQualifier, of.DbName = sqlparser.NewTableIdent(of.DbName), ""
		}
		if s.Database != "" {
			s.Table.DbQualifier, s.Database = sqlparser.NewTableIdent(s.Database), ""
		}
		find(&s.Table)
	case "create table":
		find(&s.Table)
	}
}

// restoreSystemTables answers what a dump begins a table of mysql with.
func restoreSystemTables(ctx *sql.Context, s *sqlparser.DDL, to *map[string]bool, known func(sqlparser.TableName) bool, find func(*sqlparser.TableName)) (sqlparser.Statement, error) {
	switch {
	case to == nil:
	case s.Action == sqlparser.DropStr && s.IfExists && len(s.FromTables) > 0:
		for _, t := range s.FromTables {
			if !known(t) {
				return nil, nil
			}
		}
		if *to == nil {
			*to = make(map[string]bool)
		}
		var kept []*sql.Warning
		for _, t := range s.FromTables {
			(*to)[strings.ToLower(t.Name.String())] = true
			kept = append(kept, isThere(t.Name.String()))
		}
		return doneNothing(s.Auth, "DROP TABLE", kept...), nil
	case s.Action == sqlparser.DropStr && !s.IfExists && len(s.FromTables) > 0 && known(s.FromTables[0]):
		return nil, sqlerr.DeniedTable(ctx, "DROP", s.FromTables[0].Name.String())
	case s.Action == sqlparser.TruncateStr:
		find(&s.Table)
	case s.Action == sqlparser.CreateStr && s.TableSpec != nil && known(s.Table):
		name := s.Table.Name.String()
		if !s.IfNotExists && !(*to)[strings.ToLower(name)] {
			return nil, sql.ErrTableAlreadyExists.New(name)
		}
		return doneNothing(s.Auth, "CREATE TABLE", isThere(name)), nil
	}
	return nil, nil
}

func isKeySwitch(action string) bool {
	return strings.EqualFold(action, "disable") || strings.EqualFold(action, "enable")
}

// isThere is the note of a table that is neither dropped nor made.
func isThere(name string) *sql.Warning {
	return &sql.Warning{Level: "Note", Code: mysql.ERTableExists, Message: "Table '" + name + "' already exists"}
}

// doneNothing is a statement that leaves tables as they are, and says so.
func doneNothing(auth sqlparser.AuthInformation, text string, says ...*sql.Warning) sqlparser.Statement {
	n := &node.Command{Text: text, Columns: types.OkResultSchema, Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		for _, w := range says {
			ctx.Session.Warn(w)
		}
		return []sql.Row{sql.NewRow(types.NewOkResult(0))}, nil
	}}
	return sqlparser.InjectedStatement{Auth: auth, Statement: n}
}
