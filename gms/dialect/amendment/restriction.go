package amendment

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/column"
	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// Restriction is the error of a statement that must not run; nil for most.
func (a *Server) Restriction(ctx *sql.Context, stmt sqlparser.Statement) error {
	switch s := stmt.(type) {
	case *sqlparser.Select:
		if s.Lock == nil || s.Lock.Type == "" {
			return nil
		}
		if name, ok := tableIn(ctx, s.From); ok && a.Tables(computed.PerformanceSchema, name) != nil {
			return sqlerr.DeniedTable(ctx, "SELECT, LOCK TABLES", name)
		}
	case *sqlparser.Prepare:
		text := PreparedText(ctx, s)
		if translated := translateIn(ctx, text); translated != text {
			s.Expr, text = translated, translated
		}
		if words.Parameters(text, syntax.AnsiQuotes(ctx)) > MaxParameters {
			return TooManyParameters()
		}
		if one, err := OneStatement(text, syntax.AnsiQuotes(ctx)); err != nil {
			return err
		} else if one != text {
			s.Expr, text = one, one
		}
		if !words.Unprepared(text) || words.TooDeep(text, syntax.AnsiQuotes(ctx), true) {
			return nil
		}
		if _, err := sqlparser.ParseWithOptions(ctx, text, sql.LoadSqlMode(ctx).ParserOptions()); err == nil {
			return NotPrepared()
		} // else the engine finds the mistake again
	case *sqlparser.Analyze:
		for _, t := range s.Tables {
			database := t.DbQualifier.String()
			if database == "" {
				database = ctx.GetCurrentDatabase()
			}
			switch {
			case strings.EqualFold(database, computed.PerformanceSchema), strings.EqualFold(database, computed.Profiling):
				return sqlerr.DeniedTable(ctx, "SELECT, INSERT", strings.ToLower(t.Name.String()))
			case strings.EqualFold(database, computed.Sys) && strings.EqualFold(t.Name.String(), "sys_config"):
				return sqlerr.NotSupportedYet("ANALYZE TABLE of sys.sys_config")
			case strings.EqualFold(database, computed.Sys):
				return sqlerr.NotBaseTable(strings.ToLower(database), t.Name.String())
			}
		}
	case *sqlparser.Load:
		if computed.IsPerformanceSchema(ctx, s.Table.DbQualifier.String()) {
			return sqlerr.DeniedTable(ctx, "INSERT", strings.ToLower(s.Table.Name.String()))
		}
	case *sqlparser.DBDDL:
		if strings.EqualFold(s.DBName, computed.PerformanceSchema) {
			return sqlerr.DeniedDatabase(ctx, computed.PerformanceSchema)
		}
		for _, set := range s.CharsetCollate {
			name := "character_set_database"
			if strings.EqualFold(set.Type, "collate") {
				name = "collation_database"
			}
			if err := sysvar.RefuseCharacterSet(name, set.Value); err != nil {
				return err
			}
		}
	case *sqlparser.AlterTable:
		for _, part := range s.Statements {
			if err := foreignKeyRestriction(part); err != nil {
				return err
			}
		}
		return privilege.FileRestriction(s)
	case *sqlparser.DDL:
		if err := tableRestriction(ctx, s); err != nil {
			return err
		}
		if err := privilege.FileRestriction(s); err != nil {
			return err
		}
		return foreignKeyRestriction(s)
	}
	return nil
}

// foreignKeyRestriction refuses what the engine refuses only where it finds a
// parser of its own type: SET DEFAULT as a foreign key's action.
func foreignKeyRestriction(s *sqlparser.DDL) error {
	if s.TableSpec == nil {
		return nil
	}
	for _, c := range s.TableSpec.Constraints {
		key, ok := c.Details.(*sqlparser.ForeignKeyDefinition)
		if ok && (key.OnDelete == sqlparser.SetDefault || key.OnUpdate == sqlparser.SetDefault) {
			return sql.ErrForeignKeySetDefault.New()
		}
	}
	return nil
}

// tableRestriction refuses CREATE TABLE with the Performance Schema's engine,
// or after the shape of one of its tables.
func tableRestriction(ctx *sql.Context, s *sqlparser.DDL) error {
	if s.Action != sqlparser.CreateStr {
		return nil
	}
	if s.OptLike != nil {
		for _, t := range s.OptLike.LikeTables {
			if computed.IsPerformanceSchema(ctx, t.DbQualifier.String()) {
				return sqlerr.InvalidUsage()
			}
		}
	}
	if s.TableSpec == nil {
		return nil
	}
	for _, option := range s.TableSpec.TableOpts {
		if strings.EqualFold(option.Name, "engine") && strings.EqualFold(strings.Trim(option.Value, "'`\""), computed.PerformanceSchema) {
			return sqlerr.InvalidUsage()
		}
	}
	return nil
}

// tableIn finds a table of performance_schema among those a SELECT reads from.
func tableIn(ctx *sql.Context, exprs sqlparser.TableExprs) (name string, ok bool) {
	for _, e := range exprs {
		switch e := e.(type) {
		case *sqlparser.AliasedTableExpr:
			if t, isTable := e.Expr.(sqlparser.TableName); isTable && computed.IsPerformanceSchema(ctx, t.DbQualifier.String()) {
				return strings.ToLower(t.Name.String()), true
			}
		case *sqlparser.ParenTableExpr:
			name, ok = tableIn(ctx, e.Exprs)
		case *sqlparser.JoinTableExpr:
			name, ok = tableIn(ctx, sqlparser.TableExprs{e.LeftExpr, e.RightExpr})
		}
		if ok {
			return name, true
		}
	}
	return "", false
}

// errUnsupportedPS is ER_UNSUPPORTED_PS.
const errUnsupportedPS = 1295

// NotPrepared is what who prepares a statement gets that MySQL does not prepare.
func NotPrepared() error {
	return mysql.NewSQLError(errUnsupportedPS, sqlerr.StateGeneral, "This command is not supported in the prepared statement protocol yet")
}

// namedDefaults has a statement name the defaults that it asks for. Of a query whose error is of
// a column, the engine first finds out whether it may be run.
func (a *Server) namedDefaults(m *Statement) (later, err error) {
	if !m.found.HasDefault() {
		return nil, nil
	}
	undefaulted := column.ColumnDefaults(m.SQL, a.Catalog(), m.Stmt)
	if undefaulted == nil {
		return nil, nil
	}
	switch s := m.Stmt.(type) {
	case *sqlparser.Insert:
		err = a.Rights.RefuseTables(m.SQL, "INSERT", []sqlparser.TableName{s.Table}, sql.PrivilegeType_Insert)
	case *sqlparser.Update:
		err = a.Rights.RefuseTables(m.SQL, "UPDATE", column.TablesOf(s.TableExprs), sql.PrivilegeType_Update)
	case sqlparser.SelectStatement:
		if m.isOwn() {
			return undefaulted, nil
		}
	}
	if err != nil {
		return nil, err
	}
	return nil, undefaulted
}
