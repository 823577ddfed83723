package change

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

// An UPDATE may give a column of AUTO_INCREMENT a higher number than any that has been given.
// Later rows get higher ones, as in MySQL: the engine would come to that number, and end in error
// 1062.

// RaisedNumbersRule is the rule raised-numbers.
var RaisedNumbersRule = rule.Of[analyzer.RuleFunc]{
	Rule: rule.Rule{
		Name: "raised-numbers", Changes: rule.Plan, About: rule.Changes,
		Why:      "The engine gives numbers of AUTO_INCREMENT that an UPDATE has set already, which are error 1062; MySQL gives higher ones.",
		NeededBy: rule.Data, Golden: "raised_numbers",
	},
	Apply: raiseNumbers,
}

// raiseNumbers finds the numbers that an UPDATE, or an INSERT ... ON DUPLICATE KEY UPDATE, sets a
// column of AUTO_INCREMENT to.
func raiseNumbers(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	switch n := n.(type) {
	case *plan.Update:
		source, ok := n.Child.(*plan.UpdateSource)
		if !ok { // it is further down: triggers or a join stand before it
			return transform.Node(n, raiseSource)
		}
		raised, same, err := raiseSource(source)
		if err != nil || same {
			return n, same, err
		}
		out, err := n.WithChildren(raised)
		return out, transform.NewTree, err
	case *plan.InsertInto:
		sets := raisedBy(n.OnDupExprs, n.Destination)
		if sets == nil {
			return n, transform.SameTree, nil
		}
		out := *n
		out.OnDupExprs = sets
		return &out, transform.NewTree, nil
	}
	return n, transform.SameTree, nil
}

// raiseSource is raiseNumbers for the assignments of an UPDATE; other nodes come back as they are.
func raiseSource(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	source, ok := n.(*plan.UpdateSource)
	if !ok {
		return n, transform.SameTree, nil
	}
	sets := raisedBy(source.UpdateExprs, source.Child)
	if sets == nil {
		return n, transform.SameTree, nil
	}
	out, err := source.WithExpressions(sets...)
	return out, transform.NewTree, err
}

// raisedBy returns assignments of which those to columns of AUTO_INCREMENT raise what their table
// gives next; nil if there are none. The tables are below a node.
func raisedBy(sets []sql.Expression, tables sql.Node) (out []sql.Expression) {
	for i, e := range sets {
		set, ok := e.(*expression.SetField)
		if !ok {
			continue
		}
		column, ok := set.LeftChild.(*expression.GetField)
		if !ok || !types.IsInteger(column.Type()) {
			continue
		}
		if _, done := set.RightChild.(*raisedNumber); done {
			continue
		}
		counts := countingTable(tables, column, "")
		if counts == nil {
			continue
		}
		if out == nil {
			out = append(out, sets...)
		}
		out[i] = expression.NewSetField(set.LeftChild, &raisedNumber{expression.UnaryExpressionStub{Child: set.RightChild}, counts})
	}
	return out
}

// countingTable returns the table of a column of AUTO_INCREMENT; nil for other columns. It
// allocates nothing for a change of one table.
func countingTable(n sql.Node, column *expression.GetField, called string) sql.AutoIncrementTable {
	switch n := n.(type) {
	case *plan.Filter:
		return countingTable(n.Child, column, called)
	case *plan.TableAlias:
		return countingTable(n.Child, column, n.Name())
	case *plan.IndexedTableAccess:
		return countingTable(n.TableNode, column, called)
	case *plan.ResolvedTable:
		if called == "" {
			called = n.Name()
		}
		counts, ok := n.UnderlyingTable().(sql.AutoIncrementTable)
		if !ok || !strings.EqualFold(called, column.Table()) {
			return nil
		}
		schema := n.Schema()
		if i := schema.IndexOfColName(column.Name()); i < 0 || !schema[i].AutoIncrement {
			return nil
		}
		return counts
	}
	for _, child := range n.Children() {
		if counts := countingTable(child, column, ""); counts != nil {
			return counts
		}
	}
	return nil
}

// raisedNumber is a value of a column of AUTO_INCREMENT: the table gives higher numbers from then
// on.
type raisedNumber struct {
	expression.UnaryExpressionStub
	counts sql.AutoIncrementTable
}

var _ sql.CollationCoercible = (*raisedNumber)(nil)

// Eval implements sql.Expression.
func (r *raisedNumber) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := r.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return v, err //nolint:wrapcheck // the expression's own
	}
	converted, in, err := types.Uint64.Convert(ctx, v)
	number, ok := converted.(uint64)
	if err != nil || !ok || in != sql.InRange || number == 0 {
		return v, nil //nolint:nilerr // the assignment tells
	}
	lock := NumberLock(r.counts.Name())
	lock.Lock()
	_, err = r.counts.GetNextAutoIncrementValue(ctx, number)
	lock.Unlock()
	if err != nil {
		return nil, fmt.Errorf("AUTO_INCREMENT of %s: %w", r.counts.Name(), err)
	}
	return v, nil
}

// Type implements sql.Expression.
func (r *raisedNumber) Type() sql.Type { return r.Child.Type() }

// String implements sql.Expression.
func (r *raisedNumber) String() string { return r.Child.String() }

// WithChildren implements sql.Expression.
func (r *raisedNumber) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(r, len(children), 1)
	}
	return &raisedNumber{expression.UnaryExpressionStub{Child: children[0]}, r.counts}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (r *raisedNumber) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, r.Child)
}
