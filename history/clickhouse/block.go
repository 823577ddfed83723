package clickhouse

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"github.com/perfschema/perfschema/view"
)

// block is rows on their way to ClickHouse, by columns, in its format Native: to take them
// costs it two thirds of what rows one by one do. The zero value of all but the table is empty.
type block struct {
	of      *table
	rows    int
	size    int // of all columns
	columns []blockColumn
}

// blockColumn is what a block has of a column.
type blockColumn struct {
	nulls  []byte // 1 for each row that is NULL; of what may not be NULL it is empty
	values []byte
}

func newBlock(t *table) *block { return &block{of: t, columns: make([]blockColumn, len(t.columns))} }

// add adds a row of the view, number n of its window. One that is refused leaves nothing.
func (b *block) add(row view.Row, n uint64) error {
	size := 0
	for i := range b.of.columns {
		c, to := &b.of.columns[i], &b.columns[i]
		before := len(to.values)
		if err := b.of.appendValue(c, to, row, n); err != nil {
			to.values = to.values[:before]
			b.takeBack(row, n, i)
			return err
		}
		size += len(to.values) - before + 1
	}
	b.rows++
	b.size += size
	return nil
}

// takeBack removes a row from the first columns, which have taken it: each value is as long
// as it is when it is written again.
func (b *block) takeBack(row view.Row, n uint64, columns int) {
	for i := range columns {
		var again blockColumn
		_ = b.of.appendValue(&b.of.columns[i], &again, row, n) // it was written once
		to := &b.columns[i]
		to.values = to.values[:len(to.values)-len(again.values)]
		to.nulls = to.nulls[:len(to.nulls)-len(again.nulls)]
	}
}

// appendValue adds the value that a row has for a column, and nothing where it is refused.
func (t *table) appendValue(c *column, to *blockColumn, row view.Row, n uint64) error {
	if c.of < 0 {
		to.values = binary.LittleEndian.AppendUint64(to.values, n)
		return nil
	}
	v := row[c.of]
	if at, ok := v.(time.Time); ok && (at.Unix() < 0 || at.Unix() > math.MaxUint32) {
		v = nil // no such time can be told
	}
	values, ok := c.kind.append(to.values, v)
	if !ok {
		return fmt.Errorf("%w: %s.%s, %T", errValue, t.of.Name, c.name, v)
	}
	to.values = values
	if c.nullable {
		null := byte(0)
		if v == nil {
			null = 1
		}
		to.nulls = append(to.nulls, null)
	}
	return nil
}

// appendTo adds the block as it is sent, and empties it.
func (b *block) appendTo(wire []byte) []byte {
	text := func(s string) {
		wire = binary.AppendUvarint(wire, uint64(len(s)))
		wire = append(wire, s...)
	}
	wire = binary.AppendUvarint(wire, uint64(len(b.columns)))
	wire = binary.AppendUvarint(wire, uint64(b.rows)) //nolint:gosec // not negative
	for i := range b.columns {
		text(b.of.columns[i].name)
		text(b.of.columns[i].typ())
		c := &b.columns[i]
		wire = append(append(wire, c.nulls...), c.values...)
		c.nulls, c.values = c.nulls[:0], c.values[:0]
	}
	b.rows, b.size = 0, 0
	return wire
}
