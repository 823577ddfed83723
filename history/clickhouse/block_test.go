package clickhouse

import (
	"encoding/binary"
	"testing"
)

// rowByRow is what a block has, as RowBinary, which is how ClickHouse would tell it. Of
// WINDOW_ROW there is nothing.
func (b *block) rowByRow(t testing.TB) (wire []byte) {
	t.Helper()
	nulls, values := make([][]byte, len(b.columns)), make([][]byte, len(b.columns))
	for i, c := range b.columns {
		nulls[i], values[i] = c.nulls, c.values
	}
	take := func(from *[]byte, n int) []byte {
		if n > len(*from) {
			t.Fatal("a column is too short")
		}
		out := (*from)[:n]
		*from = (*from)[n:]
		return out
	}
	for range b.rows {
		for i, c := range b.of.columns {
			null := c.nullable && take(&nulls[i], 1)[0] == 1
			size := 8
			switch c.kind {
			case text:
				n, prefix := binary.Uvarint(values[i])
				size = prefix + int(n)
			case seconds, micros:
				size = 4
			}
			value := take(&values[i], size)
			if c.of < 0 {
				continue
			}
			if null {
				wire = append(wire, 1)
				continue
			}
			if c.nullable {
				wire = append(wire, 0)
			}
			wire = append(wire, value...)
		}
	}
	for i := range nulls {
		if len(nulls[i])+len(values[i]) > 0 {
			t.Errorf("%s.%s has more than its rows", b.of.of.Name, b.of.columns[i].name)
		}
	}
	return wire
}

// blockOf has some sample rows of a table.
func blockOf(t testing.TB, x *table, rows int) *block {
	t.Helper()
	b := newBlock(x)
	for n := range rows {
		if err := b.add(sampleRow(x, n), uint64(n)); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// A row that is refused at whichever column leaves the others as they were.
func TestBlockTakesRowsWhole(t *testing.T) {
	for _, x := range tables() {
		want, got := blockOf(t, x, 3), newBlock(x)
		for n := range 3 {
			for i := range x.of.Columns {
				row := sampleRow(x, n)
				row[i] = struct{}{}
				if got.add(row, 7) == nil {
					t.Fatalf("%s.%s takes anything", x.of.Name, x.of.Columns[i].Name)
				}
			}
			if err := got.add(sampleRow(x, n), uint64(n)); err != nil {
				t.Fatal(err)
			}
		}
		if got.rows != want.rows || got.size != want.size || string(got.appendTo(nil)) != string(want.appendTo(nil)) {
			t.Errorf("%s: what was refused is in it", x.of.Name)
		}
		if got.rows != 0 || got.size != 0 || string(got.appendTo(nil)) != string(newBlock(x).appendTo(nil)) {
			t.Errorf("%s is not empty when it is sent", x.of.Name)
		}
	}
}
