package clickhouse

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
	"time"

	"github.com/perfschema/perfschema/view"
)

// groupQuery is what to ask for groups of rows, and how to read the answer. The number of
// rows comes first, since without keys there is a group where there are no rows.
func (t *table) groupQuery(database string, r view.Reader) (string, *groupReader) {
	g := r.Grouping
	reader := &groupReader{}
	what := []string{"count()"}
	var keys []string
	for _, place := range g.Keys {
		key := groupKey{}
		for _, c := range t.columnsOf(place) {
			keys, key.columns = append(keys, quoteName(c.name)), append(key.columns, c)
		}
		reader.keys = append(reader.keys, key)
	}
	what = append(what, keys...)
	for _, f := range g.Figures {
		figure, asked := t.figure(f)
		reader.figures, what = append(reader.figures, figure), append(what, asked...)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "SELECT %s FROM %s.%s FINAL", strings.Join(what, ", "), quoteName(database), quoteName(t.of.Name))
	conditions := t.conditions(r)
	for _, bound := range g.Bounds {
		conditions = append(conditions, t.bound(bound)...)
	}
	if len(conditions) > 0 {
		b.WriteString(" WHERE " + strings.Join(conditions, " AND "))
	}
	if len(keys) > 0 {
		b.WriteString(" GROUP BY " + strings.Join(keys, ", ") + " ORDER BY " + strings.Join(keys, ", "))
	}
	b.WriteString(" FORMAT RowBinary")
	return b.String(), reader
}

// columnsOf are what there is of a column of the view: of a time two.
func (t *table) columnsOf(place int) (out []column) {
	for _, c := range t.columns {
		if c.of == place {
			out = append(out, c)
		}
	}
	return out
}

// microseconds is a time in microseconds since 1970. It is an integer, for which ClickHouse
// has an order, and which has room for all times there are.
func (t *table) microseconds(place int) string {
	var b strings.Builder
	for _, c := range t.columnsOf(place) {
		if c.kind == micros {
			fmt.Fprintf(&b, " + toUInt64(%s)", quoteName(c.name))
		} else {
			fmt.Fprintf(&b, "toUInt64(%s) * 1000000", quoteName(c.name))
		}
	}
	return b.String()
}

// bound is a condition on a time: in seconds, by which ClickHouse finds the parts that may
// have such times, and exactly.
func (t *table) bound(b view.Bound) (out []string) {
	at, of := b.At.UnixMicro(), t.columnsOf(b.Column)[0]
	if at < 0 || at > mostSeconds*1e6 {
		// There is no such time in a column.
		if after := b.Sign[0] == '>'; after == (at < 0) {
			if of.nullable {
				return []string{quoteName(of.name) + " IS NOT NULL"}
			}
			return nil
		}
		return []string{"0"}
	}
	return []string{
		fmt.Sprintf("%s %c= toDateTime(%d, 'UTC')", quoteName(of.name), b.Sign[0], at/1e6),
		fmt.Sprintf("%s %s %d", t.microseconds(b.Column), b.Sign, at),
	}
}

const mostSeconds = 1<<32 - 1 // that a DateTime has

// half is what sums are halved by: halves of 64 bits have no sum that is too large for them.
const half = 1 << 32

// figure is how a figure is read, and what is asked for it.
func (t *table) figure(f view.Figure) (groupFigure, []string) {
	if f.Column < 0 {
		return groupFigure{kind: f.Kind, columns: []column{{kind: unsigned}}}, []string{"count()"}
	}
	of := t.columnsOf(f.Column)[0]
	name := quoteName(of.name)
	count := "count(" + name + ")"
	switch {
	case !of.nullable && of.kind == text: // the empty text is NULL there
		count = "countIf(" + name + " != '')"
	case !of.nullable:
		count = "count()"
	}
	switch {
	case f.Kind == view.CountFigure:
		return groupFigure{kind: f.Kind, columns: []column{{kind: unsigned}}}, []string{count}
	case f.Kind == view.SumFigure && of.kind == decimal:
		return groupFigure{kind: f.Kind, wide: true, columns: []column{{kind: unsigned}}}, []string{count, fmt.Sprintf("sum(ifNull(%s, toDecimal64(0, 6)))", name)}
	case f.Kind == view.SumFigure:
		cast := "toUInt64"
		if of.kind == signed {
			cast = "toInt64"
		}
		// An Int64 divided by an unsigned number would be taken for one itself.
		part := func(function string) string {
			return fmt.Sprintf("sum(%[1]s(%[2]s(%[1]s(ifNull(%[3]s, 0)), %[1]s(%[4]d))))", cast, function, name, half)
		}
		return groupFigure{kind: f.Kind, columns: []column{{kind: unsigned}, {kind: of.kind}, {kind: of.kind}}}, []string{count, part("intDiv"), part("modulo")}
	}
	function, asked := "min", name
	if f.Kind == view.GreatestFigure {
		function = "max"
	}
	if of.kind == seconds {
		asked, of.kind = t.microseconds(f.Column), unsigned
		return groupFigure{kind: f.Kind, time: true, columns: []column{of}}, []string{function + "(" + asked + ")"}
	}
	return groupFigure{kind: f.Kind, columns: []column{of}}, []string{function + "(" + asked + ")"}
}

// groupReader reads the groups that ClickHouse sends.
type groupReader struct {
	keys    []groupKey
	figures []groupFigure
	values  rowReader
	begun   bool
}

// groupKey is one key: the columns it comes in.
type groupKey struct{ columns []column }

// groupFigure is a figure: the columns it comes in. A sum of numbers of 128 bits is behind
// them where it is wide.
type groupFigure struct {
	kind    view.FigureKind
	columns []column
	wide    bool
	time    bool // microseconds
}

// next reads a group; the error is io.EOF behind the last.
func (g *groupReader) next() (view.Row, error) {
	if _, err := g.values.from.Peek(1); err != nil {
		if errors.Is(err, io.EOF) && !g.begun && len(g.keys) == 0 { // there is always a group
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	g.begun = true
	rows, err := g.values.value(column{kind: unsigned})
	var row view.Row
	if err == nil {
		row, err = g.row()
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err == nil && rows == uint64(0) { // the one group of no rows
		if _, err = g.values.from.Peek(1); err == nil {
			err = errAnswer
		}
	}
	return row, err
}

func (g *groupReader) row() (view.Row, error) {
	row := make(view.Row, 0, len(g.keys)+len(g.figures))
	for _, key := range g.keys {
		value, err := g.key(key)
		if err != nil {
			return nil, err
		}
		row = append(row, value)
	}
	for _, f := range g.figures {
		value, err := g.figure(f)
		if err != nil {
			return nil, err
		}
		row = append(row, value)
	}
	return row, nil
}

// key reads a key. What is less than a second comes behind the seconds.
func (g *groupReader) key(key groupKey) (value any, err error) {
	for _, c := range key.columns {
		v, err := g.values.value(c)
		if err != nil {
			return nil, err
		}
		if at, ok := value.(time.Time); ok && c.kind == micros && v != nil {
			value = time.UnixMicro(at.UnixMicro() + int64(v.(uint64))).UTC() //nolint:gosec // 32 bits
		} else if c.kind != micros {
			value = v
		}
	}
	return value, nil
}

func (g *groupReader) figure(f groupFigure) (any, error) {
	values := make([]any, len(f.columns))
	for i, c := range f.columns {
		v, err := g.values.value(c)
		if err != nil {
			return nil, err
		}
		values[i] = v
	}
	var sum *big.Int
	if f.wide {
		var err error
		if sum, err = g.wide(); err != nil {
			return nil, err
		}
	}
	switch {
	case f.kind != view.SumFigure:
		if n, ok := values[0].(uint64); ok && f.time {
			return time.UnixMicro(int64(n)).UTC(), nil //nolint:gosec // of 32 bits of seconds
		}
		return values[0], nil
	case values[0] == uint64(0):
		return nil, nil //nolint:nilnil // NULL
	case f.wide:
		return millionths(sum), nil
	}
	high, low := integer(values[1]), integer(values[2])
	return high.Lsh(high, 32).Add(high, low).String(), nil
}

func integer(v any) *big.Int {
	if n, ok := v.(uint64); ok {
		return new(big.Int).SetUint64(n)
	}
	n, _ := v.(int64)
	return big.NewInt(n)
}

// wide reads a signed number of 128 bits.
func (g *groupReader) wide() (*big.Int, error) {
	var b [16]byte
	if _, err := io.ReadFull(g.values.from, b[:]); err != nil {
		return nil, err
	}
	high := new(big.Int).SetInt64(int64(binary.LittleEndian.Uint64(b[8:]))) //nolint:gosec // the bits
	return high.Lsh(high, 64).Add(high, new(big.Int).SetUint64(binary.LittleEndian.Uint64(b[:8]))), nil
}

// millionths is a number of millionths as view.FormatMillionths has it.
func millionths(n *big.Int) string {
	digits := new(big.Int).Abs(n).String()
	if len(digits) < 7 {
		digits = strings.Repeat("0", 7-len(digits)) + digits
	}
	sign := ""
	if n.Sign() < 0 {
		sign = "-"
	}
	return sign + digits[:len(digits)-6] + "." + digits[len(digits)-6:]
}

// groups is a read of groups.
func (t *table) groups(c *Client, r view.Reader, fail func(error) error) *view.Cursor {
	f := &fleetRows{table: t, client: c, reader: r}
	var groups *groupReader
	next := func() (view.Row, bool) {
		if f.cancel == nil {
			f.begin()
			query, reader := t.groupQuery(c.dsn.Database, r)
			if f.body, f.failed = c.Query(f.ctx, query); f.failed == nil {
				reader.values.from, groups = bufio.NewReaderSize(f.body, 64<<10), reader
			}
		}
		if f.failed != nil || groups == nil {
			return nil, false
		}
		row, err := groups.next()
		if err != nil {
			if !errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				f.failed = c.failed(err)
			}
			groups = nil
			return nil, false
		}
		return row, true
	}
	return view.StoredCursor(next, func() error {
		f.close()
		groups = nil
		if f.failed != nil {
			return fail(f.failed)
		}
		return nil
	}, true)
}
