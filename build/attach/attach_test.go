package attach

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/build/internal/report"
	"github.com/perfschema/perfschema/view"
)

// serve serves what a program tells, and returns its address.
func serve(t *testing.T, answer http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

func open(t *testing.T, address string) (*Program, error) {
	t.Helper()
	ps, err := perfschema.New(Config())
	if err != nil {
		t.Fatal(err)
	}
	return Open(t.Context(), address, ps)
}

func TestOpenRefuses(t *testing.T) {
	closed := httptest.NewServer(http.NotFoundHandler())
	nobody := closed.Listener.Addr().String()
	closed.Close()
	for name, c := range map[string]struct {
		address string
		is      error
		says    string
	}{
		"nobody":        {nobody, ErrNoAnswer, "connection refused"},
		"no address":    {"6061", ErrNoAnswer, "missing port"},
		"no socket":     {"unix:" + t.TempDir() + "/none", ErrNoAnswer, "no such file"},
		"another page":  {serve(t, http.NotFound), ErrNoAnswer, "404 Not Found"},
		"a redirection": {serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/x", http.StatusFound) }), ErrNoAnswer, "302 Found"},
		"a text":        {serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("hello")) }), report.ErrTold, "invalid character"},
		"a version":     {serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"Version":7}`)) }), report.ErrTold, "its version is 7"},
	} {
		if _, err := open(t, c.address); !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestFollow: readings follow one another, a program that does not answer is told of once, and one
// that is another ends it.
func TestFollow(t *testing.T) {
	began := time.Now()
	var asked atomic.Int64
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		told := &report.Told{Version: report.ToldVersion, PID: 1, Began: began}
		switch n := asked.Add(1); {
		case n == 3 || n == 4:
			http.Error(w, "not now", http.StatusInternalServerError)
			return
		case n > 5:
			told.PID = 2
		default:
			told.Reasons = []report.ToldReason{{Reason: "sleep", Sum: waited(uint64(n), time.Second)}}
		}
		_ = report.WriteTold(w, told)
	})
	p, err := open(t, address)
	if err != nil {
		t.Fatal(err)
	}
	var failures []error
	err = p.Follow(t.Context(), time.Millisecond, func(err error) { failures = append(failures, err) })
	if !errors.Is(err, ErrEnded) || len(failures) != 2 || !errors.Is(failures[0], ErrNoAnswer) || failures[1] != nil {
		t.Errorf("%v after %v", err, failures)
	}
	if all, _ := summed(p.waits.schema); all.Count != 5 {
		t.Errorf("%d waits", all.Count)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Follow(ctx, time.Millisecond, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestTables: each row has a value for each column, and none is NULL but where that is declared.
func TestTables(t *testing.T) {
	route, query := report.Statement{Event: "statement/http/get", Text: "GET /orders/{id}"}, report.Statement{Event: "statement/db/query", Text: "SELECT ?"}
	p := &Program{told: &report.Told{
		Program: "server", PID: 7, Patches: []string{"park"},
		Reasons: []report.ToldReason{{Reason: "select", Sum: waited(2, time.Second)}, {Reason: "none"}},
		Places:  []report.ToldPlace{{Reason: "select", Function: "main.run", File: "/src/main.go", Line: 3, Name: "main.quit", Called: "time.Sleep", Sum: waited(2, time.Second)}, {Sum: waited(1, 1)}},
		Requests: []report.ToldStatement{
			{Request: route, Errors: 1, Sum: waited(4, time.Second)}, {Request: route, Statement: query, Sum: waited(8, time.Millisecond)},
			{Statement: report.Statement{Event: "wait/synch/cond/db/connection"}, Sum: waited(1, 1)},
		},
		RequestWaits: []report.ToldRequestWait{
			{Request: route, Statement: query, Addr: 0xc000, ToldPlace: report.ToldPlace{Reason: "sync.Mutex.Lock", Name: "shop.mu", Sum: waited(2, time.Millisecond)}},
			{Request: route, Child: true, ToldPlace: report.ToldPlace{Sum: waited(3, time.Millisecond)}},
		},
		Waiters: []report.ToldPlace{{Reason: "select", Function: strings.Repeat("f", 5000), Sum: report.Sum{Count: 4, Max: 1 << 62}}},
	}}
	p.digests = map[report.Statement]string{query: "abc"}
	rows := make(map[string][]view.Row)
	for _, table := range p.Tables() {
		for row := range table.Rows(view.Reader{}) {
			rows[table.Name] = append(rows[table.Name], row)
			if len(row) != len(table.Columns) {
				t.Fatalf("%s has %d columns and a row of %d", table.Name, len(table.Columns), len(row))
			}
			for i, c := range table.Columns {
				if row[i] == nil && !c.Nullable {
					t.Errorf("%s.%s is NULL", table.Name, c.Name)
				}
				if s, ok := row[i].(string); ok && len(s) > maxText {
					t.Errorf("%s.%s has %d bytes", table.Name, c.Name, len(s))
				}
			}
		}
	}
	place := rows["wait_places"][0]
	if len(rows["build"]) != 1 || len(rows["wait_reasons"]) != 2 || len(rows["wait_places"]) != 2 || place[3] != "main.go:3" || place[6] != uint64(2_000_000_000_000) {
		t.Errorf("%v", rows)
	}
	const second, milli = uint64(1_000_000_000_000), uint64(1_000_000_000)
	for table, want := range map[string][]view.Row{
		"requests": {{"GET /orders/{id}", "statement/http/get", nil, uint64(4), uint64(1), 4 * second, second, second, second, 2 * milli, 3 * milli}},
		"request_statements": {
			{"GET /orders/{id}", "statement/db/query", "SELECT ?", "abc", uint64(8), uint64(0), 8 * milli, milli, milli, milli},
			{nil, "wait/synch/cond/db/connection", nil, nil, uint64(1), uint64(0), uint64(1000), uint64(1000), uint64(1000), uint64(1000)},
		},
		"request_waits": {
			{"GET /orders/{id}", "statement/db/query", "SELECT ?", "SERVING", "sync.Mutex.Lock", "shop.mu", "(not known)", "(not known)", nil, uint64(0xc000), uint64(2), 2 * milli, milli, milli, milli},
			{"GET /orders/{id}", nil, nil, "STARTED", "(not known)", nil, "(not known)", "(not known)", nil, nil, uint64(3), 3 * milli, milli, milli, milli},
		},
	} {
		if !reflect.DeepEqual(rows[table], want) {
			t.Errorf("%s has\n%v\nwant\n%v", table, rows[table], want)
		}
	}
	if longest := rows["waiting_goroutines"][0][6]; longest != ^uint64(0)/1000*1000 {
		t.Errorf("the longest has waited %v", longest)
	}
}

// TestStamp: times that no timestamp can be are NULL: the table can be read all the same.
func TestStamp(t *testing.T) {
	for text, known := range map[string]bool{
		"0000-01-01T00:00:00Z": false, "1970-01-01T00:00:00Z": false, "1970-01-01T00:00:01Z": true, "2026-11-29T22:00:00+02:00": true,
		"2038-01-19T03:14:07Z": true, "2038-01-19T03:14:08Z": false, "9999-12-31T23:59:59Z": false,
	} {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := stamp(at); (got != nil) != known {
			t.Errorf("%s is %v", text, got)
		}
	}
}

func TestAddressOf(t *testing.T) {
	if at, err := AddressOf("127.0.0.1:6061"); at != "127.0.0.1:6061" || err != nil {
		t.Errorf("%q, %v", at, err)
	}
	for _, program := range []string{"0", "-1", "999999999", strconv.Itoa(os.Getpid())} {
		if at, err := AddressOf(program); err == nil {
			t.Errorf("%s is at %q", program, at)
		}
	}
}

// FuzzTake holds that whatever passes ReadTold is counted, and rows are made of it.
func FuzzTake(f *testing.F) {
	f.Add(`{"Version":1,"Instances":[{"Kind":"chan","Name":"a","Addr":1,"Reasons":[{"Reason":"select","Sum":{"Count":1,"Blocked":5,"Min":5,"Max":5}}]}],"Reasons":[{"Reason":"select","Sum":{"Count":3,"Blocked":9,"Min":1,"Max":5},"Evicted":{"Count":1,"Blocked":2}}]}`, `{"Version":1}`)
	f.Fuzz(func(t *testing.T, first, second string) {
		ps, w := newTest(t)
		p := &Program{waits: w, counts: newStatements(ps)}
		for _, text := range []string{first, second} {
			told, err := report.ReadTold(strings.NewReader(text))
			if err != nil {
				return
			}
			p.take(told)
		}
		summed(ps)
		for _, table := range p.Tables() {
			for row := range table.Rows(view.Reader{}) {
				if len(row) != len(table.Columns) {
					t.Errorf("%s: %v", table.Name, row)
				}
			}
		}
	})
}

// TestNamesArePrintable: a name of the program's obeys no rules, and reaches terminals and pages.
func TestNamesArePrintable(t *testing.T) {
	for text, want := range map[string]string{
		"shop\x1b[2J.mu": "shop?[2J.mu", "a\nb\x00c\u202ed": "a?b?c?d", "naïve.Größe": "naïve.Größe", "bad\xff": "bad?",
	} {
		if got := column(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
