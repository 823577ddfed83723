package held

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/rowexec"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/size"
	"github.com/perfschema/perfschema/internal/heaptest"
	"github.com/perfschema/perfschema/internal/racetest"
)

// keyedRows is a node that makes as many rows of each key as it is told.
type keyedRows struct {
	sql.Node
	each []int
}

func (keyedRows) Schema() sql.Schema {
	return sql.Schema{{Name: "k", Type: types.Int64}, {Name: "pad", Type: types.Text}}
}

// RowIter implements sql.ExecSourceRel.
func (k keyedRows) RowIter(*sql.Context, sql.Row) (sql.RowIter, error) {
	return &keyedIter{each: k.each}, nil
}

type keyedIter struct {
	each []int
	key  int64
	n    int
}

func (k *keyedIter) Next(*sql.Context) (sql.Row, error) {
	for int(k.key) < len(k.each) && k.n == k.each[k.key] {
		k.key, k.n = k.key+1, 0
	}
	if int(k.key) == len(k.each) {
		return nil, io.EOF
	}
	k.n++
	return sql.Row{1000 + k.key, fmt.Sprintf("%08d%s", k.n, strings.Repeat("x", 120))}, nil
}

func (*keyedIter) Close(*sql.Context) error { return nil }

// mergeOf is a merge join whose right side has so many rows of each key; the
// left one has two.
func mergeOf(t *testing.T, ctx *sql.Context, each ...int) (sql.RowIter, *mergeSide) {
	t.Helper()
	left := make([]int, len(each))
	for i := range left {
		left[i] = 2
	}
	on := expression.NewEquals(expression.NewGetField(0, types.Int64, "k", false), expression.NewGetField(2, types.Int64, "k", false))
	iter, err := rowexec.NewBuilder(nil, sql.EngineOverrides{}).Build(ctx, rowexec.NewMergeJoin(keyedRows{each: left}, keyedRows{each: each}, on), nil)
	if err != nil {
		t.Fatal(err)
	}
	if c, ok := iter.(sql.CountingRowIter); ok {
		iter = c.RowIter // as the builder of operators does
	}
	side := watchMerge(iter, new(size.Sizer), Holding{next: 1 << 62})
	if side == nil {
		t.Fatalf("the rows that a %T keeps are not found", iter)
	}
	return iter, side
}

// A merge join counts as much as the heap holds of the rows of a key, and of those
// of a key before that have not been overwritten.
func TestMergeJoinRows(t *testing.T) {
	if racetest.Enabled {
		t.Skip("the race detector makes objects larger")
	}
	ctx := sql.NewEmptyContext()
	for _, test := range []struct {
		each []int
		last int // rows read
	}{
		{[]int{60_000}, 1},
		{[]int{50_000, 3, 60_000}, 2*50_003 + 1},
		{[]int{60_000, 20_000}, 2*60_000 + 1},
		{[]int{60_000, 1}, 2*60_000 + 1},
	} {
		var iter sql.RowIter
		var side *mergeSide
		heaptest.Agree(t, fmt.Sprint(test.each), 0.1, func() (told, grown int64) {
			iter, side = nil, nil
			before := heaptest.Live()
			iter, side = mergeOf(t, ctx, test.each...)
			for range test.last {
				if _, err := iter.Next(ctx); err != nil {
					t.Fatal(err)
				}
			}
			return side.rows.Holding.Bytes, heaptest.Live() - before
		})
		rest := 0
		for ; ; rest++ {
			if _, err := iter.Next(ctx); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		want := -test.last
		for _, n := range test.each {
			want += 2 * n
		}
		if rest != want {
			t.Errorf("%v: %d more rows, want %d", test.each, rest, want)
		}
		if err := iter.Close(ctx); err != nil || side.rows.Holding.Bytes != 0 {
			t.Errorf("%v: closed with %d bytes, %v", test.each, side.rows.Holding.Bytes, err)
		}
	}
}

// Short lists are not looked at.
func TestMergeJoinOfUniqueKeys(t *testing.T) {
	ctx := sql.NewEmptyContext()
	each := make([]int, 5000)
	for i := range each {
		each[i] = 1 + i%10
	}
	iter, side := mergeOf(t, ctx, each...)
	for {
		if _, err := iter.Next(ctx); err != nil {
			break
		}
		if side.rows.counted != 0 {
			t.Fatal("rows were counted")
		}
	}
}

// An iterator that is no merge join is left as it is.
func TestMergeOfOthers(t *testing.T) {
	for _, iter := range []sql.RowIter{nil, &keyedIter{}, (*keyedIter)(nil), &node.Pass{}} {
		if watchMerge(iter, new(size.Sizer), Holding{}) != nil {
			t.Errorf("%T is taken for a merge join", iter)
		}
	}
}
