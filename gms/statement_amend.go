package gms

import (
	"context"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/program"
	"github.com/perfschema/perfschema/gms/dialect/rewrite"
	"github.com/perfschema/perfschema/gms/dialect/routine"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/sysschema"
	"github.com/perfschema/perfschema/gms/internal/table"
	"github.com/perfschema/perfschema/view"
)

// Amend replaces a statement that MySQL does not allow on performance_schema,
// where the engine's own checks do not tell, and puts right one that the engine
// would run otherwise than MySQL; others come back as they are. text is what it was
// parsed from, or longer.
func (a grammarServer) Amend(ctx context.Context, stmt sqlparser.Statement, text string) sqlparser.Statement {
	found := rewrite.Seek(text)
	if found&rewrite.SoughtVariable != 0 {
		if err := sqlerr.NamelessVariable(text, syntax.AnsiQuotes(ctx)); err != nil {
			return node.Refuse(err)
		}
	}
	calls := found&rewrite.SoughtCall != 0
	if calls {
		if rewrite.MisplacedAggregate(stmt) {
			return node.Refuse(sqlerr.GroupFunction())
		}
		if grouped := rewrite.GroupedAggregate(stmt, found); grouped != "" {
			return node.Refuse(sqlerr.GroupedBy(grouped))
		}
	}
	if err := a.refusePartitions(ctx, stmt, found, text); err != nil {
		return node.Refuse(err)
	}
	if err := rewrite.TooMany(stmt, text); err != nil {
		return node.Refuse(err)
	}
	rewrite.NameHeadings(stmt, found, text, syntax.AnsiQuotes(ctx))
	if err := rewrite.Statement(stmt, found); err != nil {
		return node.Refuse(err)
	}
	rewrite.KeepScopes(stmt, text, syntax.AnsiQuotes(ctx))
	if err := sysvar.RefuseScope(stmt, text); err != nil {
		return node.Refuse(err)
	}
	setCollation(stmt, text)
	program.AcceptConditions(stmt)
	rewrite.NameIndexes(stmt)
	if err := rewrite.DefineColumns(ctx, stmt); err != nil {
		return node.Refuse(err)
	}
	if calls {
		sysschema.NameFunctions(stmt, text)
		if found&rewrite.SoughtQualified != 0 {
			routine.NameCalls(stmt)
		}
	}
	program.SeparateSets(stmt)
	program.SeparateArguments(stmt)
	if !rewrite.BoundChains(stmt, text) {
		return node.Refuse(sqlerr.TooDeep())
	}
	c, ok := ctx.(*sql.Context)
	if !ok || stmt == nil {
		return stmt
	}
	x := executionOf(c)
	within := x != nil && x.known // the definition of stmt is read for another statement
	if c.Session != nil {
		if found.Collates() && c.GetCharacterSet() == sql.CharacterSet_utf8mb4 {
			rewrite.CollateIntroduced(stmt)
		}
		if err := settleBefore(c, stmt, text); err != nil {
			return node.Refuse(err)
		}
		privilege.NameTargets(c, stmt, text)
		if err := a.rights.Refusal(c, stmt); err != nil {
			return node.Refuse(err)
		}
		if err := a.refuseDefinition(c, stmt, text); err != nil {
			return node.Refuse(err)
		}
		if err := lockDefinitions(c, stmt); err != nil {
			return node.Refuse(err)
		}
		if insert, ok := stmt.(*sqlparser.Insert); ok {
			mayInsert := func(t sqlparser.TableName) bool {
				return a.rights.RefuseTables(c, "INSERT", []sqlparser.TableName{t}, sql.PrivilegeType_Insert) == nil
			}
			if err := rewrite.GeneratedValues(c, a.catalog(), insert, mayInsert); err != nil {
				return node.Refuse(err)
			}
			if err := rewrite.ImpliedValues(c, a.catalog(), insert, mayInsert); err != nil {
				return node.Refuse(err)
			}
		}
		if alter, ok := stmt.(*sqlparser.AlterTable); ok && a.rights.RefuseTables(c, "ALTER", []sqlparser.TableName{alter.Table}, sql.PrivilegeType_Alter) == nil {
			if err := rewrite.PlainDefaults(c, a.catalog(), alter); err != nil {
				return node.Refuse(err)
			}
		}
		undefaulted, err := a.namedDefaults(c, stmt, found)
		if err != nil {
			return node.Refuse(err)
		}
		rewrite.InsertSelected(c, a.catalog(), stmt)
		if own, err := a.findSystemTables(c, stmt, text); err != nil {
			return node.Refuse(err)
		} else if own != nil {
			return own
		}
		x := runningOf(c)
		if x == nil || x.amended {
			if rewrite.HasNoTriggers(c, stmt) {
				return node.Refuse(sqlerr.TriggerOfTemporary(stmt.(*sqlparser.DDL).Table.Name.String()))
			}
			rewrite.ForgetOrder(stmt) // of a trigger that is there
		}
		if x != nil && !x.amended { // no trigger that is there
			if x.query && strings.IndexByte(text, '?') >= 0 {
				if err := sqlerr.QuestionMark(text, syntax.AnsiQuotes(ctx)); err != nil {
					return node.Refuse(err)
				}
			}
			if e, ok := stmt.(*sqlparser.Execute); ok && x.programs.call == nil {
				x.programs.executes = e
				if err := x.room.execute(c, e.Name, x.phase != phaseStarting); err != nil {
					return node.Refuse(err)
				}
			}
			if call, ok := stmt.(*sqlparser.Call); ok && call.ProcName.Qualifier.IsEmpty() && c.GetCurrentDatabase() == "" {
				// The storage's own procedures are of no database.
				if own, err := a.catalog().ExternalStoredProcedure(c, call.ProcName.Name.String(), len(call.Params)); err == nil && own == nil {
					return node.Refuse(sql.ErrNoDatabaseSelected.New())
				}
			}
			if err := program.RefuseTrigger(stmt); err != nil {
				return node.Refuse(err)
			}
			if err := a.refuseTriggerOfTemporary(c, stmt); err != nil {
				return node.Refuse(err)
			}
			if err := program.RefuseReturn(stmt); err != nil {
				return node.Refuse(err)
			}
		}
		if ddl, ok := stmt.(*sqlparser.DDL); ok && ddl.Temporary && ddl.Action == sqlparser.DropStr && len(ddl.FromTables) == 0 {
			return node.NothingDone("DROP TEMPORARY TABLE")
		}
		if err := a.runWhereNamed(c, stmt); err != nil {
			return node.Refuse(err)
		}
		if x := runningOf(c); x != nil {
			if !x.amended {
				x.plan.strict, x.plan.ignores = rewrite.ChangesStrictly(stmt), rewrite.DeletesIgnoring(stmt)
				x.plan.deprecates, x.plan.conditional = deprecatedIn(c, stmt, found, text), conditional(stmt)
				x.plan.refusal = undefaulted
				if found.HasQuery() && undefaulted == nil {
					x.plan.refusal = rewrite.TargetRead(c, stmt)
				}
				if err := x.plan.checkEngine(c, stmt, text); err != nil {
					return node.Refuse(err)
				}
				if err := a.checkEvent(c, stmt, text); err != nil {
					return node.Refuse(err)
				}
				if ddl, ok := stmt.(*sqlparser.DDL); ok {
					x.plan.like = ddl.OptLike
				}
			}
			x.amended = true
			_, x.plan.sets = stmt.(*sqlparser.Set)
			x.plan.asksCount = x.plan.sets && found&rewrite.SoughtVariable != 0 && asksWarnings(text)
		}
		if ddl, ok := stmt.(*sqlparser.DDL); ok {
			if alreadyMade(c, a.catalog(), ddl) {
				return node.NothingMade("CREATE IF NOT EXISTS", ddl.Auth)
			}
			if rest, whole := leaveNowhere(c, a.catalog(), ddl); whole != nil {
				if x != nil && x.plan.conditional == ddl {
					x.plan.conditional = whole
				}
				if !rest {
					return node.NothingMade("DROP IF EXISTS", ddl.Auth)
				}
			}
			if own := a.truncateTemporary(c, ddl); own != nil {
				return own
			}
		}
		if x := runningOf(c); x != nil {
			stmt = x.connection.amendNext(c, stmt)
		}
		if own := a.processes.Statement(stmt); own != nil {
			return own
		}
		if query := rewrite.ShowCollations(stmt); query != nil {
			return query
		}
		if query := table.FilterIndexes(c, a.catalog(), stmt); query != nil {
			return query
		}
		if own := table.ShowView(c, a.catalog(), stmt); own != nil {
			return own
		}
		if analyze, ok := stmt.(*sqlparser.Analyze); ok {
			if err := restriction(c, analyze); err != nil {
				return node.Refuse(err)
			}
		}
		if own := a.grammar.WithoutEngine(c, stmt); own != nil {
			return own
		}
	}
	if err := a.accounts.InProgram(stmt); err != nil {
		return node.Refuse(err)
	}
	rewrite.DeleteByRow(c, stmt)
	err := restriction(c, stmt)
	if err == nil && calls && c.Session != nil {
		err = a.refuseStored(c, stmt)
	}
	if ddl, ok := stmt.(*sqlparser.DDL); ok && err == nil {
		if ddl.ViewSpec != nil { // the engine refuses LOCAL; keepDefinition looks at the text
			ddl.ViewSpec.CheckOption = sqlparser.ViewCheckOptionUnspecified
		}
		if !within {
			err = refuseRecursiveView(c, a.catalog(), ddl)
		}
	}
	if err != nil {
		return node.Refuse(err)
	}
	if e, ok := stmt.(*sqlparser.Explain); ok {
		return a.explainStatement(ctx, e, text)
	}
	if s, ok := stmt.(*sqlparser.Prepare); ok {
		return a.prepareApart(c, s)
	}
	keepName(stmt)
	return stmt
}

// asksWarnings says of a SET that it asks how many warnings there are, or keeps them.
func asksWarnings(text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(text, "_count") || strings.Contains(text, "lock_warnings")
}

// restriction is the error of a statement that must not run; nil for most.
func restriction(ctx *sql.Context, stmt sqlparser.Statement) error {
	switch s := stmt.(type) {
	case *sqlparser.Select:
		if s.Lock == nil || s.Lock.Type == "" {
			return nil
		}
		if name, ok := tableIn(ctx, s.From); ok && view.Lookup(name) != nil {
			return sqlerr.DeniedTable(ctx, "SELECT, LOCK TABLES", name)
		}
	case *sqlparser.Prepare:
		text := preparedText(ctx, s)
		if translated := translateIn(ctx, text); translated != text {
			s.Expr, text = translated, translated
		}
		if words.Parameters(text, syntax.AnsiQuotes(ctx)) > maxParameters {
			return tooManyParameters()
		}
		if one, err := oneStatement(text, syntax.AnsiQuotes(ctx)); err != nil {
			return err
		} else if one != text {
			s.Expr, text = one, one
		}
		if !words.Unprepared(text) || words.TooDeep(text, syntax.AnsiQuotes(ctx), true) {
			return nil
		}
		if _, err := sqlparser.ParseWithOptions(ctx, text, sql.LoadSqlMode(ctx).ParserOptions()); err == nil {
			return notPrepared()
		} // else the engine finds the mistake again
	case *sqlparser.Analyze:
		for _, t := range s.Tables {
			database := t.DbQualifier.String()
			if database == "" {
				database = ctx.GetCurrentDatabase()
			}
			switch {
			case strings.EqualFold(database, DatabaseName), strings.EqualFold(database, ProfilingName):
				return sqlerr.DeniedTable(ctx, "SELECT, INSERT", strings.ToLower(t.Name.String()))
			case strings.EqualFold(database, SysName) && strings.EqualFold(t.Name.String(), "sys_config"):
				return sqlerr.NotSupportedYet("ANALYZE TABLE of sys.sys_config")
			case strings.EqualFold(database, SysName):
				return sqlerr.NotBaseTable(strings.ToLower(database), t.Name.String())
			}
		}
	case *sqlparser.Load:
		if computed.IsPerformanceSchema(ctx, s.Table.DbQualifier.String()) {
			return sqlerr.DeniedTable(ctx, "INSERT", strings.ToLower(s.Table.Name.String()))
		}
	case *sqlparser.DBDDL:
		if strings.EqualFold(s.DBName, DatabaseName) {
			return sqlerr.DeniedDatabase(ctx, DatabaseName)
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
		return fileRestriction(s)
	case *sqlparser.DDL:
		if err := tableRestriction(ctx, s); err != nil {
			return err
		}
		if err := fileRestriction(s); err != nil {
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
		if strings.EqualFold(option.Name, "engine") && strings.EqualFold(strings.Trim(option.Value, "'`\""), DatabaseName) {
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

// notPrepared is what who prepares a statement gets that MySQL does not prepare.
func notPrepared() error {
	return mysql.NewSQLError(errUnsupportedPS, sqlerr.StateGeneral, "This command is not supported in the prepared statement protocol yet")
}

// namedDefaults has a statement name the defaults that it asks for. Of a query whose error is of
// a column, the engine first finds out whether it may be run.
func (a grammarServer) namedDefaults(ctx *sql.Context, stmt sqlparser.Statement, found rewrite.Sought) (later, err error) {
	if !found.HasDefault() {
		return nil, nil
	}
	undefaulted := rewrite.ColumnDefaults(ctx, a.catalog(), stmt)
	if undefaulted == nil {
		return nil, nil
	}
	switch s := stmt.(type) {
	case *sqlparser.Insert:
		err = a.rights.RefuseTables(ctx, "INSERT", []sqlparser.TableName{s.Table}, sql.PrivilegeType_Insert)
	case *sqlparser.Update:
		err = a.rights.RefuseTables(ctx, "UPDATE", rewrite.TablesOf(s.TableExprs), sql.PrivilegeType_Update)
	case sqlparser.SelectStatement:
		if x := runningOf(ctx); x != nil && !x.amended {
			return undefaulted, nil
		}
	}
	if err != nil {
		return nil, err
	}
	return nil, undefaulted
}
