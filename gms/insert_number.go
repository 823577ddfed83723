package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// generatedNumber is the number of the row that an INSERT is about to insert, as far as it was
// generated.
type generatedNumber struct {
	generates bool   // the row at hand has none of its own
	number    uint64 // which it then gets, 0 if that is not known
	// table is asked for numbers where a trigger may change them, nil elsewhere.
	table sql.AutoIncrementTable
}

// taken says that a row has a number: those that are generated come behind one that a trigger
// has given it.
func (g *generatedNumber) taken(ctx *sql.Context, number uint64) error {
	if g.table == nil || number == g.number || int64(number) <= 0 {
		return nil
	}
	_, err := g.table.GetNextAutoIncrementValue(ctx, number)
	return err //nolint:wrapcheck // the table's own
}

// is says whether the number that a row has was generated: a trigger may have given it another
// one.
func (g *generatedNumber) is(number uint64) bool {
	return g.generates && (g.number == 0 || g.number == number)
}

// watch has the numbers looked at that are given to rows. triggered says that they may be
// changed afterwards.
func (g *generatedNumber) watch(ctx *sql.Context, n *plan.Project, table sql.Table, triggered bool) (sql.Node, error) {
	for i, e := range n.Projections {
		number, ok := e.(*expression.AutoIncrement)
		if !ok {
			continue
		}
		given := &givenNumber{UnaryExpressionStub: expression.UnaryExpressionStub{Child: number.Child}, column: number.Type(), generated: g}
		given.zero = sql.LoadSqlMode(ctx).ModeEnabled(sql.NoAutoValueOnZero)
		given.every, given.from = stepOf(ctx)
		if triggered || given.every > 1 {
			given.table, _ = table.(sql.AutoIncrementTable)
		}
		if triggered {
			g.table = given.table
		}
		with, err := number.WithChildren(given)
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
	// table has the number generated here, where that has to be known; nil elsewhere.
	table       sql.AutoIncrementTable
	every, from uint64
}

var (
	_ sql.Expression         = (*givenNumber)(nil)
	_ sql.CollationCoercible = (*givenNumber)(nil)
)

// Eval implements sql.Expression.
func (n *givenNumber) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	n.generated.generates, n.generated.number = false, 0
	v, err := n.Child.Eval(ctx, row)
	if err != nil {
		return nil, err
	}
	if v != nil {
		if n.zero {
			return v, nil
		}
		if c, err := n.column.Compare(ctx, v, n.column.Zero()); err != nil || c != 0 {
			return v, nil //nolint:nilerr // the engine tells of the error
		}
	}
	n.generated.generates = true
	if n.table == nil {
		return v, nil
	}
	number, err := n.table.GetNextAutoIncrementValue(ctx, nil)
	if err != nil {
		return nil, err
	}
	if past := (number + n.every - n.from%n.every) % n.every; past != 0 {
		number += n.every - past
	}
	n.generated.number = number
	return number, nil
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
