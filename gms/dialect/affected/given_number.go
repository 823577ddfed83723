package affected

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/change"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// generatedNumber is the number of the row that an INSERT is about to insert, as far as it was
// generated.
type generatedNumber struct {
	generates bool   // the row at hand has none of its own
	number    uint64 // which it then gets, 0 if that is not known
	// numbers is asked for numbers where a trigger may change them, nil elsewhere.
	numbers *numberRange
}

// taken says that a row has a number: those that are generated come behind one that a trigger
// has given it.
func (g *generatedNumber) taken(ctx *sql.Context, number uint64) error {
	if g.numbers == nil || number == g.number || int64(number) <= 0 {
		return nil
	}
	_, err := g.numbers.GetNextAutoIncrementValue(ctx, number)
	return err
}

// is says whether the number that a row has was generated: a trigger may have given it another
// one.
func (g *generatedNumber) is(number uint64) bool {
	return g.generates && (g.number == 0 || g.number == number)
}

// watch returns the node n with an expression in it that notes the numbers given to rows of a
// table. triggered reports that a trigger may change them afterwards.
func (g *generatedNumber) watch(ctx *sql.Context, n *plan.Project, table sql.Table, column *sql.Column, triggered bool) (sql.Node, error) {
	for i, e := range n.Projections {
		number, ok := e.(*expression.AutoIncrement)
		if !ok {
			continue
		}
		given := &givenNumber{UnaryExpressionStub: expression.UnaryExpressionStub{Child: number.Child}, column: number.Type(), generated: g}
		given.zero = sql.LoadSqlMode(ctx).ModeEnabled(sql.NoAutoValueOnZero)
		var with sql.Expression
		var err error
		if counts := node.TableAs[sql.AutoIncrementTable](table); counts != nil {
			r := &given.numbers
			r.AutoIncrementTable, r.lock, r.column = counts, change.NumberLock(counts.Name()), number.Type()
			r.every, r.from = stepOf(ctx)
			if rows, ok := n.Child.(*plan.Values); ok && len(rows.ExpressionTuples) > 1 {
				r.rows, r.place = rows.ExpressionTuples, -1
				if f, ok := number.Child.(*expression.GetField); ok {
					r.place = f.Index()
				}
			}
			given.ahead = triggered || r.every > 1 || r.rows != nil
			if triggered {
				g.numbers = r
			}
			with, err = expression.NewAutoIncrementForColumn(ctx, r, column, given)
		} else {
			with, err = number.WithChildren(given)
		}
		if err != nil {
			return nil, err
		}
		out := *n
		out.Projections = append([]sql.Expression(nil), n.Projections...)
		out.Projections[i] = with
		return &out, nil
	}
	return n, nil
}

// stepOf is how far the numbers that a session generates are apart, and where they begin.
func stepOf(ctx *sql.Context) (every, from uint64) {
	read := func(name string) uint64 {
		v, err := ctx.GetSessionVariable(ctx, name)
		if err != nil {
			return 1
		}
		n, _, err := types.Uint64.Convert(ctx, v)
		if err != nil || n == nil {
			return 1
		}
		return max(n.(uint64), 1)
	}
	every, from = read("auto_increment_increment"), 1
	if every > 1 {
		from = read("auto_increment_offset")
	}
	if from > every { // as MySQL
		from = 1
	}
	return every, from
}

// givenNumber is what an INSERT gives for the column with AUTO_INCREMENT.
type givenNumber struct {
	expression.UnaryExpressionStub
	column    sql.Type
	generated *generatedNumber
	zero      bool // is a number as any other
	// ahead: numbers are generated here, before the engine asks for them.
	ahead   bool
	numbers numberRange // without a table where numbers are the engine's
}

var (
	_ sql.Expression         = (*givenNumber)(nil)
	_ sql.CollationCoercible = (*givenNumber)(nil)
)

// Eval implements sql.Expression.
func (n *givenNumber) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	n.generated.generates, n.generated.number = false, 0
	n.numbers.row++
	v, err := n.Child.Eval(ctx, row)
	if err != nil {
		return nil, err
	}
	if v != nil && !n.generates(ctx, v) {
		return v, nil
	}
	n.generated.generates = true
	if !n.ahead {
		return v, nil
	}
	number, err := n.numbers.take(ctx, n, row)
	if err != nil {
		return nil, err
	}
	n.generated.number = number
	return number, nil
}

// generates reports whether a row with a value gets a number that is generated.
func (n *givenNumber) generates(ctx *sql.Context, v any) bool {
	if v == nil {
		return true
	}
	if n.zero {
		return false
	}
	c, err := n.column.Compare(ctx, v, n.column.Zero())
	return err == nil && c == 0 // the engine tells of the error
}

// Type implements sql.Expression.
func (n *givenNumber) Type() sql.Type { return n.Child.Type() }

// String implements sql.Expression.
func (n *givenNumber) String() string { return n.Child.String() }

// WithChildren implements sql.Expression.
func (n *givenNumber) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(n, len(children), 1)
	}
	out := *n
	out.Child = children[0]
	return &out, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (n *givenNumber) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, n.Child)
}
