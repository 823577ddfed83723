package privilege

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// Numbers of MySQL's errors, and their names there.
const (
	errViewNoExplain    = 1345 // ER_VIEW_NO_EXPLAIN
	errTriggerSchema    = 1435 // ER_TRG_IN_WRONG_SCHEMA
	errTriggerOnSystem  = 1465 // ER_NO_TRIGGERS_ON_SYSTEM_SCHEMA
	errAccountDeniedNoP = 1698 // ER_ACCESS_DENIED_NO_PASSWORD_ERROR
)

// Refusal is the error of a statement whose rights the engine does not ask for, or
// asks for too late to answer as MySQL does; nil for most. What such a statement
// needs it needs of the objects it names, in the order of their names.
func (r *Rights) Refusal(ctx *sql.Context, stmt sqlparser.Statement) error {
	switch s := stmt.(type) {
	case *sqlparser.Analyze:
		return r.refuseAnalyze(ctx, s)
	case *sqlparser.Explain:
		return r.RefuseExplain(ctx, s.Statement)
	case *sqlparser.PurgeBinaryLogs:
		if !r.Of(ctx).HasDynamic("BINLOG_ADMIN") {
			return sqlerr.Needs("SUPER or BINLOG_ADMIN")
		}
	case *sqlparser.GrantProxy:
		return r.refuseProxy(ctx, s.On, "GRANT PROXY")
	case *sqlparser.RevokeProxy:
		return r.refuseProxy(ctx, s.On, "REVOKE PROXY")
	case *sqlparser.DDL:
		switch {
		case s.TriggerSpec != nil && s.Action == sqlparser.CreateStr:
			return r.refuseTrigger(ctx, s)
		case s.OptLike != nil:
			return r.refuseLike(ctx, s)
		case s.Temporary && s.Action == sqlparser.DropStr:
			return r.refuseTemporary(ctx, s)
		}
	}
	return nil
}

var analyzed = need{command: "SELECT, INSERT", privileges: []sql.PrivilegeType{sql.PrivilegeType_Select, sql.PrivilegeType_Insert}}

// refuseAnalyze asks for SELECT and INSERT on the tables that are to be analyzed.
func (r *Rights) refuseAnalyze(ctx *sql.Context, s *sqlparser.Analyze) error {
	held := r.Of(ctx)
	for _, t := range s.Tables {
		db, table := baseDatabase(ctx, t.DbQualifier.String()), t.Name.String()
		switch {
		case db == "":
			return sql.ErrNoDatabaseSelected.New()
		case isPerformanceSchema(ctx, db): // see restriction
		case strings.EqualFold(db, sql.InformationSchemaDatabaseName):
			return sqlerr.DeniedDatabase(ctx, sql.InformationSchemaDatabaseName)
		default:
			if lacks := held.lacking(db, table, analyzed); lacks != "" {
				return sqlerr.DeniedTable(ctx, lacks, table)
			}
		}
	}
	return nil
}

// RefuseExplain asks for SHOW VIEW on the views that a statement reads, and for SELECT on what
// these read with the rights of others: their definitions show in its plan.
func (r *Rights) RefuseExplain(ctx *sql.Context, stmt sqlparser.SQLNode) error {
	held := r.Of(ctx)
	if held.everything || held.Has(sql.PrivilegeType_ShowView, sql.PrivilegeType_Select) {
		return nil
	}
	type query struct {
		database string
		node     sqlparser.SQLNode
		ofView   bool
	}
	seen := make(map[[3]string]bool)
	hidden := false
	for open := []query{{ctx.GetCurrentDatabase(), stmt, false}}; len(open) > 0; {
		q := open[len(open)-1]
		open = open[:len(open)-1]
		_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
			t, ok := n.(sqlparser.TableName)
			if !ok || t.Name.IsEmpty() {
				return !hidden, nil
			}
			db, name := q.database, t.Name.String()
			if named := t.DbQualifier.String(); named != "" {
				db = named
			}
			view := [3]string{strings.ToLower(db), strings.ToLower(name), strconv.FormatBool(q.ofView)}
			if seen[view] {
				return true, nil
			}
			seen[view] = true
			text, isView := definition.View(ctx, r.catalog.Load(), db, name)
			reads := held.onTable(baseDatabase(ctx, db), name, sql.PrivilegeType_Select)
			switch {
			case !reads && q.ofView:
				hidden = hidden || isView || definition.IsTable(ctx, r.catalog.Load(), r.running.Computed, db, name)
			case !isView:
			case !reads: // the statement itself is refused
			case !held.onTable(baseDatabase(ctx, db), name, sql.PrivilegeType_ShowView):
				hidden = true
			default:
				of, ok := definition.ViewIn(text)
				if hidden = hidden || !ok; ok {
					open = append(open, query{db, of.ViewExpr, true})
				}
			}
			return true, nil
		}, q.node)
	}
	if hidden {
		return mysql.NewSQLError(errViewNoExplain, sqlerr.StateGeneral, "EXPLAIN/SHOW can not be issued; lacking privileges for underlying table")
	}
	return nil
}

// refuseProxy is what GRANT PROXY and REVOKE PROXY get: who may not let others in
// as an account is told so, and everybody else that there are no proxies here.
func (r *Rights) refuseProxy(ctx *sql.Context, on sqlparser.AccountName, statement string) error {
	held := r.Of(ctx)
	if !isOwn(ctx, on) && !held.Has(append([]sql.PrivilegeType{sql.PrivilegeType_GrantOption}, everyStatic...)...) {
		return mysql.NewSQLError(errAccountDeniedNoP, stateAccount, "Access denied for user %s", sqlerr.Account(ctx))
	}
	return sqlerr.NotSupportedYet(statement)
}

// refuseTrigger refuses a trigger in another database than its table's, and one on
// an account table. The definitions of triggers that a statement reads, wherever it
// runs, were made where they are.
func (r *Rights) refuseTrigger(ctx *sql.Context, s *sqlparser.DDL) error {
	if !r.running.Parsing(ctx) {
		return nil
	}
	of, in := s.Table.DbQualifier.String(), s.TriggerSpec.TrigName.Qualifier.String()
	if of == "" {
		of = ctx.GetCurrentDatabase()
	}
	if in == "" {
		in = ctx.GetCurrentDatabase()
	}
	switch {
	case strings.EqualFold(of, "mysql"):
		return mysql.NewSQLError(errTriggerOnSystem, sqlerr.StateGeneral, "Triggers can not be created on system tables")
	case isPerformanceSchema(ctx, of):
		return sqlerr.DeniedDatabase(ctx, performanceSchema)
	case of != "" && in != "" && !strings.EqualFold(of, in) && r.Of(ctx).onTable(baseDatabase(ctx, of), s.Table.Name.String(), sql.PrivilegeType_Trigger):
		return mysql.NewSQLError(errTriggerSchema, sqlerr.StateGeneral, "Trigger in wrong schema")
	}
	return nil
}

// refuseLike asks for SELECT on the table that CREATE TABLE ... LIKE takes the
// shape of; for CREATE on the new one first, as MySQL does.
func (r *Rights) refuseLike(ctx *sql.Context, s *sqlparser.DDL) error {
	held := r.Of(ctx)
	db := baseDatabase(ctx, s.Table.DbQualifier.String())
	if s.Temporary {
		if !held.onDatabase(db, sql.PrivilegeType_CreateTempTable) {
			return nil
		}
	} else if !held.onTable(db, s.Table.Name.String(), sql.PrivilegeType_Create) {
		return nil
	}
	for _, t := range s.OptLike.LikeTables {
		of := baseDatabase(ctx, t.DbQualifier.String())
		if of == "" || isPerformanceSchema(ctx, of) || strings.EqualFold(of, sql.InformationSchemaDatabaseName) {
			continue // see restriction, and anybody's
		}
		if !held.onTable(of, t.Name.String(), sql.PrivilegeType_Select) && !r.hasTemporary(ctx, t.DbQualifier.String(), t.Name.String()) {
			return sqlerr.DeniedTable(ctx, "SELECT", t.Name.String())
		}
	}
	return nil
}

// refuseTemporary refuses DROP TEMPORARY TABLE of what is no temporary table of
// the session's. For what is, no right is needed.
func (r *Rights) refuseTemporary(ctx *sql.Context, s *sqlparser.DDL) error {
	kept := s.FromTables[:0:0]
	for _, t := range s.FromTables {
		db := t.DbQualifier.String()
		if db == "" {
			db = ctx.GetCurrentDatabase()
		}
		switch {
		case db == "":
			return sql.ErrNoDatabaseSelected.New()
		case r.hasTemporary(ctx, db, t.Name.String()):
			kept = append(kept, t)
		case !s.IfExists:
			return mysql.NewSQLError(mysql.ERBadTable, "42S02", "Unknown table '%s.%s'", db, t.Name.String())
		default:
			ctx.Session.Warn(&sql.Warning{Level: "Note", Code: mysql.ERBadTable, Message: "Unknown table '" + db + "." + t.Name.String() + "'"})
		}
	}
	s.FromTables = kept
	return nil
}

// RefuseTables is the error of who lacks rights on tables that a statement maintains;
// nil for others. command names the rights as MySQL's error does.
func (r *Rights) RefuseTables(ctx *sql.Context, command string, tables []sqlparser.TableName, privileges ...sql.PrivilegeType) error {
	held := r.Of(ctx)
	for _, t := range tables {
		db, table := baseDatabase(ctx, t.DbQualifier.String()), t.Name.String()
		changes := slices.Contains(privileges, sql.PrivilegeType_Insert)
		switch {
		case db == "":
			return sql.ErrNoDatabaseSelected.New()
		case isPerformanceSchema(ctx, db), isProfiling(ctx, db):
			if changes {
				return sqlerr.DeniedTable(ctx, command, strings.ToLower(table))
			}
		case strings.EqualFold(db, sql.InformationSchemaDatabaseName):
			return sqlerr.DeniedDatabase(ctx, sql.InformationSchemaDatabaseName)
		default:
			if lacks := held.lacking(db, table, need{command: command, privileges: privileges}); lacks != "" {
				return sqlerr.DeniedTable(ctx, lacks, table)
			}
		}
	}
	return nil
}

// ReadsTable says whether the account may read a table.
func (h Held) ReadsTable(database, table string) bool {
	return h.onTable(database, table, sql.PrivilegeType_Select)
}

// ListsTable says whether a table is among those that the account is shown.
func (h Held) ListsTable(database, table string) bool { return h.listsTable(database, table) }
