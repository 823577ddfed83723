package clickhouse

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/perfschema/perfschema/view"
)

// SchemaName is the name of the database that [Tables] are for.
const SchemaName = "fleet"

// Tables declares the tables of a ClickHouse, for an adapter to serve: those of all servers
// that send there. fail makes an error of SQL of one; nil: it stays.
//
// Bounds of WINDOW_START and values of SERVER_UUID and of DIGEST, EVENT_NAME or
// VARIABLE_NAME are looked for by ClickHouse, which sends the columns that are asked for
// alone, and of nothing but a count the count. It sends the first 1,000 rows, in the order
// of their windows, and the others when they are asked for: who reads a few, for a LIMIT,
// has no more sent. A read waits for its answer until Done of the reader is closed.
func Tables(c *Client, fail func(error) error) []*view.Table {
	if fail == nil {
		fail = func(err error) error { return err }
	}
	var out []*view.Table
	for _, t := range tables() {
		declared := *t.of
		declared.Comment = "The same table of all servers of the fleet, in ClickHouse"
		declared.Indexes = []view.Index{{Name: windowIndex, Columns: []string{windowIndex}}, {Name: serverIndex, Columns: []string{serverIndex, windowIndex}}}
		if t.key != "" {
			declared.Indexes = append(declared.Indexes, view.Index{Name: t.key, Columns: []string{t.key, windowIndex}},
				view.Index{Name: serverIndex + "_" + t.key, Columns: []string{serverIndex, t.key, windowIndex}})
		}
		declared.Order = []string{windowIndex}
		declared.Stored, declared.Groups = true, true
		declared.Asks = func(r view.Reader) string { return t.asks(c.dsn.Database, r) }
		declared.Open = func(r view.Reader) *view.Cursor { return t.open(c, r, fail) }
		out = append(out, &declared)
	}
	return out
}

const (
	windowIndex = "WINDOW_START"
	serverIndex = "SERVER_UUID"
)

// open begins a read. Nothing is asked before a row is.
func (t *table) open(c *Client, r view.Reader, fail func(error) error) *view.Cursor {
	if r.Grouping != nil {
		return t.groups(c, r, fail)
	}
	f := &fleetRows{table: t, client: c, reader: r}
	if r.Top != nil {
		f.first = -1
	}
	return view.StoredCursor(f.next, func() error {
		f.close()
		if f.failed != nil {
			return fail(f.failed)
		}
		return nil
	}, r.Top != nil)
}

// asks is what a read asks for at first.
func (t *table) asks(database string, r view.Reader) string {
	if r.Grouping != nil {
		query, _ := t.groupQuery(database, r)
		return query
	}
	query, _ := t.query(database, r, "")
	return query
}

// fleetRows is a read of a table.
type fleetRows struct {
	table  *table
	client *Client
	reader view.Reader
	ctx    context.Context    //nolint:containedctx // ends with the read
	cancel context.CancelFunc // nil: nothing is asked yet
	body   io.ReadCloser
	rows   *rowReader
	empty  uint64 // rows without columns, to come
	first  int    // rows of the first page that were read; -1: it is behind
	last   view.Row
	failed error
}

// firstPage is how many rows are asked for at first.
const firstPage = 1000

func (f *fleetRows) next() (view.Row, bool) {
	if f.cancel == nil {
		f.begin()
		f.failed = f.ask()
	}
	switch {
	case f.failed != nil:
		return nil, false
	case f.rows == nil && f.empty > 0:
		f.empty--
		return view.Row{}, true
	case f.rows == nil:
		return nil, false
	}
	row, err := f.rows.next()
	if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && f.first == firstPage {
		if f.failed = f.askRest(); f.failed != nil {
			return nil, false
		}
		row, err = f.rows.next()
	}
	if err != nil {
		if !errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			f.failed = f.client.failed(err)
		}
		return nil, false
	}
	if f.first >= 0 {
		f.first++
		f.last = row
		row = row[: len(row)-len(placeColumns) : len(row)-len(placeColumns)]
	}
	return row, true
}

// begin makes what ends the reading.
func (f *fleetRows) begin() {
	f.ctx, f.cancel = context.WithCancel(context.Background())
	if done := f.reader.Done; done != nil {
		go func(ctx context.Context, cancel func()) {
			select {
			case <-done:
				cancel()
			case <-ctx.Done():
			}
		}(f.ctx, f.cancel)
	}
}

// askRest asks for what is behind the first page.
func (f *fleetRows) askRest() error {
	behind, err := f.table.behind(f.last)
	if err != nil {
		return err
	}
	f.first, f.last = -1, nil
	_ = f.body.Close()
	f.body = nil
	query, rows := f.table.query(f.client.dsn.Database, f.reader, behind)
	body, err := f.client.Query(f.ctx, query)
	if err != nil {
		return err
	}
	f.body = body
	rows.from = f.rows.from
	rows.from.Reset(body)
	f.rows = rows
	return nil
}

// ask sends the query.
func (f *fleetRows) ask() error {
	query, rows := f.table.query(f.client.dsn.Database, f.reader, "")
	body, err := f.client.Query(f.ctx, query)
	if err != nil {
		return err
	}
	f.body = body
	if rows != nil {
		rows.from = bufio.NewReaderSize(body, 64<<10)
		f.rows = rows
		return nil
	}
	var count [8]byte
	if _, err := io.ReadFull(body, count[:]); err != nil {
		return f.client.failed(err)
	}
	f.empty = binary.LittleEndian.Uint64(count[:])
	return nil
}

func (f *fleetRows) close() {
	if f.cancel != nil {
		f.cancel()
	}
	if f.body != nil {
		_ = f.body.Close()
	}
	f.rows, f.empty = nil, 0
}

// placeColumns tell the place of a row among those of all windows. The first page has them
// behind the columns that are asked for.
var placeColumns = [...]string{windowIndex, serverIndex, rowColumn}

// behind is a condition for the rows after the last one of the first page.
func (t *table) behind(last view.Row) (string, error) {
	place := last[len(last)-len(placeColumns):]
	at, ok1 := place[0].(time.Time)
	uuid, _ := place[1].(string) // nil is ""
	n, ok2 := place[2].(uint64)
	if !ok1 || !ok2 {
		return "", errAnswer
	}
	start := fmt.Sprintf("toDateTime(%d, 'UTC')", at.Unix())
	return fmt.Sprintf("WINDOW_START >= %s AND (WINDOW_START, WINDOW_START_MICROSECOND, SERVER_UUID, WINDOW_ROW) > (%[1]s, %d, %s, %d)", start, at.Nanosecond()/1000, quoteText(uuid), n), nil
}

// query is what to ask for a read, and how to read the answer; nil: it is the number of
// rows. behind is the condition of the rows behind the first page; "": that page.
func (t *table) query(database string, r view.Reader, behind string) (string, *rowReader) {
	places := r.Columns
	if places == nil {
		for i := range t.of.Columns {
			places = append(places, i)
		}
	}
	rows := &rowReader{width: len(places)}
	var names []string
	for _, k := range [...]bool{false, true} { // what is less than a second comes last
		for _, c := range t.columns {
			for at, place := range places {
				if c.of == place && (c.kind == micros) == k {
					rows.columns, rows.place, names = append(rows.columns, c), append(rows.place, at), append(names, quoteName(c.name))
				}
			}
		}
	}
	var b bytes.Buffer
	if len(names) == 0 {
		names, rows = []string{"count()"}, nil
	}
	if rows != nil && behind == "" && r.Top == nil {
		for i, name := range placeColumns {
			for _, c := range t.columns {
				if c.name == name || c.name == name+microsSuffix {
					rows.columns, rows.place, names = append(rows.columns, c), append(rows.place, rows.width+i), append(names, quoteName(c.name))
				}
			}
		}
		rows.width += len(placeColumns)
	}
	fmt.Fprintf(&b, "SELECT %s FROM %s.%s FINAL", strings.Join(names, ", "), quoteName(database), quoteName(t.of.Name))
	conditions := t.conditions(r)
	if behind != "" {
		conditions = append(conditions, behind)
	}
	if r.Top != nil {
		for _, bound := range r.Top.Bounds {
			conditions = append(conditions, t.bound(bound)...)
		}
	}
	for i, condition := range conditions {
		word := " AND "
		if i == 0 {
			word = " WHERE "
		}
		b.WriteString(word + condition)
	}
	switch {
	case rows == nil:
	case r.Top != nil:
		b.WriteString(t.first(r.Top))
	default:
		b.WriteString(" ORDER BY WINDOW_START, WINDOW_START_MICROSECOND, SERVER_UUID, WINDOW_ROW")
		if t.key != "" {
			// Of a cluster's servers 18.16 fails to take apart what they send where it lacks
			// a column that the tables are ordered by. No two rows are alike in those before.
			b.WriteString(", " + quoteName(t.key))
		}
		if behind == "" {
			fmt.Fprintf(&b, " LIMIT %d", firstPage)
		}
	}
	b.WriteString(" FORMAT RowBinary")
	return b.String(), rows
}

// first is the order and the number of the first rows. As of other reads the order has what
// the table is ordered by in it.
func (t *table) first(top *view.Top) string {
	var order []string
	for _, by := range top.Order {
		way := " ASC NULLS FIRST"
		if by.Descending {
			way = " DESC NULLS LAST"
		}
		for _, c := range t.columnsOf(by.Column) {
			order = append(order, quoteName(c.name)+way)
		}
	}
	for _, name := range t.order() {
		order = append(order, quoteName(name))
	}
	return fmt.Sprintf(" ORDER BY %s LIMIT %d", strings.Join(order, ", "), top.Rows)
}

// conditions are what ClickHouse may leave rows out by.
func (t *table) conditions(r view.Reader) (out []string) {
	bounds := r.Between[windowIndex]
	for i, sign := range [...]string{">=", "<="} {
		if at, ok := bounds[i].(time.Time); ok {
			out = append(out, fmt.Sprintf("WINDOW_START %s toDateTime(%d, 'UTC')", sign, min(max(at.Unix(), 0), math.MaxUint32)))
		}
	}
	for _, name := range [...]string{serverIndex, t.key} {
		value, ok := r.Equal[name]
		if !ok || name == "" {
			continue
		}
		switch s, isText := value.(string); {
		case value == nil:
			out = append(out, quoteName(name)+" = ''")
		case !isText:
		case name == serverIndex && isHex(s, "-") || name == "DIGEST" && isHex(s, ""):
			// It is in small letters there.
			out = append(out, quoteName(name)+" = "+quoteText(strings.ToLower(s)))
		case name != serverIndex:
			// SQL finds it in either case.
			out = append(out, "lower("+quoteName(name)+") = lower("+quoteText(s)+")")
		}
	}
	return out
}
