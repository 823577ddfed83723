package held

import (
	"context"
	"errors"
	"io"
	"reflect"
	"unsafe"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/size"
)

// WatchSubquery has the rows counted that a subquery keeps, which runs once and
// gives them again for each row of the query around it. hashed: they are kept in
// a table too, to be looked up. running returns the memory of the statement that runs in a
// context, nil if none does.
func WatchSubquery(s *plan.Subquery, hashed bool, running func(context.Context) *Statement) {
	if s.IsNonDeterministic() {
		return // it keeps none
	}
	f := reflect.ValueOf(s).Elem().FieldByName("b")
	if !f.IsValid() || f.Type() != reflect.TypeFor[sql.NodeExecBuilder]() {
		return
	}
	builder := (*sql.NodeExecBuilder)(unsafe.Pointer(f.UnsafeAddr()))
	if _, done := (*builder).(*subqueryBuilder); *builder != nil && !done {
		*builder = &subqueryBuilder{*builder, s, hashed, running}
	}
}

// subqueryBuilder builds the iterator of such a subquery.
type subqueryBuilder struct {
	sql.NodeExecBuilder
	subquery *plan.Subquery
	hashed   bool
	running  func(context.Context) *Statement
}

// Build implements sql.NodeExecBuilder.
func (b *subqueryBuilder) Build(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error) {
	iter, err := b.NodeExecBuilder.Build(ctx, n, r)
	m := b.running(ctx)
	if err != nil || iter == nil || m == nil || plan.IsEmptyIter(iter) || !m.Counts(Join) {
		return iter, err
	}
	s := &subqueryIter{Pass: node.Pass{Iter: iter}, builder: b, outer: len(r), holding: m.Hold(Join, m.Node(b.subquery.Query))}
	return s, nil
}

// subqueryIter counts the rows that its subquery takes.
type subqueryIter struct {
	node.Pass
	builder *subqueryBuilder
	holding Holding
	outer   int // columns of the query around it, which are not kept
	slice   size.GrowingSlice
	set     size.GrowingMap
	ended   bool
}

// Next implements sql.RowIter.
func (s *subqueryIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := s.Iter.Next(ctx)
	if err != nil {
		if errors.Is(err, io.EOF) && !s.ended {
			s.ended = true
			s.holding.Keep(s.builder.subquery)
		}
		return row, err
	}
	own := row[min(s.outer, len(row)):]
	sizer := &s.holding.Memory.Server.Sizer
	n := s.slice.Push(size.Interface)
	for _, v := range own {
		n += sizer.Value(v)
	}
	if len(own) > 1 {
		n += size.SliceHeader + size.Heap(int64(len(own))*size.Interface, true)
	}
	if s.builder.hashed {
		n += s.set.Push(size.Word + size.Interface)
	}
	s.holding.Add(n)
	return row, nil
}

// IsValueRowIter implements sql.ValueRowIter.
func (s *subqueryIter) IsValueRowIter(*sql.Context) bool { return false }

// Close implements sql.RowIter. A subquery that is asked only whether it has rows
// has not read them all, and keeps none.
func (s *subqueryIter) Close(ctx *sql.Context) error {
	err := s.Iter.Close(ctx)
	if !s.ended {
		s.holding.Release()
	}
	return err
}
