package top

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
)

// mixed stands for values that differ by column, and of later columns by sign from row to row.
const mixed = "mixed"

// hostileServer answers each query with the columns that it asks for, and a few more or less,
// in rows whose values are all the same.
type hostileServer struct {
	value   driver.Value
	rows    int // -1: without an end
	columns int // more than are asked for
	silent  bool
	tables  []string // that there are, by information_schema
}

func (h *hostileServer) Connect(context.Context) (driver.Conn, error) { return hostileConn{h}, nil }
func (h *hostileServer) Driver() driver.Driver                        { return nil }

type hostileConn struct{ server *hostileServer }

func (hostileConn) Prepare(string) (driver.Stmt, error) { return nil, errors.New("not prepared") }
func (hostileConn) Begin() (driver.Tx, error)           { return nil, errors.New("no transactions") }
func (hostileConn) Close() error                        { return nil }

func (c hostileConn) QueryContext(ctx context.Context, query string, _ []driver.NamedValue) (driver.Rows, error) {
	h := c.server
	if h.silent {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	asked, depth := 1, 0
	list, _, _ := strings.Cut(strings.TrimPrefix(query, "SELECT "), " FROM ")
	for _, r := range list {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			asked++
		}
	}
	switch {
	case query == "SELECT VERSION()":
		return &hostileRows{columns: 1, left: 1, value: h.value}, nil
	case strings.HasPrefix(query, "SHOW GLOBAL VARIABLES"):
		return &hostileRows{columns: 2, left: 1, value: "ON"}, nil
	case strings.HasPrefix(query, "SHOW"):
		asked = 2
	case strings.Contains(query, "information_schema.COLUMNS"):
		return &hostileRows{columns: 3, left: len(h.tables), tables: h.tables}, nil
	}
	return &hostileRows{columns: max(asked+h.columns, 0), left: h.rows, value: h.value}, nil
}

type hostileRows struct {
	columns, left int
	value         driver.Value
	tables        []string
}

func (r *hostileRows) Columns() []string { return make([]string, r.columns) }
func (r *hostileRows) Close() error      { return nil }

func (r *hostileRows) Next(values []driver.Value) error {
	if r.left == 0 {
		return io.EOF
	}
	r.left--
	for i := range values {
		if values[i] = r.value; r.value == mixed {
			n := (i + 1) * (i + 1)
			if i >= 4 && r.left%2 == 1 {
				n = -n
			}
			values[i] = strconv.Itoa(n)
		}
	}
	if r.tables != nil {
		schema, table, _ := strings.Cut(r.tables[r.left], ".")
		copy(values, []driver.Value{schema, table, "COUNT_STAR"})
	}
	return nil
}

// TestHostileServer: whatever a server answers, each page ends, by an error or by what a
// terminal and a reader of JSON can take.
func TestHostileServer(t *testing.T) {
	var tables []string
	for _, p := range pages {
		tables = append(tables, p.qualified())
	}
	for _, table := range []string{"events_statements_histogram_by_digest", "events_statements_current", "events_waits_current", "metadata_locks", "data_lock_waits", "mutex_instances", "setup_consumers", "setup_instruments"} {
		tables = append(tables, "performance_schema."+table)
	}
	tables = append(tables, historyErrors, historyStatements, reconciliation, "profiling.overhead", "profiling.worker_threads", "profiling.query_profiles", "profiling.query_operators")
	for name, c := range map[string]struct {
		hostileServer
		fails string // "": it may go well
	}{
		"NULL":            {hostileServer{rows: 3}, ""},
		"negative":        {hostileServer{value: "-9223372036854775808", rows: 3}, ""},
		"mixed":           {hostileServer{value: mixed, rows: 4}, ""},
		"large":           {hostileServer{value: "18446744073709551615", rows: 3}, ""},
		"too large":       {hostileServer{value: "1e308", rows: 3}, ""},
		"infinite":        {hostileServer{value: "-Inf", rows: 3}, ""},
		"no number":       {hostileServer{value: "NaN", rows: 3}, ""},
		"text":            {hostileServer{value: hostileText, rows: 3}, ""},
		"empty":           {hostileServer{value: "", rows: 3}, ""},
		"a time":          {hostileServer{value: time.Unix(1<<40, 0), rows: 3}, ""},
		"long":            {hostileServer{value: strings.Repeat("\x1b[2J", 1<<16), rows: 3}, ""},
		"no rows":         {hostileServer{}, ""},
		"without an end":  {hostileServer{value: "1", rows: -1}, "more than 1000 rows"},
		"too much":        {hostileServer{value: strings.Repeat("a", maxValue), rows: 999}, "more than 1000 rows"},
		"no columns":      {hostileServer{value: "1", rows: 3, columns: -100}, "it has 0 columns"},
		"a column less":   {hostileServer{value: "1", rows: 3, columns: -1}, "columns of"},
		"a column more":   {hostileServer{value: "1", rows: 3, columns: 1}, "columns of"},
		"never an answer": {hostileServer{silent: true}, "has not answered within 1ns"},
	} {
		c.tables = tables
		for _, p := range pages {
			for _, form := range []Format{{JSON: true, Once: true}, {Width: 100, Once: true}} {
				db := sql.OpenDB(&c.hostileServer)
				s := newServer(db)
				s.limits = limits{1000, 1 << 24}
				a := newApp(s, Options{Page: p.name, Who: "root"})
				if c.silent {
					a.within = time.Nanosecond
				}
				var err error
				for range 3 {
					a.refresh()(t.Context())(a)
				}
				var out bytes.Buffer
				if a.failed != "" {
					err = errors.New(a.failed)
				} else if err = a.write(&out, form); err == nil && !a.ready() {
					t.Errorf("%s, %s: nothing after three readings", name, p.name)
				}
				db.Close()
				switch {
				case err == nil && c.fails != "", err != nil && (c.fails == "" || !strings.Contains(err.Error(), c.fails)):
					t.Errorf("%s, %s: %v", name, p.name, err)
				case err == nil && form.JSON && !json.Valid(out.Bytes()):
					t.Errorf("%s, %s: no JSON: %.300s", name, p.name, out.Bytes())
				}
				if i := bytes.IndexFunc(out.Bytes(), func(r rune) bool { return r != '\n' && unicode.IsControl(r) }); i >= 0 || out.Len() > 4<<20 {
					t.Errorf("%s, %s: %d bytes, a control character at %d", name, p.name, out.Len(), i)
				}
			}
		}
	}
}
