package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// A check that never fails is none: each finds the fault that it is for.
func TestInvariantsFindFaults(t *testing.T) {
	tr := &trial{ctx: context.Background(), until: time.Now(), binary: server(t), rand: rand.New(rand.NewPCG(1, 1)), logf: t.Logf}
	p, db := startServer(t, tr, t.TempDir())
	if err := run(db, enableAll); err != nil {
		t.Fatal(err)
	}
	rest, err := p.rest(db)
	if err != nil {
		t.Fatal(err)
	}
	if len(rest.goroutines) == 0 || rest.memory["memory/sql/NET::buff"].count != 1 {
		t.Fatalf("at rest there are %+v", rest)
	}
	beyond := func(now *held) error { return now.beyond(&rest) }
	for _, fault := range []struct {
		name    string
		provoke func() (*packetClient, error)
		finds   []string
	}{
		{"a client that stays", p.loggedIn, []string{"1 connections", "goroutines", "memory/sql/NET::buff", "memory/sql/THD::variables"}},
		{"a client that does not log in", p.greeted, []string{"goroutines"}},
	} {
		c, err := fault.provoke()
		if err != nil {
			t.Fatal(err)
		}
		finds := fault.finds
		if rest.files > 0 { // elsewhere nobody says
			finds = append(finds, "open files")
		}
		finding(t, fault.name, p.settled(db, 0, beyond), finds...)
		_ = c.conn.Close()
		if err := p.atRest(db, &rest); err != nil {
			t.Errorf("%s, and left: %v", fault.name, err)
		}
	}
	for _, s := range sums {
		for _, by := range []string{"account", "user", "host"} {
			table := "performance_schema." + s.family + "_by_" + by + "_by_event_name"
			if err := errors.Join(worksOn(db), run(db, "TRUNCATE "+table)); err != nil {
				t.Fatal(err)
			}
			finding(t, "truncated "+table, p.settled(db, restTimeout, beyond), s.columns[:len("COUNT_STAR")], "by "+by)
			if err := run(db, "TRUNCATE performance_schema."+s.family+"_global_by_event_name"); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := p.atRest(db, &rest); err != nil {
		t.Error(err)
	}
}

func finding(t *testing.T, fault string, err error, want ...string) {
	t.Helper()
	for _, w := range want {
		if err == nil || !strings.Contains(err.Error(), w) {
			t.Errorf("%s: found %v, want %q", fault, err, w)
		}
	}
}

func TestBeyond(t *testing.T) {
	rest := held{goroutines: map[string]int{"main.main": 1, "serve": 5}, threads: 3, files: 7, memory: map[string]amount{"a": {1, 10}, "b": {2, 20}}}
	for _, test := range []struct {
		name string
		now  held
		want string
	}{
		{"the same", rest, ""},
		{"less", held{goroutines: map[string]int{"serve": 4}, threads: 1, files: 6, memory: map[string]amount{"a": {0, 0}}}, ""},
		{"a connection", held{connections: 1}, "1 connections, 0 at rest"},
		{"a goroutine", held{goroutines: map[string]int{"main.main": 1, "serve": 6}}, "6 goroutines of serve, 5 at rest"},
		{"a goroutine of a new kind", held{goroutines: map[string]int{"wait": 1}}, "1 goroutines of wait, 0 at rest"},
		{"a file", held{files: 8}, "8 open files, 7 at rest"},
		{"idle threads", held{threads: 3 + idleThreads}, ""},
		{"threads", held{threads: 4 + idleThreads}, "4 threads of the operating system"},
		{"a block", held{memory: map[string]amount{"b": {3, 20}}}, "20 bytes in 3 blocks of b, 20 in 2 at rest"},
		{"bytes", held{memory: map[string]amount{"b": {2, 21}}}, "21 bytes in 2 blocks of b"},
		{"a new kind", held{memory: map[string]amount{"c": {1, 1}}}, "of c, 0 in 0 at rest"},
	} {
		got := ""
		if err := test.now.beyond(&rest); err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestQuiet(t *testing.T) {
	for text, want := range map[string]bool{
		"":                                     true,
		"2026 perfschema: warning: a panic\n":  true,
		"one\npanic: index out of range\n":     false,
		"fatal error: concurrent map writes\n": false,
		"runtime error: invalid memory\n":      false,
		"goroutine 7 [running]:\n":             false,
		"SIGSEGV: segmentation violation\n":    false,
		"WARNING: DATA RACE\n":                 false,
	} {
		log := &output{}
		_, _ = io.WriteString(log, text)
		if got := (&process{log: log}).quiet(); (got == nil) != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestNoPanics(t *testing.T) {
	for count, want := range map[string]bool{"0": true, "1": false, "": false} {
		db := sql.OpenDB(statusOf(count))
		if got := noPanics(db); (got == nil) != want {
			t.Errorf("%q panics: %v", count, got)
		}
		_ = db.Close()
	}
}

// statusOf is a server whose every query gives one status variable, or none.
type statusOf string

func (s statusOf) Connect(context.Context) (driver.Conn, error) { return s, nil }
func (s statusOf) Driver() driver.Driver                        { return nil }
func (s statusOf) Prepare(string) (driver.Stmt, error)          { return nil, driver.ErrSkip }
func (s statusOf) Close() error                                 { return nil }
func (s statusOf) Begin() (driver.Tx, error)                    { return nil, driver.ErrSkip }
func (s statusOf) Query(string, []driver.Value) (driver.Rows, error) {
	return &statusRow{s, s == ""}, nil
}

type statusRow struct {
	statusOf
	read bool
}

func (r *statusRow) Columns() []string { return []string{"Variable_name", "Value"} }

func (r *statusRow) Next(row []driver.Value) error {
	if r.read {
		return io.EOF
	}
	r.read = true
	row[0], row[1] = "Panics_caught", string(r.statusOf)
	return nil
}
