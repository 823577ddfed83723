package nullness

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation/window"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// strict are functions that are NULL where an argument is, and otherwise never.
var strict = map[string]bool{
	"char_length": true, "character_length": true, "length": true, "octet_length": true, "bit_length": true,
	"lower": true, "lcase": true, "upper": true, "ucase": true, "reverse": true, "ltrim": true, "rtrim": true, "trim": true,
	"connection_id": true, "version": true, "current_user": true, "user": true, "session_user": true, "system_user": true,
	"now": true, "current_timestamp": true, "curdate": true, "current_date": true, "curtime": true, "current_time": true,
	"utc_timestamp": true, "uuid": true, "pi": true, "row_count": true, "found_rows": true,
}

// value reports whether an expression over the rows of child is never NULL. child is nil
// where the expression may have no row.
func (p *Prover) value(e sql.Expression, child sql.Node) bool {
	if p.depth++; p.depth > maxDepth {
		return false
	}
	defer func() { p.depth-- }()
	switch e := e.(type) {
	case *expression.Alias:
		return p.value(e.Child, child)
	case *expression.GetField:
		notNull, _ := p.named(child, e)
		return notNull
	case *expression.Literal:
		return e.Value() != nil
	case *aggregation.Count, *aggregation.CountDistinct,
		*window.RowNumber, *window.Rank, *window.DenseRank, *window.PercentRank,
		*expression.IsNull, *expression.IsTrue, *expression.NullSafeEquals, *plan.ExistsSubquery:
		return true
	case interface{ IsCount() bool }:
		return e.IsCount()
	case *expression.Arithmetic:
		return e.Op != "/" && e.Op != "%" && p.values(e.Children(), child)
	case *expression.Case:
		return p.branches(e, child)
	case *function.If:
		all := e.Children()
		return len(all) == 3 && p.values(all[1:], child)
	case *function.IfNull, *function.Coalesce:
		for _, argument := range e.Children() {
			if p.value(argument, child) {
				return true
			}
		}
		return false
	case expression.Comparer, *expression.Not, *expression.And, *expression.Or, *expression.Xor, *expression.Between,
		*expression.Like, *expression.UnaryMinus, *expression.InTuple, *expression.HashInTuple, expression.Tuple:
		return p.values(e.Children(), child)
	case sql.FunctionExpression:
		return strict[e.FunctionName()] && p.values(e.Children(), child)
	}
	return false
}

func (p *Prover) values(all []sql.Expression, child sql.Node) bool {
	for _, e := range all {
		if !p.value(e, child) {
			return false
		}
	}
	return true
}

// branches reports whether what a CASE gives is never NULL, whichever branch it takes.
func (p *Prover) branches(e *expression.Case, child sql.Node) bool {
	if e.Else == nil || !p.value(e.Else, child) {
		return false
	}
	for _, b := range e.Branches {
		if !p.value(b.Value, child) {
			return false
		}
	}
	return true
}
