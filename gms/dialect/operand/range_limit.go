package operand

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// To make ranges of an index out of conditions takes the engine a time that grows with
// the square of their number, and nothing ends a statement meanwhile. MySQL gives up
// where that takes more than range_optimizer_max_mem_size, and with a NOT IN of more than
// 1,000 values; the rows are then found without the ranges.
const (
	maxRangePoints = 5000
	// pointsOfUnequal is for a value that the column is not to have, which splits a
	// range in two.
	pointsOfUnequal = 5
)

// RangeLimit leaves out of an index's ranges the conditions that are too many, and has the
// others give ranges that leave no row out ([exactRange]). The zero value is ready; it is
// safe for concurrent use.
type RangeLimit struct{}

var _ sql.ExpressionTreeFilter = RangeLimit{}

// Next implements sql.ExpressionTreeFilter. Conditions in IS TRUE are the same to a
// filter, and nothing that ranges are made of.
func (RangeLimit) Next(e sql.Expression) sql.Expression {
	switch n := e.(type) {
	case *expression.InTuple:
		if out := exactRange(e); out != e || rangesAreQuick(n) {
			return out
		}
	case *expression.And:
		if rangePoints(e, maxRangePoints) <= maxRangePoints {
			return e
		}
		return fewerConditions(n)
	case *expression.Or:
	case *expression.Not:
		if out := exactRange(e); out != e {
			return out
		}
	default:
		return exactRange(e)
	}
	if rangePoints(e, maxRangePoints) > maxRangePoints {
		return expression.NewIsTrue(e)
	}
	return e
}

// fewerConditions keeps the first conditions of which ranges can be made, but none that
// are too many by themselves.
func fewerConditions(and *expression.And) sql.Expression {
	var kept, rest []sql.Expression
	left := maxRangePoints
	for _, e := range expression.SplitConjunction(and) {
		if points := rangePoints(e, left); points <= left {
			left -= points
			kept = append(kept, e)
		} else {
			rest = append(rest, e)
		}
	}
	return expression.JoinAnd(append(kept, expression.NewIsTrue(expression.JoinAnd(rest...)))...)
}

// rangePoints is what conditions count, as far as it is not above a limit.
func rangePoints(e sql.Expression, limit int) (points int) {
	for open := []sql.Expression{e}; len(open) > 0 && points <= limit; {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		switch n := last.(type) {
		case *expression.And:
			open = append(open, n.RightChild, n.LeftChild)
		case *expression.Or:
			open = append(open, n.RightChild, n.LeftChild)
		case *expression.Not:
			if in, ok := n.Child.(*expression.InTuple); ok {
				points += pointsOfUnequal * listed(in)
			} else {
				points += pointsOfUnequal
			}
		case *expression.InTuple:
			points += listed(n)
		default:
			points++
		}
	}
	return points
}

func listed(in *expression.InTuple) int {
	if list, ok := in.Right().(expression.Tuple); ok {
		return len(list)
	}
	return 1
}

// rangesAreQuick says whether a list is one of numbers for a column of numbers, which the
// engine sorts and is done with where it is the only condition.
func rangesAreQuick(in *expression.InTuple) bool {
	list, ok := in.Right().(expression.Tuple)
	if !ok || !types.IsNumber(in.Left().Type()) {
		return false
	}
	for _, e := range list {
		if l, ok := e.(*expression.Literal); !ok || !types.IsNumber(l.Type()) {
			return false
		}
	}
	return true
}
