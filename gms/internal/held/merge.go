package held

import (
	"errors"
	"io"
	"reflect"
	"unsafe"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/size"
)

// merge builds a merge join, which keeps the right side's rows of one key
// to give them for each row of the left side that has the same.
func (h Nodes[B]) merge(ctx *sql.Context, n *plan.JoinNode, r sql.Row) (sql.RowIter, error) {
	if iter, err := h.nodes.Fused(ctx, n, r); iter != nil || err != nil {
		return iter, err
	}
	iter, err := h.nodes.ByEngine(ctx, n, r)
	if err == nil && iter != nil {
		watchMerge(iter, h.sizer, h.hold(Join, n))
	}
	return iter, err
}

// watchMerge has the rows counted that a merge join of the engine's keeps. The
// engine keeps its sides to itself, so they are found by name: of an engine that
// has named them otherwise nothing is counted, and it is nil.
func watchMerge(iter sql.RowIter, s *size.Sizer, h Holding) *mergeSide {
	v := reflect.ValueOf(iter)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return nil
	}
	kept, right := v.Elem().FieldByName("rightBuf"), v.Elem().FieldByName("right")
	if !kept.IsValid() || kept.Type() != reflect.TypeFor[[]sql.Row]() || !right.IsValid() || right.Type() != reflect.TypeFor[sql.RowIter]() || right.IsNil() {
		return nil
	}
	side := (*sql.RowIter)(unsafe.Pointer(right.UnsafeAddr()))
	m := &mergeSide{node.Pass{Iter: *side}, (*[]sql.Row)(unsafe.Pointer(kept.UnsafeAddr())), s, KeptRows{Holding: h}}
	*side = m
	return m
}

// mergeSide is the right side of a merge join. Whoever asks it for a row has put
// the one before where it belongs.
type mergeSide struct {
	node.Pass
	list  *[]sql.Row
	sizer *size.Sizer
	rows  KeptRows
}

// Next implements sql.RowIter.
func (m *mergeSide) Next(ctx *sql.Context) (sql.Row, error) {
	if n := len(*m.list); m.rows.Due(n) {
		m.count(n)
	}
	row, err := m.Iter.Next(ctx)
	if err != nil && errors.Is(err, io.EOF) && len(*m.list) >= KeptFirst {
		m.count(len(*m.list))
	}
	return row, err
}

func (m *mergeSide) count(n int) {
	list := *m.list
	m.rows.Count(n, size.Heap(int64(cap(list))*size.SliceHeader, true), func(i int) int64 { return m.sizer.Row(list[i]) })
}

// IsValueRowIter implements sql.ValueRowIter.
func (m *mergeSide) IsValueRowIter(*sql.Context) bool { return false }

// Close implements sql.RowIter.
func (m *mergeSide) Close(ctx *sql.Context) error {
	err := m.Iter.Close(ctx)
	m.rows.Holding.Release()
	return err
}

// KeptRows counts the rows of a list that is emptied, and filled again, for
// every key of a merge join. One that has always been short is not looked at.
type KeptRows struct {
	Holding Holding
	last    int // rows in the list when it was last asked for
	next    int // rows at which it is looked at again
	counted int // rows of it that have been
	bytes   int64
	// most is how many rows it has had, all their bytes then: what has been in
	// it stays until it is overwritten.
	most int
	all  int64
}

// A list is counted from so many rows on, after so many more at least.
const KeptFirst = 64

// Due says whether a list of so many rows is to be counted.
func (k *KeptRows) Due(n int) bool {
	if n < k.last || k.next == 0 {
		k.next, k.counted, k.bytes = KeptFirst, 0, 0
	}
	k.last = n
	return n >= k.next
}

// Count counts the rows that have come since. list is the bytes of the list
// itself, size those of a row in it.
func (k *KeptRows) Count(n int, list int64, size func(i int) int64) {
	for ; k.counted < n; k.counted++ {
		k.bytes += size(k.counted)
	}
	held := k.bytes
	if n >= k.most {
		k.most, k.all = n, held
	} else {
		held += int64(float64(k.all) / float64(k.most) * float64(k.most-n))
	}
	k.next = n + max(n/32, KeptFirst)
	k.Holding.Set(list + held)
}
