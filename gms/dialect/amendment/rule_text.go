package amendment

import (
	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/column"
	"github.com/perfschema/perfschema/gms/dialect/grammar"
	"github.com/perfschema/perfschema/gms/dialect/group"
	"github.com/perfschema/perfschema/gms/dialect/program"
	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/dialect/rewrite"
	"github.com/perfschema/perfschema/gms/dialect/routine"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
)

// textRules are of any text, also where there is no session.
var textRules = []rule.Of[Step]{
	namelessVariablesRule,
	misplacedAggregatesRule,
	groupedAggregatesRule,
	partitionsRule,
	listLimitRule,
	headingsRule,
	treeRulesRule,
	keptScopesRule,
	scopeErrorsRule,
	setNamesRule,
	handlersRule,
	indexNamesRule,
	referencesRule,
	columnDefinitionsRule,
	sysFunctionsRule,
	databaseFunctionsRule,
	separateSetsRule,
	separateArgumentsRule,
	chainsRule,
}

var namelessVariablesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "nameless-variables", Changes: rule.Error, About: rule.Variables,
		Why:      "The engine panics at a system variable without a name, as @@session., which rolls the open transaction back; in MySQL it is a syntax error, and the transaction stays open.",
		NeededBy: rule.Data, Golden: "refused_names",
	},
	Apply: Step{
		sought: step.SoughtVariable,
		apply: func(a *Server, m *Statement) error {
			return sqlerr.NamelessVariable(m.Text, syntax.AnsiQuotes(m.Ctx))
		},
	},
}

var misplacedAggregatesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "misplaced-aggregates", Changes: rule.Error, About: rule.Grouping,
		Why:      "The engine answers an aggregate in WHERE or in another aggregate with what happens to be there; MySQL has error 1111.",
		NeededBy: rule.Data, Golden: "error_texts",
	},
	Apply: Step{
		sought: step.SoughtCall,
		apply: func(a *Server, m *Statement) error {
			if group.MisplacedAggregate(m.Stmt) {
				return sqlerr.GroupFunction()
			}
			return nil
		},
	},
}

var groupedAggregatesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "grouped-aggregates", Changes: rule.Error, About: rule.Grouping,
		Why:      "The engine groups by an aggregate, or by the position of one; MySQL has error 1056.",
		NeededBy: rule.Client, Golden: "definition_errors",
	},
	Apply: Step{
		sought: step.SoughtCall,
		apply: func(a *Server, m *Statement) error {
			if grouped := group.GroupedAggregate(m.Stmt, m.found); grouped != "" {
				return sqlerr.GroupedBy(grouped)
			}
			return nil
		},
	},
}

var partitionsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "partitions", Changes: rule.Error, About: rule.Tables,
		Why:      "The engine ignores PARTITION: it changes nothing, or reads and deletes all rows. No table has partitions, so MySQL has an error.",
		NeededBy: rule.Data, Golden: "partitions",
	},
	Apply: Step{
		sought: step.SoughtPartition,
		apply: func(a *Server, m *Statement) error {
			return a.refusePartitions(m.Ctx, m.Stmt, m.found, m.Text)
		},
	},
}

var listLimitRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "list-limit", Changes: rule.Error, About: rule.Queries,
		Why:      "The engine plans long lists in a time that grows with the square of their length, and heeds no KILL meanwhile.",
		NeededBy: rule.End, Golden: "long_statements",
	},
	Apply: Step{
		apply: func(a *Server, m *Statement) error {
			return query.TooMany(m.Stmt, m.Text)
		},
	},
}

var headingsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "headings", Changes: rule.Tree, About: rule.Names,
		Why:      "The engine calls a column without an alias by its own text of the expression; MySQL by the text of the statement.",
		NeededBy: rule.Data, Golden: "headings",
		Before: []rule.Link{{Name: "syntax-tree-rules", Because: "those write expressions otherwise"}},
	},
	Apply: Step{
		apply: func(a *Server, m *Statement) error {
			query.NameHeadings(m.Stmt, m.found, m.Text, syntax.AnsiQuotes(m.Ctx))
			return nil
		},
	},
}

var treeRulesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "syntax-tree-rules", Changes: rule.Tree, About: rule.Queries,
		Why:      "Applies the rules of the syntax tree that hold in stored programs too, listed apart.",
		NeededBy: rule.Data, Golden: "windows_over_groups",
	},
	Apply: Step{
		apply: func(a *Server, m *Statement) error {
			return rewrite.Statement(m.Stmt, m.found)
		},
	},
}

var keptScopesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "scopes-of-set", Changes: rule.Tree, About: rule.Variables,
		Why:      "The engine reads SET GLOBAL a = 1, b = 2 as if b had no scope; in MySQL it takes that of the word before.",
		NeededBy: rule.Data, Golden: "variable_scopes",
		Before: []rule.Link{{Name: "scope-errors", Because: "that one reads the scopes"}},
	},
	Apply: Step{
		kinds: notRows,
		apply: func(a *Server, m *Statement) error {
			query.KeepScopes(m.Stmt, m.Text, syntax.AnsiQuotes(m.Ctx))
			return nil
		},
	},
}

var scopeErrorsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "scope-errors", Changes: rule.Error, About: rule.Variables,
		Why:      "The engine reads and sets system variables in scopes that they do not have; MySQL has error 1238.",
		NeededBy: rule.Client, Golden: "variable_scopes",
	},
	Apply: Step{
		apply: func(a *Server, m *Statement) error {
			return sysvar.RefuseScope(m.Stmt, m.Text)
		},
	},
}

var setNamesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "collate-of-set-names", Changes: rule.Tree, About: rule.Variables,
		Why:      "The parser reads and forgets COLLATE of SET NAMES.",
		NeededBy: rule.Data, Golden: "collated_default",
	},
	Apply: Step{
		kinds: notRows,
		apply: func(a *Server, m *Statement) error {
			grammar.NameCollation(m.Stmt, m.Text)
			return nil
		},
	},
}

var handlersRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "conditions-of-handlers", Changes: rule.Tree, About: rule.Programs,
		Why:      "The engine refuses handlers and named conditions of procedures that the interpreter runs.",
		NeededBy: rule.Data, Golden: "program_statements",
	},
	Apply: Step{
		kinds: kindDDL,
		apply: func(a *Server, m *Statement) error {
			program.AcceptConditions(m.Stmt)
			return nil
		},
	},
}

var indexNamesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "names-of-fulltext-indexes", Changes: rule.Tree, About: rule.Tables,
		Why:      "The engine fails to name indexes of a CREATE TABLE with FULLTEXT ones, and UNIQUE of a column in ALTER TABLE.",
		NeededBy: rule.Data, Golden: "stored_columns",
	},
	Apply: Step{
		kinds:   notRows,
		defines: true,
		apply: func(a *Server, m *Statement) error {
			column.NameIndexes(m.Stmt)
			return nil
		},
	},
}

var referencesRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "foreign-keys-of-columns", Changes: rule.Tree, About: rule.Tables,
		Why:      "The engine ignores REFERENCES of a column, which is a foreign key in MySQL, and looks for the parent of a foreign key in the current database, not in the table's.",
		NeededBy: rule.Data, Golden: "column_references",
	},
	Apply: Step{
		kinds:   kindDDL | kindAlter,
		defines: true,
		apply: func(a *Server, m *Statement) error {
			return column.MoveReferences(m.Stmt)
		},
	},
}

var columnDefinitionsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "column-definitions", Changes: rule.Tree, About: rule.Tables,
		Why:      "The engine ignores KEY of a column, which is its PRIMARY KEY, and loses backslashes in members of ENUM and SET.",
		NeededBy: rule.Data, Golden: "definition_errors",
	},
	Apply: Step{
		kinds:   notRows,
		defines: true,
		apply: func(a *Server, m *Statement) error {
			return column.DefineColumns(m.Ctx, m.Stmt)
		},
	},
}

var sysFunctionsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "functions-of-sys", Changes: rule.Tree, About: rule.Schemas,
		Why:      "The engine finds functions by their bare names; sys.format_bytes() and FORMAT_BYTES() write otherwise.",
		NeededBy: rule.Tool, By: "the sys schema", Golden: "sys_config",
		Before: []rule.Link{{Name: "functions-of-databases", Because: "a function of sys is no stored one"}},
	},
	Apply: Step{
		sought: step.SoughtCall,
	},
}

var databaseFunctionsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "functions-of-databases", Changes: rule.Tree, About: rule.Programs,
		Why:      "The engine looks for db.f() in the current database; MySQL in db.",
		NeededBy: rule.Data, Golden: "functions",
	},
	Apply: Step{
		sought: step.SoughtCall | step.SoughtQualified,
		apply: func(a *Server, m *Statement) error {
			routine.NameCalls(m.Stmt)
			return nil
		},
	},
}

var separateSetsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "set-in-programs", Changes: rule.Tree, About: rule.Programs,
		Why:      "SET of several variables in a procedure is one statement each in MySQL: those before one that fails stay set.",
		NeededBy: rule.Data, Golden: "program_statements",
	},
	Apply: Step{
		kinds: kindDDL,
		apply: func(a *Server, m *Statement) error {
			program.SeparateSets(m.Stmt)
			return nil
		},
	},
}

var separateArgumentsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "columns-as-arguments", Changes: rule.Tree, About: rule.Programs,
		Why:      "The engine takes a column handed to CALL for the parameter of that name.",
		NeededBy: rule.Data, Golden: "program_statements",
	},
	Apply: Step{
		kinds: notRows,
		apply: func(a *Server, m *Statement) error {
			program.SeparateArguments(m.Stmt)
			return nil
		},
	},
}

var chainsRule = rule.Of[Step]{
	Rule: rule.Rule{
		Name: "predicate-chains", Changes: rule.Tree, About: rule.Queries,
		Why:      "The engine walks long chains of AND and OR by recursion; they are divided, and error 1436 ends what is too deep.",
		NeededBy: rule.End, Golden: "long_statements",
		After: []rule.Link{{Name: "syntax-tree-rules", Because: "those read chains as they were written"}},
	},
	Apply: Step{
		apply: func(a *Server, m *Statement) error {
			if !collate.BoundChains(m.Stmt, m.Text) {
				return sqlerr.TooDeep()
			}
			return nil
		},
	},
}
