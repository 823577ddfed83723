package grouped

import (
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/internal/table"
	"github.com/perfschema/perfschema/view"
)

// bounds are what a condition says of a column of times, if it says that alone, and in a
// way that is the same there.
func (p *pushing) bounds(e sql.Expression) ([]view.Bound, bool) {
	switch e := e.(type) {
	case *expression.GreaterThan:
		return p.bound(e, e.Left(), ">", e.Right())
	case *expression.GreaterThanOrEqual:
		return p.bound(e, e.Left(), ">=", e.Right())
	case *expression.LessThan:
		return p.bound(e, e.Left(), "<", e.Right())
	case *expression.LessThanOrEqual:
		return p.bound(e, e.Left(), "<=", e.Right())
	case *expression.Between:
		least, ok1 := p.bound(expression.NewGreaterThanOrEqual(e.Val, e.Lower), e.Val, ">=", e.Lower)
		most, ok2 := p.bound(expression.NewLessThanOrEqual(e.Val, e.Upper), e.Val, "<=", e.Upper)
		return append(least, most...), ok1 && ok2
	}
	return nil, false
}

// turned are comparisons with their sides changed.
var turned = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}

func (p *pushing) bound(condition, left sql.Expression, sign string, right sql.Expression) ([]view.Bound, bool) {
	at := p.column(left)
	if at < 0 {
		if at = p.column(right); at < 0 {
			return nil, false
		}
		right, sign = left, turned[sign]
	}
	if !types.IsTimestampType(p.schema[at].Type) || !query.IsConstant(right) {
		return nil, false
	}
	v, err := right.Eval(p.ctx, nil)
	if err != nil {
		return nil, false
	}
	switch v.(type) {
	case time.Time, string:
	default:
		return nil, false
	}
	v, inRange, err := types.DatetimeMaxPrecision.Convert(p.ctx, v)
	clock, ok := v.(time.Time)
	if err != nil || inRange != sql.InRange || !ok || !clock.Equal(clock.Truncate(time.Microsecond)) {
		return nil, false
	}
	instant, ok := table.Instant(p.ctx, clock)
	if !ok {
		return nil, false
	}
	// The condition itself says whether that is what it means.
	bound := view.Bound{Column: p.table.Place(at), Sign: sign, At: instant}
	row := make(sql.Row, len(p.schema))
	for _, beside := range [...]time.Duration{-time.Second, -time.Microsecond, 0, time.Microsecond, time.Second} {
		row[at] = clock.Add(beside)
		v, err := condition.Eval(p.ctx, row)
		if err != nil || sql.IsTrue(v) != bound.Of(instant.Add(beside)) {
			return nil, false
		}
	}
	return []view.Bound{bound}, true
}

// passing are functions that are to be called for each row.
var passing = map[string]bool{
	"rand": true, "random_bytes": true, "uuid": true, "uuid_short": true, "sysdate": true, "sleep": true, "benchmark": true, "last_insert_id": true, "row_count": true,
	"get_lock": true, "release_lock": true, "release_all_locks": true, "is_free_lock": true, "is_used_lock": true,
}

// passes says of an expression itself that its value may be another for each row,
// whatever the row has.
func passes(e sql.Expression) bool {
	switch e := e.(type) {
	case *plan.Subquery, *expression.UserVar, *expression.SetField, *expression.ProcedureParam, *function.Rand:
		return true
	case sql.FunctionExpression:
		return passing[strings.ToLower(e.FunctionName())]
	}
	return false
}
