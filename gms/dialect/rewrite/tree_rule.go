package rewrite

import (
	"github.com/dolthub/go-mysql-server/sql/procedures"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/column"
	"github.com/perfschema/perfschema/gms/dialect/group"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/dialect/window"
)

// treeChecks run before treeRules, on all statements of a stored program.
var treeChecks = rule.Must(
	group.RollupsRule,
	column.UnwrittenCharacterSetsRule,
	window.MisplacedWindowsRule,
	query.UnionsByColumnsRule,
)

var treeRules = rule.Must(
	group.SubqueryAggregatesRule,
	query.FoundRowsOfUnionsRule,
	query.LimitsOfNestedUnionsRule,
	window.NamedWindowsRule,
	window.WindowsOverGroupsRule,
	window.WindowsOfAllRowsRule,
	group.HavingOfGroupsRule,
	operand.ExactSumsRule,
	group.GroupConcatOfSeveralRule,
	group.GroupByLiteralsRule,
	query.UnionsByLiteralsRule,
	query.LongUnionsRule,
	query.DistinctByPositionRule,
	builtin.BitOperatorsRule,
	builtin.ConversionsRule,
	operand.ExactFractionsRule,
	query.PastTablesRule,
	query.DottedVariablesRule,
	query.LimitParametersRule,
)

// The steps in their order: a statement walks through these alone.
var (
	treeCheckSteps = treeChecks.Steps()
	treeSteps      = treeRules.Steps()
)

// Statement applies the rules to a statement, of whose text found is what [step.Seek] has found.
// The error is that of one that cannot run.
func Statement(stmt sqlparser.Statement, found step.Sought) error {
	if stmt == nil || found == 0 {
		return nil
	}
	if err := refused(stmt, found); err != nil {
		return err
	}
	for i := range treeSteps {
		if s := &treeSteps[i]; found&s.Sought == s.Sought {
			s.Apply(stmt)
		}
	}
	return nil
}

// refused returns the error of a statement that cannot run, and writes ROLLUP as the rules read it.
func refused(stmt sqlparser.SQLNode, found step.Sought) error {
	for i := range treeCheckSteps {
		s := &treeCheckSteps[i]
		if found&s.Sought != s.Sought {
			continue
		}
		if err := s.Find(stmt); err != nil {
			return err
		}
	}
	return nil
}

// Program is [Statement] for the statements of a stored procedure, of which text is the
// definition.
func Program(operations []*procedures.InterpreterOperation, text string) error {
	found := step.Seek(text)
	for stmt := range syntaxtree.StatementsOf(operations) {
		if err := refused(stmt, found); err != nil {
			return err
		}
	}
	for i := range treeSteps {
		s := &treeSteps[i]
		if !s.Programs || found&s.Sought != s.Sought {
			continue
		}
		for stmt := range syntaxtree.StatementsOf(operations) {
			s.Apply(stmt)
		}
	}
	return nil
}
