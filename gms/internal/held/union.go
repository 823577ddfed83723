package held

import (
	"reflect"
	"unsafe"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/iters"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/size"
)

// heldSides counts what an EXCEPT or INTERSECT keeps: how often its right side
// has each row, and where it is DISTINCT the sets of the rows that each side, or
// the whole, has given.
type heldSides struct {
	holding Holding
	// counts are the rows of the right side, each taken to be another until all
	// are read; cache has them.
	counts size.GrowingMap
	cache  *map[uint64]int
	// unique: the sides are DISTINCT, given: the whole is.
	unique, given    bool
	left, right, all size.GrowingMap
	settled          bool
}

const (
	countEntry = 2 * size.Word
	setEntry   = size.Word + size.Interface
)

// sides builds an EXCEPT or INTERSECT.
func (h Nodes[B]) sides(ctx *sql.Context, n *plan.SetOp, r sql.Row) (sql.RowIter, error, bool) {
	iter, err := h.nodes.Own(ctx, n, r)
	if err != nil || iter == nil {
		return iter, err, true
	}
	s := &heldSides{holding: h.hold(Distinct, n)}
	switch set := setIterBelow(iter).(type) {
	case *iters.ExceptIter:
		s.cache, s.unique = countsOf(set), n.Distinct
		set.LIter, set.RIter = &sideIter{node.Pass{Iter: set.LIter}, s, false}, &sideIter{node.Pass{Iter: set.RIter}, s, true}
	case *iters.IntersectIter:
		s.cache, s.given = countsOf(set), n.Distinct
		set.LIter, set.RIter = &sideIter{node.Pass{Iter: set.LIter}, s, false}, &sideIter{node.Pass{Iter: set.RIter}, s, true}
	default:
		return iter, nil, true
	}
	return &sidesIter{node.Pass{Iter: iter}, s}, nil, true
}

// setIterBelow finds the iterator that keeps the sides, under what limits its
// rows or gives none twice.
func setIterBelow(iter sql.RowIter) sql.RowIter {
	for range 4 {
		switch i := iter.(type) {
		case *iters.ExceptIter, *iters.IntersectIter:
			return iter
		case *iters.LimitIter:
			iter = i.ChildIter
		default:
			v := reflect.ValueOf(iter)
			if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
				return nil
			}
			f := v.Elem().FieldByName("childIter")
			if !f.IsValid() || f.Type() != reflect.TypeFor[sql.RowIter]() {
				return nil
			}
			iter = *(*sql.RowIter)(unsafe.Pointer(f.UnsafeAddr()))
		}
	}
	return nil
}

// countsOf is where such an iterator has its right side; nil if the engine has
// named that otherwise.
func countsOf(iter any) *map[uint64]int {
	f := reflect.ValueOf(iter).Elem().FieldByName("cache")
	if !f.IsValid() || f.Type() != reflect.TypeFor[map[uint64]int]() {
		return nil
	}
	return (*map[uint64]int)(unsafe.Pointer(f.UnsafeAddr()))
}

// sideIter is one side.
type sideIter struct {
	node.Pass
	sides *heldSides
	right bool
}

// Next implements sql.RowIter.
func (s *sideIter) Next(ctx *sql.Context) (sql.Row, error) {
	h := s.sides
	if !s.right {
		h.settle()
	}
	row, err := s.Iter.Next(ctx)
	switch {
	case err != nil:
	case s.right:
		n := h.counts.Push(countEntry)
		if h.unique {
			n += h.right.Push(setEntry)
		}
		h.holding.Add(n)
	case h.unique:
		h.holding.Add(h.left.Push(setEntry))
	}
	return row, err
}

// IsValueRowIter implements sql.ValueRowIter.
func (s *sideIter) IsValueRowIter(*sql.Context) bool { return false }

// settle counts the right side as it has become, when the left one is read: its
// set is gone.
func (h *heldSides) settle() {
	if h.settled {
		return
	}
	h.settled = true
	h.holding.Add(-h.right.Bytes)
	if h.cache != nil {
		bytes, _ := size.Map(len(*h.cache), countEntry)
		h.holding.Add(bytes - h.counts.Bytes)
		h.counts.Bytes = bytes
	}
	h.holding.tell()
}

// sidesIter is the whole.
type sidesIter struct {
	node.Pass
	sides *heldSides
}

// Next implements sql.RowIter.
func (s *sidesIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := s.Iter.Next(ctx)
	h := s.sides
	switch {
	case err != nil:
		h.holding.Release()
	case h.given:
		h.holding.Add(h.all.Push(setEntry))
	}
	return row, err
}

// IsValueRowIter implements sql.ValueRowIter.
func (s *sidesIter) IsValueRowIter(*sql.Context) bool { return false }

// Close implements sql.RowIter.
func (s *sidesIter) Close(ctx *sql.Context) error {
	err := s.Iter.Close(ctx)
	s.sides.holding.Release()
	return err
}

// set builds a UNION, INTERSECT or EXCEPT that keeps what it has given,
// to give nothing twice, or that puts its rows in order. ok is false for one that
// does neither.
func (h Nodes[B]) set(ctx *sql.Context, n *plan.SetOp, r sql.Row) (iter sql.RowIter, err error, ok bool) {
	if len(n.SortFields) > 0 {
		return h.sortedSet(ctx, n, r)
	}
	if n.SetOpType != plan.UnionType {
		return h.sides(ctx, n, r)
	}
	if !n.Distinct || n.Offset != nil {
		return nil, nil, false
	}
	iter, err = h.nodes.Own(ctx, n, r)
	if err == nil && iter != nil {
		iter = &distinctIter{Pass: node.Pass{Iter: iter}, holding: h.hold(Distinct, n)}
	}
	return iter, err, true
}

// sortedSet builds one that puts its rows in order: as a sort of one that
// does not, which is what the engine's iterator is too.
func (h Nodes[B]) sortedSet(ctx *sql.Context, n *plan.SetOp, r sql.Row) (iter sql.RowIter, err error, ok bool) {
	set := *n
	set.SortFields, set.Limit = nil, nil
	h.memory.endWith(&set)
	in := h.inputOf(Sort, n, &set)
	in.part = true
	if n.Limit == nil {
		iter, err = h.nodes.Amended(ctx, plan.NewSort(n.SortFields, in), r)
		return iter, err, true
	}
	if in.limit, ok = limitOf(ctx, n.Limit); !ok {
		return nil, nil, false
	}
	iter, err = h.nodes.Amended(ctx, plan.NewTopN(n.SortFields, n.Limit, in), r)
	return iter, err, true
}
