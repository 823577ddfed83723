package amendment

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/column"
	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// warnUsingEngine is ER_WARN_USING_OTHER_HANDLER.
const warnUsingEngine = 1266

// refuseDefinition is the error of making or altering a table that names what is not there or
// is there already; nil for other statements.
func (a *Server) refuseDefinition(ctx *sql.Context, stmt sqlparser.Statement, text string) error {
	switch s := stmt.(type) {
	case *sqlparser.DDL:
		return column.CreateFaults(s)
	case *sqlparser.AlterTable:
		t, _, err := a.Catalog().Table(ctx, databaseOf(ctx, s.Table.DbQualifier), s.Table.Name.String())
		if err != nil {
			return nil //nolint:nilerr // the engine tells
		}
		if node.IsTemporary(t) && slices.ContainsFunc(s.Statements, func(part *sqlparser.DDL) bool { return len(part.ToTables) > 0 }) {
			return sqlerr.NotSupportedYet("ALTER TABLE ... RENAME of a temporary table") // the engine would rename the stored one of that name
		}
		lost := column.FindLost(s, text, syntax.AnsiQuotes(ctx))
		if err := column.AlterFaults(ctx, t, s); err != nil {
			return err
		}
		return column.AlterLost(ctx, t, s, lost)
	}
	return nil
}

// refuseTriggerOfTemporary is the error of CREATE TRIGGER for a temporary table of the session.
func (a *Server) refuseTriggerOfTemporary(ctx *sql.Context, stmt sqlparser.Statement) error {
	s, ok := stmt.(*sqlparser.DDL)
	if !ok || s.TriggerSpec == nil || s.Action != sqlparser.CreateStr {
		return nil
	}
	name := s.Table.Name.String()
	if !definition.IsTemporary(ctx, a.Catalog(), databaseOf(ctx, s.Table.DbQualifier), name) {
		return nil
	}
	return sqlerr.TriggerOfTemporary(name)
}

// checkEngine is the error of naming a storage engine that there is none of. Where sql_mode
// has another stand in for it, it is a warning.
func (p *Learned) checkEngine(ctx *sql.Context, stmt sqlparser.Statement, text string) error {
	name, unknown := column.UnknownEngine(stmt, text, syntax.AnsiQuotes(ctx))
	if !unknown {
		return nil
	}
	err := sqlerr.UnknownEngine(name)
	if sql.LoadSqlMode(ctx).ModeEnabled("NO_ENGINE_SUBSTITUTION") {
		return err
	}
	p.warnings = append(p.warnings, &sql.Warning{Level: "Warning", Code: err.Number(), Message: err.Message})
	if ddl, ok := stmt.(*sqlparser.DDL); ok {
		p.warnings = append(p.warnings, &sql.Warning{
			Level: "Warning", Code: warnUsingEngine,
			Message: "Using storage engine InnoDB for table '" + ddl.Table.Name.String() + "'",
		})
	}
	return nil
}
