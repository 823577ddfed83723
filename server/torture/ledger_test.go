package main

import (
	"context"
	"database/sql"
	"strings"
	"testing"
	"time"
)

// Every way to lose or to change what was committed is found.
func TestLedgerFindsWhatIsWrong(t *testing.T) {
	tr := &trial{ctx: t.Context(), until: time.Now(), binary: server(t), dir: t.TempDir()}
	_, db := startServer(t, tr, tr.dir)
	l, err := newLedger(db, 2)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	w := l.writers[1]
	for n := 1; n <= 5; n++ {
		if err := w.commit(context.Background(), conn, n); err != nil {
			t.Fatal(err)
		}
	}
	w.acked, w.begun = 4, 5 // no answer came to the last one, which is there
	if err := l.check(db); err != nil {
		t.Fatal(err)
	}
	if w.acked != 5 {
		t.Errorf("goes on from commit %d, and 5 are there", w.acked)
	}
	for name, tt := range map[string]struct {
		do, want string
	}{
		"a row lost":         {"DELETE FROM ledger.rows_of WHERE writer = 1 AND n = 3 AND i = 1", "expected"},
		"a change undone":    {"UPDATE ledger.last SET n = 4 WHERE writer = 1", "lost"},
		"a commit of nobody": {"UPDATE ledger.last SET n = 6 WHERE writer = 1", "nobody"},
		"half a commit":      {"DELETE FROM ledger.rows_of WHERE writer = 1 AND n = 5 AND i = 1", "the last commit is 5"},
		"other contents":     {"UPDATE ledger.rows_of SET content = 'x' WHERE writer = 1 AND n = 2", "other contents"},
	} {
		t.Run(name, func(t *testing.T) {
			undone(t, db, tt.do, func() {
				if err := l.check(db); err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("got %v, want an error that says %q", err, tt.want)
				}
			})
		})
	}
	if err := l.check(db); err != nil {
		t.Error(err)
	}
}

// undone changes the ledger's tables and puts them back after the test.
func undone(t *testing.T, db *sql.DB, change string, test func()) {
	t.Helper()
	must := func(q string) {
		if err := run(db, q); err != nil {
			t.Fatal(err)
		}
	}
	must("USE ledger; CALL dolt_commit('-A', '--allow-empty', '-m', 'before')")
	must(change)
	test()
	must("USE ledger; CALL dolt_reset('--hard')")
}

func TestSceneFindsWhatIsWrong(t *testing.T) {
	s := &scene{steps: []step{
		{"first", "SELECT 1", "0", "1"},
		{"second", "SELECT 2", "1", "2"},
		{"third", "SELECT 3", "3", "4"},
	}}
	tr := &trial{ctx: t.Context(), until: time.Now(), binary: server(t), dir: t.TempDir()}
	_, db := startServer(t, tr, tr.dir)
	for done, want := range map[int]string{
		0: "SELECT 2 gives 2, want 1",    // the first may be done, the second is not
		1: "",                            // the second may be done
		2: "",                            // is done, and the third may be
		3: "SELECT 3 gives 3, want 4 or", // the third is lost
	} {
		err := s.check(db, done)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d steps done: %v, want %q", done, err, want)
		}
	}
}

func TestBrokenLogs(t *testing.T) {
	for text, want := range map[string]bool{
		"": false,
		"2026-01-01T00:00:00Z perfschema: warning: no panic: all is well\n": false,
		"a line\npanic: assignment to entry in nil map\n":                   true,
		"fatal error: concurrent map read and map write\n":                  true,
		"x\ngoroutine 12 [running]:\n":                                      true,
		"WARNING: DATA RACE\n":                                              true,
	} {
		p := &process{log: &output{}}
		_, _ = p.log.Write([]byte(text))
		if got := p.quiet() != nil; got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
