package node

import "github.com/dolthub/go-mysql-server/sql"

// Pass passes every call on, with the optional interface for values.
type Pass struct{ Iter sql.RowIter }

// Next implements sql.RowIter.
func (p *Pass) Next(ctx *sql.Context) (sql.Row, error) { return p.Iter.Next(ctx) }

// Close implements sql.RowIter.
func (p *Pass) Close(ctx *sql.Context) error { return p.Iter.Close(ctx) }

// NextValueRow implements sql.ValueRowIter.
func (p *Pass) NextValueRow(ctx *sql.Context) (sql.ValueRow, error) {
	return p.Iter.(sql.ValueRowIter).NextValueRow(ctx)
}

// IsValueRowIter implements sql.ValueRowIter.
func (p *Pass) IsValueRowIter(ctx *sql.Context) bool {
	v, ok := p.Iter.(sql.ValueRowIter)
	return ok && v.IsValueRowIter(ctx)
}
