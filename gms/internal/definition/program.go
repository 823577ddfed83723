package definition

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// Procedure is the definition of a procedure that is no storage's own; ok is false if there
// is none.
func Procedure(ctx *sql.Context, catalog *analyzer.Catalog, database, name string) (p sql.StoredProcedureDetails, ok bool) {
	if catalog == nil {
		return p, false
	}
	db, err := catalog.DbProvider.Database(ctx, database)
	if err != nil {
		return p, false
	}
	procedures, ok := db.(sql.StoredProcedureDatabase)
	if !ok {
		return p, false
	}
	p, ok, err = procedures.GetStoredProcedure(ctx, name)
	return p, ok && err == nil
}

// Definer is the DEFINER clause of a CREATE PROCEDURE; empty if it has none.
func Definer(text string) string {
	stmt, err := sqlparser.Parse(text)
	if err != nil {
		return ""
	}
	if ddl, ok := stmt.(*sqlparser.DDL); ok && ddl.ProcedureSpec != nil {
		return ddl.ProcedureSpec.Definer
	}
	return ""
}

// SplitDefiner takes apart an account as it stands in a DEFINER clause.
func SplitDefiner(text string) (user, host string) {
	at := strings.LastIndexByte(text, '@')
	if at < 0 {
		return unquote(text), "%"
	}
	return unquote(text[:at]), unquote(text[at+1:])
}

func unquote(s string) string {
	s = strings.TrimSpace(s)
	if len(s) >= 2 && strings.IndexByte("`'\"", s[0]) >= 0 && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// TriggerTable is the table that a trigger is of, by the statement that made it; ok is false
// if there is no such trigger. Where the statement cannot be read it is the trigger's own
// name.
func TriggerTable(ctx *sql.Context, catalog *analyzer.Catalog, database, name string) (table string, ok bool, err error) {
	if catalog == nil {
		return "", false, nil
	}
	db, err := catalog.DbProvider.Database(ctx, database)
	if err != nil {
		if sql.ErrDatabaseNotFound.Is(err) {
			return "", false, nil
		}
		return "", false, err
	}
	triggers, ok := db.(sql.TriggerDatabase)
	if !ok {
		return "", false, nil
	}
	list, err := triggers.GetTriggers(ctx)
	if err != nil {
		return "", false, err
	}
	at := slices.IndexFunc(list, func(t sql.TriggerDefinition) bool { return strings.EqualFold(t.Name, name) })
	if at < 0 {
		return "", false, nil
	}
	options := sql.NewSqlModeFromString(list[at].SqlMode).ParserOptions()
	stmt, err := sqlparser.ParseWithOptions(ctx, list[at].CreateStatement, options)
	if ddl, isDDL := stmt.(*sqlparser.DDL); err == nil && isDDL {
		return ddl.Table.Name.String(), true, nil
	}
	return name, true, nil // what cannot be read is nobody's but who may do all there
}
