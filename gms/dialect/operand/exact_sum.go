package operand

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// The engine sums integers as doubles, which are wrong above 2^53 and print with an
// exponent, and declares sums of decimals as doubles too. MySQL gives decimals. So SUM()
// and AVG() are functions of ours in the place of the engine's: for numbers that are
// exact they are decimals, for all others what they wrap.
//
// The engine declares the result of a function named sum or avg as a double whatever
// the function says. So they are called by other names in a statement before it is
// planned, but where they have a window: those are declared right.

const (
	// ExactSumName and ExactAvgName are the names of the exact SUM() and AVG().
	ExactSumName = "exact sum"
	ExactAvgName = "exact avg"
)

func init() {
	next := planbuilder.IsAggregateFunc
	planbuilder.IsAggregateFunc = func(name string) bool {
		return name == ExactSumName || name == ExactAvgName || next(name)
	}
}

// ExactSumsRule is the rule exact-sums.
var ExactSumsRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "exact-sums", Changes: rule.Tree, About: rule.Numbers,
		Why:      "SUM() and AVG() of integers and decimals are doubles in the engine, wrong above 2^53; in MySQL they are decimals.",
		NeededBy: rule.Data, Golden: "windows_over_groups",
	},
	Apply: step.TreeStep{Sought: step.SoughtSum, Apply: exactSumsIn, Programs: true},
}

// exactSumsIn gives SUM() and AVG() of a statement those names.
func exactSumsIn(n sqlparser.SQLNode) {
	if !planbuilder.IsAggregateFunc(ExactSumName) {
		return // the program has a list of its own, in the place of ours
	}
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if f, ok := n.(*sqlparser.FuncExpr); ok && f.Over == nil && f.Qualifier.IsEmpty() {
			switch f.Name.Lowered() {
			case "sum":
				f.Name = sqlparser.NewColIdent(ExactSumName)
			case "avg":
				f.Name = sqlparser.NewColIdent(ExactAvgName)
			}
		}
		return true, nil
	}, n)
}

// SumFunction returns the exact SUM() by a name.
func SumFunction(name string) sql.Function {
	return sql.Function1{Name: name, Fn: func(e sql.Expression) sql.Expression {
		args, _ := EnumArguments("sum", []sql.Expression{e})
		return &ExactSum{summing: aggregation.NewSum(NumberTexts("sum", args)[0])}
	}}
}

// MeanFunction returns the exact AVG() by a name.
func MeanFunction(name string) sql.Function {
	return sql.Function1{Name: name, Fn: func(e sql.Expression) sql.Expression {
		args, _ := EnumArguments("avg", []sql.Expression{e})
		return &ExactSum{summing: aggregation.NewAvg(NumberTexts("avg", args)[0]), Mean: true}
	}}
}

// summing is what the engine's functions are.
type summing interface {
	sql.FunctionExpression
	sql.Aggregation
	sql.CollationCoercible
	sql.DebugStringer
}

// ExactSum is SUM() or AVG(). It prints as what it wraps, since the engine finds
// columns by that text.
type ExactSum struct {
	summing
	Mean bool
}

var _ summing = (*ExactSum)(nil)

// Type implements sql.Expression: MySQL's.
func (s *ExactSum) Type() sql.Type {
	precision, scale, ok := ExactNumber(s.Of())
	switch {
	case !ok:
		return types.Float64
	case s.Mean:
		return decimalType(precision+4, scale+4)
	}
	return decimalType(precision+22, scale)
}

func decimalType(precision, scale int) sql.Type {
	scale = min(scale, types.DecimalTypeMaxScale)
	return types.MustCreateDecimalType(uint8(min(max(precision, scale), types.DecimalTypeMaxPrecision)), uint8(scale))
}

// Of is what is summed.
func (s *ExactSum) Of() sql.Expression { return s.summing.Children()[0] }

// IsNullable implements sql.Expression.
func (*ExactSum) IsNullable() bool { return true }

// WithChildren implements sql.Expression.
func (s *ExactSum) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := s.summing.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	return &ExactSum{e.(summing), s.Mean}, nil
}

// WithId implements sql.IdExpression.
func (s *ExactSum) WithId(id sql.ColumnId) sql.IdExpression {
	return &ExactSum{s.summing.WithId(id).(summing), s.Mean}
}

// WithWindow implements sql.WindowAdaptableExpression.
func (s *ExactSum) WithWindow(w *sql.WindowDefinition) sql.WindowAdaptableExpression {
	return &ExactSum{s.summing.WithWindow(w).(summing), s.Mean}
}

// NewBuffer implements sql.Aggregation.
func (s *ExactSum) NewBuffer() (sql.AggregationBuffer, error) {
	_, scale, ok := ExactNumber(s.Of())
	if !ok {
		b, err := s.summing.NewBuffer()
		return doubleSum{b, s}, err
	}
	of, err := transform.Clone(s.Of())
	if err != nil {
		return nil, err
	}
	return &sumBuffer{of: of, mean: s.Mean, scale: int32(scale)}, nil
}

// NewWindowFunction implements sql.WindowAdaptableExpression.
func (s *ExactSum) NewWindowFunction() (sql.WindowFunction, error) {
	_, scale, ok := ExactNumber(s.Of())
	if !ok {
		return s.summing.NewWindowFunction()
	}
	of, err := transform.Clone(s.Of())
	if err != nil {
		return nil, err
	}
	w := &sumWindow{of: of, mean: s.Mean, scale: int32(scale)}
	if frame := s.Window().Frame; frame != nil {
		if w.framer, err = frame.NewFramer(s.Window()); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// ExactNumber says how many digits a number has that is no float, ok is false for
// everything else. Of an expression that is no column the engine's type may be too
// narrow, so that all integers are taken for BIGINTs.
func ExactNumber(e sql.Expression) (precision, scale int, ok bool) {
	switch t := e.Type().(type) {
	case sql.DecimalType:
		return int(t.Precision()), int(t.Scale()), true
	case types.BitType:
		return int(t.NumberOfBits()), 0, true
	case sql.NumberType:
		if t.IsFloat() {
			return 0, 0, false
		}
		return integerDigits(e, t), 0, true
	}
	if types.IsYear(e.Type()) {
		return 4, 0, true
	}
	return 0, 0, false
}

func integerDigits(e sql.Expression, t sql.NumberType) int {
	if d, ok := e.(*expression.DistinctExpression); ok {
		e = d.Child
	}
	if _, ok := WithoutOperand(e).(*expression.GetField); ok {
		switch t.Type() {
		case sqltypes.Int8, sqltypes.Uint8:
			return 3
		case sqltypes.Int16, sqltypes.Uint16:
			return 5
		case sqltypes.Int24, sqltypes.Uint24:
			return 8
		case sqltypes.Int32, sqltypes.Uint32:
			return 10
		}
	}
	if t.Type() == sqltypes.Uint64 {
		return 20
	}
	return 19
}
