package dolt

import (
	"context"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// runsText are Dolt's functions that are given SQL as a text and run it on an engine that
// they make: one that knows none of the server's limits and rights, so that a text which
// nests deeply ends the process, and one with INTO OUTFILE writes without FILE.
var runsText = map[string]bool{"dolt_query_diff": true, "dolt_test_run": true, "dolt_join_cost": true}

// errRunsText is error 1235 for a function that is refused.
func errRunsText(function string) error {
	return mysql.NewSQLError(erNotSupportedYet, "42000", "This version of MySQL doesn't yet support '%s()'", strings.ToLower(function))
}

// TableFunction implements sql.TableFunctionProvider. Those that run texts are refused
// where they are called.
func (p provider) TableFunction(ctx *sql.Context, name string) (sql.TableFunction, bool) {
	f, ok := p.DoltDatabaseProvider.TableFunction(ctx, name)
	if ok && runsText[strings.ToLower(name)] {
		return refusedTableFunction{f}, true
	}
	return compared(f), ok
}

// Function implements sql.FunctionProvider, as TableFunction does.
func (p provider) Function(ctx *sql.Context, name string) (sql.Function, bool) {
	f, ok := p.DoltDatabaseProvider.Function(ctx, name)
	if ok && runsText[strings.ToLower(name)] {
		return sql.FunctionN{Name: name, Fn: func(...sql.Expression) (sql.Expression, error) { return nil, errRunsText(name) }}, true
	}
	return f, ok
}

type refusedTableFunction struct{ sql.TableFunction }

// NewInstance implements sql.TableFunction.
func (f refusedTableFunction) NewInstance(*sql.Context, sql.Database, []sql.Expression) (sql.Node, error) {
	return nil, errRunsText(f.Name())
}

// storedParser parses what Dolt parses by itself, on engines that it makes: stored events,
// each time one is listed, altered, dropped or loaded. The statement of an event is left
// out of the tree: Dolt keeps its text, and binds it for nothing, in a catalog of its own
// and in the current database. One event whose table was gone, or that named
// performance_schema, stopped all events and the lists of them.
type storedParser struct{ sql.Parser }

func init() { sql.DefaultMySQLParser = storedParser{sql.NewMysqlParser()} }

// ParseWithOptions implements sql.Parser.
func (p storedParser) ParseWithOptions(ctx context.Context, query string, delimiter rune, multi bool, options sqlparser.ParserOptions) (sqlparser.Statement, string, string, error) {
	stmt, text, rest, err := p.Parser.ParseWithOptions(ctx, query, delimiter, multi, options)
	if ddl, ok := stmt.(*sqlparser.DDL); err == nil && ok && ddl.EventSpec != nil && ddl.Action == sqlparser.CreateStr {
		ddl.Auth = sqlparser.AuthInformation{AuthType: sqlparser.AuthType_IGNORE}                      // it was made long ago
		ddl.EventSpec.EventName.Qualifier = sqlparser.NewTableIdent(sql.InformationSchemaDatabaseName) // any that there is
		ddl.EventSpec.Body = &sqlparser.Select{SelectExprs: sqlparser.SelectExprs{&sqlparser.AliasedExpr{Expr: sqlparser.NewIntVal([]byte("1"))}}}
	}
	return stmt, text, rest, err
}
