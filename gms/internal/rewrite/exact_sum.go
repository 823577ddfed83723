package rewrite

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/shopspring/decimal"

	"github.com/perfschema/perfschema/gms/internal/table"
)

// The engine sums integers and decimals as doubles, and prints large and small
// ones with an exponent; MySQL sums them as decimals. Sums of picoseconds are
// large, those of DURATION small, and clients read them as they are. So SUM() and AVG()
// of decimals are computed and declared as MySQL does; of integers in statements that
// read performance_schema or INFORMATION_SCHEMA.PROFILING, for it takes longer.

// MySQL's types of SUM() and AVG() of a bigint.
var (
	exactSumType sql.Type = types.MustCreateDecimalType(42, 0)
	exactAvgType sql.Type = types.MustCreateDecimalType(46, 4)
)

func ExactSums(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	integers := readsPerformanceSchema(n)
	exact := make(map[sql.ColumnId]sql.Type)
	n, same, err := transform.NodeExprsWithOpaque(n, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
		return exactAggregate(e, exact, integers)
	})
	if err != nil || len(exact) == 0 {
		return n, same, err
	}
	n, err = retype(n, exact)
	return n, transform.NewTree, err
}

// readsPerformanceSchema says whether a plan has one of our tables in it.
func readsPerformanceSchema(n sql.Node) bool {
	found := false
	transform.InspectWithOpaque(n, func(n sql.Node) bool {
		if t, ok := n.(*plan.ResolvedTable); ok {
			switch under := sql.GetUnderlyingTable(t.Table).(type) {
			case *table.Table:
				found = true
			case *information_schema.InformationSchemaTable:
				found = found || strings.EqualFold(under.TableName, information_schema.ProfilingTableName)
			}
		}
		return !found
	})
	return found
}

// exactAggregate replaces SUM() and AVG() of decimals, and of integers if asked to,
// and notes the columns they make.
func exactAggregate(e sql.Expression, exact map[sql.ColumnId]sql.Type, integers bool) (sql.Expression, transform.TreeIdentity, error) {
	agg, ok := e.(sql.Aggregation)
	if !ok || len(agg.Children()) != 1 || agg.Window() != nil {
		return e, transform.SameTree, nil
	}
	child := agg.Children()[0]
	sum, avg := exactSumType, exactAvgType
	if d, ok := child.Type().(sql.DecimalType); ok {
		var err error
		if sum, avg, err = decimalSumTypes(d); err != nil {
			return nil, transform.SameTree, err
		}
	} else if number, ok := child.Type().(sql.NumberType); !ok || number.IsFloat() || !integers {
		return e, transform.SameTree, nil
	}
	switch agg.(type) {
	case *aggregation.Sum:
		exact[agg.Id()] = sum
	case *aggregation.Avg:
		exact[agg.Id()] = avg
	default:
		return e, transform.SameTree, nil
	}
	if types.IsDecimal(child.Type()) {
		return e, transform.NewTree, nil // its values are decimals as they are
	}
	replaced, err := agg.WithChildren(&exactInteger{child})
	return replaced, transform.NewTree, err
}

// decimalSumTypes are MySQL's types of SUM() and AVG() of a decimal.
func decimalSumTypes(d sql.DecimalType) (sum, avg sql.Type, err error) {
	of := func(precision, scale uint8) sql.Type {
		t, e := types.CreateDecimalType(min(precision, types.DecimalTypeMaxPrecision), min(scale, types.DecimalTypeMaxScale))
		err = errors.Join(err, e)
		return t
	}
	return of(d.Precision()+22, d.Scale()), of(d.Precision()+4, d.Scale()+4), err
}

// retype declares the references to the columns, and to what is made of them,
// anew.
func retype(n sql.Node, exact map[sql.ColumnId]sql.Type) (sql.Node, error) {
	for known := 0; known < len(exact); {
		known = len(exact)
		var err error
		n, _, err = transform.NodeExprsWithOpaque(n, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
			switch e := e.(type) {
			case *expression.GetField:
				if typ, ok := exact[e.Id()]; ok && e.Type() != typ {
					field := expression.NewGetFieldWithTable(e.Index(), int(e.TableId()), typ, e.Database(), e.Table(), e.Name(), e.IsNullable())
					return field.WithId(e.Id()).(sql.Expression), transform.NewTree, nil
				}
			case *expression.Alias:
				if typ := e.Child.Type(); e.Id() != 0 && types.IsDecimal(typ) && refersTo(e.Child, exact) {
					exact[e.Id()] = typ
				}
			}
			return e, transform.SameTree, nil
		})
		if err != nil {
			return n, err
		}
		transform.InspectWithOpaque(n, func(n sql.Node) bool {
			if s, ok := n.(*plan.SubqueryAlias); ok {
				retypeSubquery(s, exact)
			}
			return true
		})
	}
	return n, nil
}

// retypeSubquery notes the columns of a derived table that are decimals now
// and were declared as doubles.
func retypeSubquery(s *plan.SubqueryAlias, exact map[sql.ColumnId]sql.Type) {
	schema := s.Child.Schema()
	for outer, inner := range s.ScopeMapping {
		field, ok := inner.(*expression.GetField)
		if !ok || field.Type() != types.Float64 {
			continue
		}
		for _, c := range schema {
			if types.IsDecimal(c.Type) && strings.EqualFold(c.Name, field.Name()) {
				exact[outer] = c.Type
			}
		}
	}
}

// refersTo says whether an expression is made of one of the columns.
func refersTo(e sql.Expression, columns map[sql.ColumnId]sql.Type) bool {
	return transform.InspectExpr(e, func(e sql.Expression) bool {
		field, ok := e.(*expression.GetField)
		return ok && columns[field.Id()] != nil
	})
}

// exactInteger is an integer as a decimal. It prints as what it wraps, since
// the engine finds columns by that text.
type exactInteger struct{ child sql.Expression }

var (
	_ sql.Expression         = (*exactInteger)(nil)
	_ sql.CollationCoercible = (*exactInteger)(nil)
)

// Eval implements sql.Expression.
func (x *exactInteger) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := x.child.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	switch v := v.(type) { // without the looking for decimals out of range, which takes long
	case int64:
		return decimal.NewFromInt(v), nil
	case uint64:
		return decimal.NewFromUint64(v), nil
	}
	out, inRange, err := exactSumType.Convert(ctx, v)
	if err == nil && inRange != sql.InRange {
		err = fmt.Errorf("value %v is out of range of %s", v, exactSumType)
	}
	return out, err
}

// Resolved implements sql.Expression.
func (x *exactInteger) Resolved() bool { return x.child.Resolved() }

// String implements sql.Expression.
func (x *exactInteger) String() string { return x.child.String() }

// DebugString implements sql.DebugStringer.
func (x *exactInteger) DebugString() string { return sql.DebugString(x.child) }

// Type implements sql.Expression.
func (x *exactInteger) Type() sql.Type { return exactSumType }

// IsNullable implements sql.Expression.
func (x *exactInteger) IsNullable() bool { return x.child.IsNullable() }

// Children implements sql.Expression.
func (x *exactInteger) Children() []sql.Expression { return []sql.Expression{x.child} }

// WithChildren implements sql.Expression.
func (x *exactInteger) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(x, len(children), 1)
	}
	return &exactInteger{children[0]}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (x *exactInteger) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 5
}
