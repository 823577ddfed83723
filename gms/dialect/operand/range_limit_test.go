package operand

import (
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
)

func TestRangeLimit(t *testing.T) {
	column := expression.NewGetField(0, types.Int64, "a", true)
	number := func(int) sql.Expression { return expression.NewLiteral(int64(1), types.Int64) }
	text := func(int) sql.Expression { return expression.NewLiteral("1", types.Text) }
	in := func(n int, value func(int) sql.Expression) sql.Expression {
		return expression.NewInTuple(column, expression.NewTuple(each(n, value)...))
	}
	equal := func(int) sql.Expression { return expression.NewEquals(column, number(0)) }
	unequal := func(int) sql.Expression { return expression.NewNot(equal(0)) }
	or := func(n int) sql.Expression { return expression.JoinOr(each(n, equal)...) }
	for name, c := range map[string]struct {
		e    sql.Expression
		kept int // points of which ranges may be made
	}{
		"one":                       {equal(0), 1},
		"some of each":              {expression.JoinAnd(or(100), in(100, text), unequal(0)), 205},
		"numbers alone":             {in(100_000, number), 100_000},
		"texts":                     {in(5000, text), 5000},
		"more texts":                {in(5001, text), 0},
		"not in":                    {expression.NewNot(in(1000, number)), 5000},
		"not in of more":            {expression.NewNot(in(1001, number)), 0},
		"or":                        {or(5000), 5000},
		"more or":                   {or(5001), 0},
		"and":                       {expression.JoinAnd(each(1001, unequal)...), 5000},
		"what is little is kept":    {expression.JoinAnd(in(100_000, number), equal(0), or(6000)), 1},
		"of many that are too much": {expression.JoinAnd(in(3000, text), in(3000, text), equal(0)), 3001},
	} {
		got := RangeLimit{}.Next(c.e)
		points := 0
		for _, e := range expression.SplitConjunction(got) {
			if _, hidden := e.(*expression.IsTrue); !hidden {
				points += rangePoints(e, 1<<30)
			}
		}
		if points != c.kept {
			t.Errorf("%s: %d, want %d", name, points, c.kept)
		}
	}
}

func each(n int, of func(int) sql.Expression) (all []sql.Expression) {
	for i := range n {
		all = append(all, of(i))
	}
	return all
}
