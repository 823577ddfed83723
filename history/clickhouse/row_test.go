package clickhouse

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/perfschema/perfschema/view"
)

// lookup is a table by its name.
func lookup(t testing.TB, name string) *table {
	t.Helper()
	for _, x := range tables() {
		if x.of.Name == name {
			return x
		}
	}
	t.Fatalf("there is no table %s", name)
	return nil
}

// all reads all columns of a table.
func (t *table) all(from io.Reader) *rowReader {
	r := &rowReader{from: bufio.NewReader(from), width: len(t.of.Columns)}
	for _, c := range t.columns {
		if c.of >= 0 {
			r.columns, r.place = append(r.columns, c), append(r.place, c.of)
		}
	}
	return r
}

// sampleRow has a value of its kind in each column, with extremes by turns.
func sampleRow(t *table, n int) view.Row {
	row := make(view.Row, len(t.of.Columns))
	at := time.Date(2026, 3, 1, 10, 5, 0, 123456000, time.UTC)
	for i, c := range t.of.Columns {
		pick := (n + i) % 4
		switch kind(view.ValueKindOf(c.Type)) {
		case unsigned:
			row[i] = []any{uint64(0), uint64(math.MaxUint64), uint64(7), nil}[pick]
		case signed:
			row[i] = []any{int64(math.MinInt64), int64(math.MaxInt64), int64(-1), nil}[pick]
		case double:
			row[i] = []any{math.MaxFloat64, -0.5, math.SmallestNonzeroFloat64, nil}[pick]
		case decimal:
			row[i] = []any{"0.000001", "-999999999999.999999", "999999999999.999999", nil}[pick]
		case seconds:
			row[i] = []any{at.Add(time.Duration(n) * time.Minute), time.Unix(0, 0).UTC(), time.Unix(math.MaxUint32, 999_999_000).UTC(), nil}[pick]
		default:
			row[i] = []any{"a'b\\c\t\n\x00\u00e9\U0001f600`", "", string(bytes.Repeat([]byte("x"), 300)), nil}[pick]
		}
		if when, ok := row[i].(time.Time); ok && c.Type == "timestamp" {
			row[i] = when.Truncate(time.Second)
		}
		switch {
		case c.Name == "SERVER_UUID":
			row[i] = "0a1b2c3d-0000-1111-2222-333344445555"
		case c.Name == "WINDOW_START" || c.Name == "WINDOW_END":
			row[i] = at.Add(time.Duration(n) * time.Minute)
		case c.Name == t.key && row[i] == "":
			row[i] = nil
		}
	}
	return row
}

// What a row is written as is read as the same row, in every table.
func TestRowsGoBothWays(t *testing.T) {
	for _, x := range tables() {
		r := x.all(bytes.NewReader(blockOf(t, x, 8).rowByRow(t)))
		for n := range 8 {
			want := sampleRow(x, n)
			got, err := r.next()
			if err != nil {
				t.Fatal(x.of.Name, n, err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s, row %d:\n%v\n%v", x.of.Name, n, got, want)
			}
		}
		if _, err := r.next(); !errors.Is(err, io.EOF) {
			t.Errorf("%s: %v behind the last row", x.of.Name, err)
		}
	}
}

// A value of another type is refused, not written as something else.
func TestValuesOfAnotherType(t *testing.T) {
	x := lookup(t, "global_status")
	for i := range x.of.Columns {
		row := sampleRow(x, 0)
		row[i] = struct{}{}
		if err := newBlock(x).add(row, 0); !errors.Is(err, errValue) {
			t.Errorf("%s: %v", x.of.Columns[i].Name, err)
		}
	}
}

// FuzzRows reads whatever somebody sends: it ends, with rows that can be written, or an error.
func FuzzRows(f *testing.F) {
	for _, x := range tables() {
		f.Add(blockOf(f, x, 2).rowByRow(f))
	}
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x0f})
	all := tables()
	f.Fuzz(func(t *testing.T, wire []byte) {
		for _, x := range all {
			r := x.all(bytes.NewReader(wire))
			for {
				row, err := r.next()
				if err != nil {
					break
				}
				if len(row) != len(x.of.Columns) {
					t.Fatalf("%d columns", len(row))
				}
			}
		}
	})
}
