package gms_test

import (
	"strconv"
	"testing"

	"github.com/perfschema/perfschema"
)

func TestFunctions(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "")
	hex, text := s.schema.StatementDigest("SELECT 1 FROM t WHERE a IN (1, 2)")
	if hex == "" || text == "" {
		t.Fatal("no digest")
	}
	for _, test := range []struct{ expr, want string }{
		{"STATEMENT_DIGEST('select 1 from t where a in (3)')", hex},
		{"statement_digest_text('select /* x */ 2 from t where a in (3)')", text},
		{"STATEMENT_DIGEST(NULL)", "NULL"},
		{"STATEMENT_DIGEST_TEXT(NULL)", "NULL"},
		{"FORMAT_BYTES(512)", " 512 bytes"},
		{"FORMAT_BYTES('2048')", "2.00 KiB"},
		{"format_bytes(NULL)", "NULL"},
		{"FORMAT_PICO_TIME(3501)", "3.50 ns"},
		{"FORMAT_PICO_TIME(NULL)", "NULL"},
		{"PS_THREAD_ID(NULL)", "NULL"},
		{"PS_THREAD_ID(99999)", "NULL"},
		{"PS_THREAD_ID(-1)", "NULL"},
		{"PS_THREAD_ID(CONNECTION_ID()) <=> PS_CURRENT_THREAD_ID()", "1"},
	} {
		if got := rows(t, c, "SELECT "+test.expr)[0][0]; got != test.want {
			t.Errorf("%s gives %q, want %q", test.expr, got, test.want)
		}
	}
	for expr, want := range map[string]uint16{
		"STATEMENT_DIGEST('selec 1')":  3676,
		"STATEMENT_DIGEST_TEXT('1 +')": 3676,
	} {
		if number, state, message := errorOf(t, c, "SELECT "+expr); number != want || state != "HY000" {
			t.Errorf("%s: error %d (%s) %s, want %d", expr, number, state, message, want)
		}
	}
}

func TestThreadIDFunctions(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "")
	id, err := strconv.ParseUint(rows(t, c, "SELECT CONNECTION_ID()")[0][0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	thread := s.schema.Read().ThreadByProcesslistID(id)
	if thread == nil {
		key := s.schema.RegisterThread("sql", perfschema.Info{Name: "one_connection"})
		thread = s.schema.NewThread(key, perfschema.ThreadOptions{ProcesslistID: id, User: "root", Host: "localhost"})
		defer thread.End()
	}
	want := strconv.FormatUint(thread.ID(), 10)
	for _, expr := range []string{"PS_CURRENT_THREAD_ID()", "PS_THREAD_ID(CONNECTION_ID())"} {
		if got := rows(t, c, "SELECT "+expr)[0][0]; got != want {
			t.Errorf("%s gives %s, want %s", expr, got, want)
		}
	}
	if got := rows(t, c, "SELECT PROCESSLIST_ID FROM performance_schema.threads WHERE THREAD_ID = PS_CURRENT_THREAD_ID()"); len(got) != 1 || got[0][0] != strconv.FormatUint(id, 10) {
		t.Errorf("own row of threads: %v", got)
	}
}
