package amendment

import (
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/change"
	"github.com/perfschema/perfschema/gms/dialect/column"
	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// answerRules come last: some answer in the engine's place, and end the list so.
var answerRules = []rule.Of[Step]{
	warningsOfSetRule,
	createExistingRule,
	dropNowhereRule,
	nextTransactionsRule,
	processesRule,
	showCollationsRule,
	showIndexesRule,
	showViewsRule,
	withoutEngineRule,
	alterUserInProgramsRule,
	deleteAllRule,
	refusedStatementsRule,
	storedInDefinitionsRule,
	checkOptionsRule,
	recursiveViewsRule,
	explainFormatsRule,
	prepareApartRule,
	preparedNamesRule,
}

var warningsOfSetRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "warnings-of-set", Changes: rule.Tree, About: rule.Variables,
		Why:      "The engine keeps the warnings of the statement before a SET; MySQL clears them, unless SET asks how many there are.",
		NeededBy: rule.Data, Golden: "bounded_variables",
	},
	Apply: Step{
		when: ofRunning,
		apply: func(a *Server, m *Statement) error {
			_, m.learned.Sets = m.Stmt.(*sqlparser.Set)
			m.learned.asksCount = m.learned.Sets && m.found&step.SoughtVariable != 0 && asksWarnings(m.Text)
			return nil
		},
	},
}

var createExistingRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "create-if-not-exists", Changes: rule.Tree, About: rule.Tables,
		Why:      "The engine fails at CREATE IF NOT EXISTS of a procedure, a trigger or a temporary table that is there.",
		NeededBy: rule.Data, Golden: "written_definitions",
	},
	Apply: Step{
		kinds: kindDDL, when: inSession,
		apply: func(a *Server, m *Statement) error {
			if ddl := m.Stmt.(*sqlparser.DDL); alreadyMade(m.SQL, a.Catalog(), a.Tables, ddl) {
				m.Answer(node.NothingMade("CREATE IF NOT EXISTS", ddl.Auth))
			}
			return nil
		},
	},
}

var dropNowhereRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "drop-if-exists", Changes: rule.Tree, About: rule.Tables,
		Why:      "The engine fails at DROP IF EXISTS of a name in a database that is not there.",
		NeededBy: rule.Data, Golden: "dropped_nowhere",
	},
	Apply: Step{
		kinds: kindDDL, when: inSession,
		apply: func(a *Server, m *Statement) error {
			m.leaveNowhere(a)
			return nil
		},
	},
}

var nextTransactionsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "next-transaction", Changes: rule.Tree, About: rule.Commits,
		Why:      "SET TRANSACTION without a scope sets the next transaction alone in MySQL; the engine sets the session.",
		NeededBy: rule.Data, Golden: "next_transaction",
	},
	Apply: Step{
		kinds: notRows,
		when:  ofRunning,
	},
}

var processesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "show-processlist", Changes: rule.Tree, About: rule.Shows,
		Why:      "SHOW PROCESSLIST of the engine lists every session to everybody, without states and times; rows are those of the Performance Schema, by rights.",
		NeededBy: rule.Rights, Golden: "events",
	},
	Apply: Step{
		kinds: notRows,
		when:  inSession,
	},
}

var showCollationsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "show-collation", Changes: rule.Tree, About: rule.Shows,
		Why:      "SHOW COLLATION of the engine has other columns.",
		NeededBy: rule.Tool, Golden: "show_where", By: "DBeaver",
	},
	Apply: Step{
		kinds: notRows,
		when:  inSession,
		apply: func(a *Server, m *Statement) error {
			m.Answer(query.ShowCollations(m.Stmt))
			return nil
		},
	},
}

var showIndexesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "show-index-where", Changes: rule.Tree, About: rule.Shows,
		Why:      "The engine compares other columns than those that the condition of SHOW INDEX names; here the indexes are read from information_schema.",
		NeededBy: rule.Tool, By: "phpMyAdmin", Golden: "show_where",
	},
	Apply: Step{
		kinds: notRows,
		when:  inSession,
	},
}

var showViewsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "show-create-view", Changes: rule.Tree, About: rule.Shows,
		Why:      "The engine plans a view to show its definition, and fails if it cannot; MySQL shows the text.",
		NeededBy: rule.Tool, By: "mysqldump", Golden: "views",
	},
	Apply: Step{
		kinds: notRows,
		when:  inSession,
	},
}

var withoutEngineRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "statements-without-effect", Changes: rule.Tree, About: rule.Shows,
		Why:      "The engine refuses CHECK, OPTIMIZE, REPAIR and FLUSH of tables, which tools run.",
		NeededBy: rule.Tool, By: "mysqlcheck", Golden: "rights_statements",
	},
	Apply: Step{
		kinds: notRows,
		when:  inSession,
		apply: func(a *Server, m *Statement) error {
			m.Answer(a.Grammar.WithoutEngine(m.SQL, m.Stmt))
			return nil
		},
	},
}

var alterUserInProgramsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "alter-user-in-programs", Changes: rule.Tree, About: rule.Accounts,
		Why:      "In a stored program the engine loses what ALTER USER sets, or takes the password away.",
		NeededBy: rule.Rights, Golden: "program_statements",
	},
	Apply: Step{
		kinds: kindDDL,
		when:  inStatement,
		apply: func(a *Server, m *Statement) error {
			return a.Accounts.InProgram(m.Stmt)
		},
	},
}

var deleteAllRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "delete-of-all-rows", Changes: rule.Tree, About: rule.Changes,
		Why:      "The engine makes a TRUNCATE of a DELETE without a condition, by the triggers and keys of the current database.",
		NeededBy: rule.Data, Golden: "deleted_rows",
	},
	Apply: Step{
		kinds: notRows,
		when:  inStatement,
		apply: func(a *Server, m *Statement) error {
			change.DeleteByRow(m.SQL, m.Stmt)
			return nil
		},
	},
}

var refusedStatementsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "refused-statements", Changes: rule.Error, About: rule.Schemas,
		Why:      "Statements about performance_schema, foreign keys with SET DEFAULT, and PREPARE of what MySQL does not prepare are refused.",
		NeededBy: rule.Client, Golden: "prepared",
	},
	Apply: Step{
		when: inStatement,
		apply: func(a *Server, m *Statement) error {
			return a.Restriction(m.SQL, m.Stmt)
		},
	},
}

var storedInDefinitionsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "stored-functions-in-tables", Changes: rule.Error, About: rule.Tables,
		Why:      "A table that calls a stored function, in a default, a check or a generated column, is refused, as in MySQL.",
		NeededBy: rule.Client, Golden: "functions",
	},
	Apply: Step{
		when: inSession, sought: step.SoughtCall,
		apply: func(a *Server, m *Statement) error {
			return column.RefuseStored(m.SQL, m.Stmt, a.Stored)
		},
	},
}

var checkOptionsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "check-option", Changes: rule.Tree, About: rule.Tables,
		Why:      "The engine refuses LOCAL of WITH CHECK OPTION; the definition is kept as it was written.",
		NeededBy: rule.Tool, By: "mysqldump", Golden: "views",
	},
	Apply: Step{
		kinds: kindDDL, when: inStatement,
		apply: func(a *Server, m *Statement) error {
			if ddl := m.Stmt.(*sqlparser.DDL); ddl.ViewSpec != nil { // definition.KeepView looks at the text
				ddl.ViewSpec.CheckOption = sqlparser.ViewCheckOptionUnspecified
			}
			return nil
		},
	},
}

var recursiveViewsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "recursive-views", Changes: rule.Error, About: rule.Tables,
		Why:      "The engine makes a view that selects from itself by others, and overflows the stack when it is read; MySQL has error 1146.",
		NeededBy: rule.End, Golden: "long_statements",
	},
	Apply: Step{
		kinds: kindDDL, when: inStatement,
		apply: func(a *Server, m *Statement) error {
			if m.within {
				return nil
			}
			return definition.RefuseRecursive(m.SQL, a.Catalog(), m.Stmt.(*sqlparser.DDL))
		},
	},
}

var explainFormatsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "explain-formats", Changes: rule.Tree, About: rule.Shows,
		Why:      "EXPLAIN of the engine has a format of its own; here it has FORMAT=TREE, JSON and TRADITIONAL.",
		NeededBy: rule.Tool, By: "MySQL Workbench", Golden: "explain_formats",
	},
	Apply: Step{
		kinds: kindExplain, when: inStatement,
	},
}

var prepareApartRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "prepare", Changes: rule.Tree, About: rule.Prepared,
		Why:      "The engine binds the text of PREPARE as a part of PREPARE, which commits if the text is DDL or reads a view.",
		NeededBy: rule.Data, Golden: "prepared",
	},
	Apply: Step{
		kinds: kindPrepare, when: inStatement,
	},
}

var preparedNamesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "names-of-prepared", Changes: rule.Tree, About: rule.Prepared,
		Why:      "The engine keeps statements of PREPARE by name in the list of those that clients prepare by text: a query of nothing but a name would run that statement. Names ignore letter case.",
		NeededBy: rule.Data, Golden: "prepared",
	},
	Apply: Step{
		kinds: notRows,
		when:  inStatement,
	},
}
