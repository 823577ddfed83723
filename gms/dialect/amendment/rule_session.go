package amendment

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/change"
	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/column"
	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/program"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/dialect/trigger"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// sessionRules are of a session's statements, until what is known of one is complete.
var sessionRules = []rule.Of[Step]{
	introducersRule,
	implicitCommitsRule,
	rightsTargetsRule,
	statementRightsRule,
	definitionErrorsRule,
	definitionLocksRule,
	generatedValuesRule,
	impliedValuesRule,
	plainDefaultsRule,
	columnDefaultsRule,
	insertSelectedRule,
	systemTablesRule,
	temporaryTriggersRule,
	triggerOrderRule,
	questionMarksRule,
	longPathsRule,
	executeRoomRule,
	failedPrepareRule,
	callDatabaseRule,
	triggerBodiesRule,
	temporaryTriggerErrorsRule,
	returnsRule,
	dropTemporaryRule,
	namedDatabasesRule,
	strictChangesRule,
	boundsOfSetRule,
	notesOfDropRule,
	storedOtherwiseRule,
	refusedQueriesRule,
	storageEnginesRule,
	eventBodiesRule,
	createLikeRule,
}

var introducersRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "collate-of-introducers", Changes: rule.Tree, About: rule.Comparisons,
		Why:      "The parser puts COLLATE behind _utf8mb4'a' into the literal, whose collation a column's goes before; in MySQL it decides.",
		NeededBy: rule.Data, Golden: "collated_introducers",
	},
	Apply: Step{
		when: inSession,
		apply: func(a *Server, m *Statement) error {
			if m.found.Collates() && m.SQL.GetCharacterSet() == sql.CharacterSet_utf8mb4 {
				collate.CollateIntroduced(m.Stmt)
			}
			return nil
		},
	},
}

var implicitCommitsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "implicit-commit", Changes: rule.Tree, About: rule.Commits,
		Why:      "The engine commits after DDL; MySQL commits before it as well, so that an error leaves nothing open.",
		NeededBy: rule.Data, Golden: "implicit_commits",
		Before: []rule.Link{{Name: "statement-rights", Because: "as in MySQL, a statement that is refused has committed"}},
	},
	Apply: Step{
		when: inSession,
	},
}

var rightsTargetsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "targets-of-rights", Changes: rule.Tree, About: rule.Accounts,
		Why:      "The engine's grammar leaves out what some statements are about, so that rights are asked for too strictly.",
		NeededBy: rule.Rights, Golden: "rights_statements",
		Before: []rule.Link{{Name: "statement-rights"}},
	},
	Apply: Step{
		when: inSession,
		apply: func(a *Server, m *Statement) error {
			privilege.NameTargets(m.SQL, m.Stmt, m.Text)
			return nil
		},
	},
}

var statementRightsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "statement-rights", Changes: rule.Error, About: rule.Accounts,
		Why:      "The engine does not ask for the rights that some statements need, or asks too late.",
		NeededBy: rule.Rights, Golden: "rights_statements",
		Before: []rule.Link{{Name: "definition-errors", Because: "an error about an object tells whether it is there"}},
	},
	Apply: Step{
		kinds: notRows,
		when:  inSession,
		apply: func(a *Server, m *Statement) error {
			return a.Rights.Refusal(m.SQL, m.Stmt)
		},
	},
}

var definitionErrorsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "definition-errors", Changes: rule.Error, About: rule.Tables,
		Why:      "Errors of CREATE and ALTER TABLE that the engine finds late, otherwise, or not at all.",
		NeededBy: rule.Client, Golden: "table_faults",
	},
	Apply: Step{
		when:    inSession,
		defines: true,
		apply: func(a *Server, m *Statement) error {
			return a.refuseDefinition(m.SQL, m.Stmt, m.Text)
		},
	},
}

var definitionLocksRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "metadata-locks", Changes: rule.Tree, About: rule.Commits,
		Why:      "The engine changes tables under statements that use them; MySQL waits for metadata locks.",
		NeededBy: rule.Data, Golden: "locks",
		After: []rule.Link{{Name: "statement-rights", Because: "who lacks rights makes nobody wait"}},
	},
	Apply: Step{
		when: inSession,
	},
}

var generatedValuesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "values-of-generated-columns", Changes: rule.Tree, About: rule.Changes,
		Why:      "The engine looks for a value of a generated column in the first row alone; MySQL refuses it in any.",
		NeededBy: rule.Client, Golden: "generated_values",
	},
	Apply: Step{
		kinds: kindInsert, when: inSession,
		apply: func(a *Server, m *Statement) error {
			return column.GeneratedValues(m.SQL, a.Catalog(), m.Stmt.(*sqlparser.Insert), a.mayInsert(m.SQL))
		},
	},
}

var impliedValuesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "implied-values", Changes: rule.Tree, About: rule.Changes,
		Why:      "A column without a default is an error of the engine in every mode; without strict mode MySQL gives the value of its type, with a warning.",
		NeededBy: rule.Data, Golden: "error_texts",
	},
	Apply: Step{
		kinds: kindInsert, when: inSession,
		apply: func(a *Server, m *Statement) error {
			return column.ImpliedValues(m.SQL, a.Catalog(), m.Stmt.(*sqlparser.Insert), a.mayInsert(m.SQL))
		},
	},
}

var plainDefaultsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "dates-in-set-default", Changes: rule.Tree, About: rule.Changes,
		Why:      "ALTER COLUMN SET DEFAULT of the engine refuses forms of dates and times that MySQL takes.",
		NeededBy: rule.Data, Golden: "moment_forms",
	},
	Apply: Step{
		kinds: kindAlter, when: inSession,
		apply: func(a *Server, m *Statement) error {
			alter := m.Stmt.(*sqlparser.AlterTable)
			if a.Rights.RefuseTables(m.SQL, "ALTER", []sqlparser.TableName{alter.Table}, sql.PrivilegeType_Alter) != nil {
				return nil
			}
			return column.PlainDefaults(m.SQL, a.Catalog(), alter)
		},
	},
}

var columnDefaultsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "default-of-columns", Changes: rule.Tree, About: rule.Changes,
		Why:      "The engine takes DEFAULT(b) of SET a = DEFAULT(b) for the default of a, and panics at DEFAULT(column) elsewhere.",
		NeededBy: rule.Data, Golden: "column_defaults",
		Before: []rule.Link{{Name: "refused-queries", Because: "the error of a query is kept until its rights are known"}},
	},
	Apply: Step{
		when: inSession,
		apply: func(a *Server, m *Statement) error {
			var err error
			m.undefaulted, err = a.namedDefaults(m)
			return err
		},
	},
}

var insertSelectedRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "values-of-selected-rows", Changes: rule.Tree, About: rule.Changes,
		Why:      "VALUES() in ON DUPLICATE KEY UPDATE finds nothing where the rows are selected.",
		NeededBy: rule.Data, Golden: "insert_selected",
	},
	Apply: Step{
		kinds: notRows,
		when:  inSession,
		apply: func(a *Server, m *Statement) error {
			change.InsertSelected(m.SQL, a.Catalog(), m.Stmt)
			return nil
		},
	},
}

var systemTablesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "tables-of-mysql", Changes: rule.Tree, About: rule.Schemas,
		Why:      "The engine lacks tables of the database mysql that tools read; a statement about them reads ours.",
		NeededBy: rule.Tool, By: "mysqldump", Golden: "written_forms",
	},
	Apply: Step{
		when: inSession,
	},
}

var temporaryTriggersRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "triggers-of-temporary-tables", Changes: rule.Tree, About: rule.Triggers,
		Why:      "Where a statement changes a stored table and a temporary one, the engine runs the triggers of a stored table for the temporary one of its name; MySQL has none there.",
		NeededBy: rule.Data, Golden: "hidden_tables",
	},
	Apply: Step{
		kinds: kindDDL,
		when:  ofOther,
		apply: func(a *Server, m *Statement) error {
			if trigger.HasNoTriggers(m.SQL, m.Stmt) {
				return sqlerr.TriggerOfTemporary(m.Stmt.(*sqlparser.DDL).Table.Name.String())
			}
			return nil
		},
	},
}

var triggerOrderRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "order-of-read-triggers", Changes: rule.Tree, About: rule.Triggers,
		Why:      "The engine looks for the trigger that FOLLOWS names when it reads one again, and fails if that is gone.",
		NeededBy: rule.Data, Golden: "triggers",
	},
	Apply: Step{
		kinds: kindDDL,
		when:  ofOther,
		apply: func(a *Server, m *Statement) error {
			trigger.ForgetOrder(m.Stmt)
			return nil
		},
	},
}

var questionMarksRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "question-marks", Changes: rule.Error, About: rule.Prepared,
		Why:      "The engine takes ? of a query for a parameter, and finds no value; in MySQL it is a syntax error.",
		NeededBy: rule.Client, Golden: "prepared",
	},
	Apply: Step{
		when: ofOwn, sought: step.SoughtParameter,
		apply: func(a *Server, m *Statement) error {
			if m.query {
				return sqlerr.QuestionMark(m.Text, syntax.AnsiQuotes(m.Ctx))
			}
			return nil
		},
	},
}

var executeRoomRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "room-of-execute", Changes: rule.Tree, About: rule.Prepared,
		Why:      "EXECUTE takes room for planning what it executes, so that long statements do not take all memory.",
		NeededBy: rule.End, Golden: "long_statements",
	},
	Apply: Step{
		kinds: kindExecute, when: ofOwn,
	},
}

var failedPrepareRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "failed-prepare", Changes: rule.Tree, About: rule.Prepared,
		Why:      "A PREPARE that fails leaves its name to the statement that had it before, which EXECUTE would run; in MySQL the name is free.",
		NeededBy: rule.Data, Golden: "prepared",
	},
	Apply: Step{
		kinds: kindPrepare, when: ofOwn,
	},
}

var callDatabaseRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "call-without-database", Changes: rule.Error, About: rule.Programs,
		Why:      "CALL without a database is another error in the engine; in MySQL it is 1046.",
		NeededBy: rule.Client, Golden: "headings",
	},
	Apply: Step{
		kinds: kindCall, when: ofOwn,
		apply: func(a *Server, m *Statement) error {
			return a.refuseCall(m.SQL, m.Stmt.(*sqlparser.Call))
		},
	},
}

var triggerBodiesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "bodies-of-triggers", Changes: rule.Error, About: rule.Triggers,
		Why:      "The engine makes triggers whose bodies commit, return rows or lock tables; MySQL refuses them.",
		NeededBy: rule.Client, Golden: "triggers",
	},
	Apply: Step{
		kinds: kindDDL,
		when:  ofOwn,
		apply: func(a *Server, m *Statement) error {
			return program.RefuseTrigger(m.Stmt)
		},
	},
}

var temporaryTriggerErrorsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "create-trigger-on-temporary", Changes: rule.Error, About: rule.Triggers,
		Why:      "The engine makes a trigger of a temporary table that belongs to the stored one; in MySQL it is error 1361.",
		NeededBy: rule.Data, Golden: "hidden_tables",
	},
	Apply: Step{
		kinds: kindDDL,
		when:  ofOwn,
		apply: func(a *Server, m *Statement) error {
			return a.refuseTriggerOfTemporary(m.SQL, m.Stmt)
		},
	},
}

var returnsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "return-outside-functions", Changes: rule.Error, About: rule.Programs,
		Why:      "The engine accepts RETURN in procedures, triggers and events; MySQL has error 1313.",
		NeededBy: rule.Client, Golden: "functions",
	},
	Apply: Step{
		kinds: kindDDL,
		when:  ofOwn,
		apply: func(a *Server, m *Statement) error {
			return program.RefuseReturn(m.Stmt)
		},
	},
}

var dropTemporaryRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "drop-temporary-nothing", Changes: rule.Tree, About: rule.Tables,
		Why:      "DROP TEMPORARY TABLE IF EXISTS of tables that are not there does nothing, where the engine fails.",
		NeededBy: rule.Data, Golden: "dropped_nowhere",
	},
	Apply: Step{
		kinds: kindDDL, when: inSession,
		apply: func(a *Server, m *Statement) error {
			if ddl := m.Stmt.(*sqlparser.DDL); ddl.Temporary && ddl.Action == sqlparser.DropStr && len(ddl.FromTables) == 0 {
				m.Answer(node.NothingDone("DROP TEMPORARY TABLE"))
			}
			return nil
		},
	},
}

var namedDatabasesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "named-databases", Changes: rule.Tree, About: rule.Names,
		Why:      "The engine runs ANALYZE, CALL and others in the current database whatever database they name, or fails for want of one.",
		NeededBy: rule.Data, Golden: "rights_statements",
	},
	Apply: Step{
		when: inSession,
	},
}

var strictChangesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "strict-changes", Changes: rule.Tree, About: rule.Changes,
		Why:      "A strict sql_mode ends a change by warnings of values, which the engine raises and goes on.",
		NeededBy: rule.Data, Golden: "strict_changes",
	},
	Apply: Step{
		when: ofOwn,
		apply: func(a *Server, m *Statement) error {
			m.learned.Strict, m.learned.Ignores = change.ChangesStrictly(m.Stmt), change.DeletesIgnoring(m.Stmt)
			return nil
		},
	},
}

var boundsOfSetRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "bounds-of-set", Changes: rule.Tree, About: rule.Variables,
		Why:      "The engine refuses or takes a value of a system variable that is out of bounds, and has no SET PERSIST ... = DEFAULT; MySQL sets the nearest value, with a warning.",
		NeededBy: rule.Data, Golden: "bounded_variables",
		Before: []rule.Link{{Name: "storage-engines", Because: "that one adds warnings"}},
	},
	Apply: Step{
		kinds: notRows,
		when:  ofOwn,
		apply: func(a *Server, m *Statement) error {
			if set, ok := m.Stmt.(*sqlparser.Set); ok {
				sysvar.PersistDefaults(m.SQL, set)
				m.learned.warnings = sysvar.BoundSet(m.SQL, set)
			}
			return nil
		},
	},
}

var storedOtherwiseRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "stored-otherwise", Changes: rule.Error, About: rule.Tables,
		Why:      "The storage keeps six digits of a second in every TIME, and a table as one partition: a definition that says otherwise has a warning.",
		NeededBy: rule.Data, Golden: "temporal_values",
		After:  []rule.Link{{Name: "bounds-of-set"}},
		Before: []rule.Link{{Name: "storage-engines", Because: "that one adds warnings"}},
	},
	Apply: Step{
		kinds: kindDDL | kindAlter,
		when:  ofOwn,
		apply: func(a *Server, m *Statement) error {
			m.learned.warnings = append(m.learned.warnings, warningsOfDefinition(m.Stmt)...)
			return nil
		},
	},
}

var notesOfDropRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "notes-of-drop", Changes: rule.Error, About: rule.Tables,
		Why:      "The engine gives DROP TABLE IF EXISTS the oldest warnings and errors of the statement before in place of its notes: it looks for new ones at the wrong end of the list.",
		NeededBy: rule.Data, Golden: "dropped_nowhere",
	},
	Apply: Step{
		kinds: kindDDL, when: ofOwn,
		apply: func(a *Server, m *Statement) error {
			if ddl := m.Stmt.(*sqlparser.DDL); ddl.IfExists {
				m.learned.absent = ddl.FromTables
			}
			return nil
		},
	},
}

var refusedQueriesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "refused-queries", Changes: rule.Tree, About: rule.Changes,
		Why:      "The engine changes a table that the statement reads in a subquery; MySQL has error 1093, after the check of rights.",
		NeededBy: rule.Data, Golden: "target_reads",
	},
	Apply: Step{
		when: ofOwn,
		apply: func(a *Server, m *Statement) error {
			m.learned.Refusal = m.undefaulted
			if m.undefaulted == nil && m.found.HasQuery() {
				m.learned.Refusal = change.TargetRead(m.SQL, m.Stmt)
			}
			return nil
		},
	},
}

var storageEnginesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "storage-engines", Changes: rule.Tree, About: rule.Tables,
		Why:      "The engine ignores ENGINE; MySQL refuses one that it does not know, or warns, by sql_mode.",
		NeededBy: rule.Client, Golden: "table_faults",
	},
	Apply: Step{
		when: ofOwn,
		apply: func(a *Server, m *Statement) error {
			return m.learned.checkEngine(m.SQL, m.Stmt, m.Text)
		},
	},
}

var eventBodiesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "bodies-of-events", Changes: rule.Tree, About: rule.Programs,
		Why:      "The engine checks nothing of the body of an event, which fails each time that it runs.",
		NeededBy: rule.Client, Golden: "event_bodies",
	},
	Apply: Step{
		kinds: kindDDL,
		when:  ofOwn,
		apply: func(a *Server, m *Statement) error {
			return definition.CheckEvent(m.SQL, a.Catalog(), m.Stmt, m.Text)
		},
	},
}

var createLikeRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "create-like", Changes: rule.Tree, About: rule.Tables,
		Why:      "CREATE TABLE ... LIKE copies the indexes of a table; the copy is told apart from its model as it is opened.",
		NeededBy: rule.Data, Golden: "table_io",
	},
	Apply: Step{
		kinds: kindDDL, when: ofOwn,
		apply: func(a *Server, m *Statement) error {
			m.learned.Like = m.Stmt.(*sqlparser.DDL).OptLike
			return nil
		},
	},
}
