package node_test

import (
	"context"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/internal/node"
)

var errAtRow = errors.New("at a row")

// numbers are rows of the numbers below n; each n without end.
type numbers struct {
	n, next int64
	endless bool
	closed  bool
}

func (i *numbers) Next(ctx *sql.Context) (sql.Row, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if i.next == i.n && !i.endless {
		return nil, io.EOF
	}
	i.next++
	return sql.Row{i.next - 1}, nil
}

func (i *numbers) Close(*sql.Context) error {
	i.closed = true
	return nil
}

// remainder is a column's remainder, of a type; it fails at a row, or ends the context there.
type remainder struct {
	*expression.GetField
	by, at int64
	typ    sql.Type
	end    func()
}

func (r *remainder) Type() sql.Type { return r.typ }

func (r *remainder) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v := row[0].(int64)
	switch {
	case v != r.at:
	case r.end != nil:
		r.end()
	default:
		return nil, errAtRow
	}
	if types.IsText(r.typ) {
		return strings.Repeat("x", int(v%r.by)), nil
	}
	return v % r.by, nil
}

func grouped(ctx *sql.Context, n *plan.GroupBy, input sql.RowIter) (rows []sql.Row, err error) {
	i := node.Groups(n, input)
	defer i.Close(ctx)
	for {
		row, err := i.Next(ctx)
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
}

func TestGroups(t *testing.T) {
	column := expression.NewGetField(0, types.Int64, "n", false)
	key := func(by, at int64) *remainder { return &remainder{GetField: column, by: by, at: at, typ: types.Int64} }
	input := &numbers{n: 10}
	rows, err := grouped(sql.NewEmptyContext(), plan.NewGroupBy([]sql.Expression{column, aggregation.NewCount(column), aggregation.NewMax(column)}, []sql.Expression{key(3, -1)}, nil), input)
	want := []sql.Row{{int64(0), int64(4), int64(9)}, {int64(1), int64(3), int64(7)}, {int64(2), int64(3), int64(8)}}
	if err != nil || !reflect.DeepEqual(rows, want) {
		t.Errorf("%v, %v, want %v", rows, err, want)
	}
	if !input.closed {
		t.Error("the input is not closed")
	}
	if rows, err := grouped(sql.NewEmptyContext(), plan.NewGroupBy(nil, []sql.Expression{key(3, -1)}, nil), &numbers{}); err != nil || len(rows) != 0 {
		t.Errorf("of no rows: %v, %v", rows, err)
	}
}

// A key or an aggregate that fails ends the grouping, however many rows are left.
func TestGroupsFail(t *testing.T) {
	column := expression.NewGetField(0, types.Int64, "n", false)
	key := func(at int64) *remainder { return &remainder{GetField: column, by: 1, at: at, typ: types.Int64} }
	for name, n := range map[string]*plan.GroupBy{
		"key":       plan.NewGroupBy([]sql.Expression{column}, []sql.Expression{key(5000)}, nil),
		"first key": plan.NewGroupBy([]sql.Expression{column}, []sql.Expression{key(0)}, nil),
		"aggregate": plan.NewGroupBy([]sql.Expression{aggregation.NewSum(key(700))}, []sql.Expression{key(-1)}, nil),
	} {
		if _, err := grouped(sql.NewEmptyContext(), n, &numbers{endless: true}); !errors.Is(err, errAtRow) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The keys of rows that were read are not worked out once the context has ended, if they are long.
func TestGroupsEnd(t *testing.T) {
	column := expression.NewGetField(0, types.Int64, "n", false)
	for _, c := range []struct {
		typ  sql.Type
		most int64
	}{{types.LongText, 1}, {types.Int64, 16}} {
		ctx, cancel := context.WithCancel(t.Context())
		done := int64(0)
		key := &remainder{GetField: column, by: 8, at: 32, typ: c.typ, end: cancel}
		counted := &counting{key, &done}
		_, err := grouped(sql.NewContext(ctx), plan.NewGroupBy([]sql.Expression{column}, []sql.Expression{counted}, nil), &numbers{endless: true})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v: %v", c.typ, err)
		}
		if after := done - key.at; after > c.most {
			t.Errorf("%v: %d keys after the context's end", c.typ, after)
		}
	}
}

// counting counts the keys that are worked out.
type counting struct {
	*remainder
	n *int64
}

func (c *counting) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	*c.n++
	return c.remainder.Eval(ctx, row)
}
