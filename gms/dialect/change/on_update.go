package change

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/rule"
)

// A column with ON UPDATE CURRENT_TIMESTAMP is set where the row changes. The engine sets it
// in each row that an UPDATE finds, or whose key is there, so that the row changes by that.

// OnUpdateTimesRule is the rule on-update-times.
var OnUpdateTimesRule = rule.Of[analyzer.RuleFunc]{
	Rule: rule.Rule{
		Name: "on-update-times", Changes: rule.Plan, About: rule.Changes,
		Why:      "The engine sets a column with ON UPDATE CURRENT_TIMESTAMP in rows that do not change.",
		NeededBy: rule.Data, Golden: "on_update",
	},
	Apply: timesOfChange,
}

// timesOfChange has such columns kept as they are in rows that do not change.
func timesOfChange(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	switch n := n.(type) {
	case *plan.Update:
		return transform.Node(n, func(child sql.Node) (sql.Node, transform.TreeIdentity, error) {
			source, ok := child.(*plan.UpdateSource)
			if !ok || !setsDefault(source.UpdateExprs) {
				return child, transform.SameTree, nil
			}
			tables := joinedTables(source.Child)
			sets, changed := timesOf(source.UpdateExprs, func(table string) sql.Schema {
				if t, ok := tables[strings.ToLower(table)]; ok {
					return t.Schema()
				}
				return nil
			})
			if !changed {
				return child, transform.SameTree, nil
			}
			out := *source
			out.UpdateExprs = sets
			return &out, transform.NewTree, nil
		})
	case *plan.InsertInto:
		if !setsDefault(n.OnDupExprs) {
			return n, transform.SameTree, nil
		}
		sets, changed := timesOf(n.OnDupExprs, func(string) sql.Schema { return n.Destination.Schema() })
		if !changed {
			return n, transform.SameTree, nil
		}
		out := *n
		out.OnDupExprs = sets
		return &out, transform.NewTree, nil
	}
	return n, transform.SameTree, nil
}

func setsDefault(sets []sql.Expression) bool {
	for _, e := range sets {
		if set, ok := e.(*expression.SetField); ok {
			if _, ok := set.RightChild.(*sql.ColumnDefaultValue); ok {
				return true
			}
		}
	}
	return false
}

// timesOf are the columns that a statement sets, by the schemas of its tables.
func timesOf(sets []sql.Expression, schemaOf func(table string) sql.Schema) (out []sql.Expression, changed bool) {
	out = append(out, sets...)
	was := new(rowBefore)
	first := -1
	said := map[string][]sql.Expression{} // what is set of each table
	always := map[string]bool{}           // of what is not known before the row is made
	for i, e := range sets {
		set, ok := e.(*expression.SetField)
		if !ok {
			return sets, false
		}
		column, ok := set.LeftChild.(*expression.GetField)
		if !ok {
			return sets, false
		}
		table := strings.ToLower(column.Table())
		made, isDefault := set.RightChild.(*sql.ColumnDefaultValue)
		if !isDefault {
			if first < 0 {
				first = i
			}
			said[table] = append(said[table], column)
			continue
		}
		schema := schemaOf(table)
		at := schema.IndexOfColName(column.Name())
		switch {
		case at < 0 || schema[at].Generated != nil:
		case schema[at].OnUpdate == nil || i == 0:
			always[table] = true
		case first >= 0 && len(said[table]) > 0 && !always[table]:
			out[i] = expression.NewSetField(column, &timeOfChange{was: was, column: column, made: made, set: said[table]})
			changed = true
		}
	}
	if !changed {
		return sets, false
	}
	set := sets[first].(*expression.SetField)
	out[first] = expression.NewSetField(set.LeftChild, &keptRow{expression.UnaryExpressionStub{Child: set.RightChild}, was})
	return out, true
}

// rowBefore is the row that is being changed, as it was.
type rowBefore struct{ row sql.Row }

// keptRow is what the first column of a row is set to, which keeps the row.
type keptRow struct {
	expression.UnaryExpressionStub
	was *rowBefore
}

var (
	_ sql.Expression         = (*keptRow)(nil)
	_ sql.CollationCoercible = (*keptRow)(nil)
)

// Assigned is what a statement sets a column to, without what is here to keep the row.
func Assigned(set *expression.SetField) sql.Expression {
	if k, ok := set.RightChild.(*keptRow); ok {
		return k.Child
	}
	return set.RightChild
}

// Eval implements sql.Expression.
func (k *keptRow) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	k.was.row = row
	return k.Child.Eval(ctx, row)
}

// Type implements sql.Expression.
func (k *keptRow) Type() sql.Type { return k.Child.Type() }

// String implements sql.Expression.
func (k *keptRow) String() string { return k.Child.String() }

// DebugString implements sql.DebugStringer.
func (k *keptRow) DebugString() string { return sql.DebugString(k.Child) }

// CollationCoercibility implements sql.CollationCoercible.
func (k *keptRow) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, k.Child)
}

// WithChildren implements sql.Expression.
func (k *keptRow) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(k, len(children), 1)
	}
	return &keptRow{expression.UnaryExpressionStub{Child: children[0]}, k.was}, nil
}

// timeOfChange is what a column with ON UPDATE is set to.
type timeOfChange struct {
	was    *rowBefore
	column sql.Expression
	made   sql.Expression
	set    []sql.Expression // the columns of the table that are set
}

var (
	_ sql.Expression         = (*timeOfChange)(nil)
	_ sql.CollationCoercible = (*timeOfChange)(nil)
)

// Eval implements sql.Expression.
func (t *timeOfChange) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	for _, c := range t.set {
		before, err := c.Eval(ctx, t.was.row)
		if err != nil {
			return nil, err
		}
		after, err := c.Eval(ctx, row)
		if err != nil {
			return nil, err
		}
		same, err := sameBytes(ctx, c.Type(), before, after)
		if err != nil {
			return nil, err
		}
		if !same {
			return t.made.Eval(ctx, row)
		}
	}
	return t.column.Eval(ctx, row)
}

// sameBytes says whether a column has not changed: texts have where their bytes have.
func sameBytes(ctx *sql.Context, typ sql.Type, a, b any) (bool, error) {
	if a == nil || b == nil {
		return a == nil && b == nil, nil
	}
	if by, ok := collate.CollatedText(typ); ok {
		if binary, ok := collate.TypeWith(typ, by.CharacterSet().BinaryCollation()); ok {
			typ = binary
		}
	}
	order, err := typ.Compare(ctx, a, b)
	return order == 0, err
}

// Resolved implements sql.Expression.
func (t *timeOfChange) Resolved() bool { return expression.ExpressionsResolved(t.Children()...) }

// Type implements sql.Expression.
func (t *timeOfChange) Type() sql.Type { return t.column.Type() }

// IsNullable implements sql.Expression.
func (t *timeOfChange) IsNullable() bool { return true }

// String implements sql.Expression.
func (t *timeOfChange) String() string { return t.made.String() }

// CollationCoercibility implements sql.CollationCoercible.
func (t *timeOfChange) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, t.column)
}

// Children implements sql.Expression.
func (t *timeOfChange) Children() []sql.Expression {
	return append([]sql.Expression{t.column, t.made}, t.set...)
}

// WithChildren implements sql.Expression.
func (t *timeOfChange) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != len(t.set)+2 {
		return nil, sql.ErrInvalidChildrenNumber.New(t, len(children), len(t.set)+2)
	}
	return &timeOfChange{t.was, children[0], children[1], children[2:]}, nil
}
