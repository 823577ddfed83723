package perfschema

import (
	"reflect"
	"runtime"
	"testing"
	"weak"

	"github.com/perfschema/perfschema/internal/heaptest"
)

// Digests are listed as they were first seen, however long ago that was.
func TestDigestsFarApart(t *testing.T) {
	s, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	const hour = 3_600_000_000
	table := s.digests.table.Load()
	for i, first := range []int64{1, 3 * hour, 2 * hour, 1 * hour} {
		e := &digestEntry{generation: table.generation, schema: string(rune('a' + i))}
		e.first.Store(first)
		e.last.Store(first)
		table.slots[i].Store(e)
	}
	var order string
	for _, d := range s.Read().ListDigests() {
		order += d.Schema()
	}
	if order != "adcb" {
		t.Errorf("listed %s", order)
	}
}

// TestTruncatedDigestsGo: whoever remembers a digest's row for its next use keeps that
// row, and not the table that TRUNCATE has taken away with all the others.
func TestTruncatedDigestsGo(t *testing.T) {
	s, err := New(Config{Consumers: map[Consumer]bool{ConsumerEventsStatementsHistoryLong: true}})
	if err != nil {
		t.Fatal(err)
	}
	th := s.NewThread(0, ThreadOptions{})
	text := s.NewSQLText("SELECT 1", false)
	preparing := th.BeginStatement(s.AbstractQuery())
	prepared := preparing.Prepared(PreparedOptions{Text: "SELECT 2"})
	preparing.End()
	remember := map[string]func(Statement){
		"a text":               func(st Statement) { st.SetSQLText(text) },
		"a prepared statement": func(st Statement) { st.SetText("SELECT 2"); st.Executes(prepared); st.ComputeDigest() },
		"a thread":             func(st Statement) { st.SetText("SELECT 3"); st.ComputeDigest() },
	}
	s.Read().TruncateDigests() // what preparing counts
	for who, digest := range remember {
		for range 2 {
			st := th.BeginStatement(s.AbstractQuery())
			digest(st)
			st.End()
		}
		if n := len(s.Read().ListDigests()); n != 1 {
			t.Fatalf("%s: %d digests", who, n)
		}
		old := weak.Make(s.digests.table.Load())
		s.Read().TruncateDigests()
		runtime.GC()
		if old.Value() != nil {
			t.Errorf("%s keeps the table that was truncated", who)
		}
	}
	runtime.KeepAlive(s)
}

// TestTextCountsAfterTruncate: a text that is known counts in the digests there are, and in
// those of its database.
func TestTextCountsAfterTruncate(t *testing.T) {
	s, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	th := s.NewThread(0, ThreadOptions{})
	text := s.NewSQLText("SELECT 1", false)
	run := func(schema string) {
		st := th.BeginStatement(s.AbstractQuery())
		st.SetSchema(schema)
		st.SetSQLText(text)
		st.End()
	}
	counts := func() map[string]uint64 {
		out := map[string]uint64{}
		for _, d := range s.Read().ListDigests() {
			out[d.Schema()] = d.Stat().Timer.Count
		}
		return out
	}
	for range 3 {
		run("a")
		run("b")
		run("a")
	}
	if c := counts(); len(c) != 2 || c["a"] != 6 || c["b"] != 3 {
		t.Errorf("counted %v", c)
	}
	s.Read().TruncateDigests()
	run("b")
	if c := counts(); len(c) != 1 || c["b"] != 1 {
		t.Errorf("after the truncation %v", c)
	}
}

// TestRowsOfDigestsAreCheapForTheCollector: there may be 10,000 rows. One above 512 bytes would lie where the
// garbage collector looks through objects one by one, and what lies behind the last pointer it does not read.
func TestRowsOfDigestsAreCheapForTheCollector(t *testing.T) {
	row := reflect.TypeFor[digestEntry]()
	if size := row.Size(); size > 512 {
		t.Errorf("%d bytes", size)
	}
	behind := false
	for i := range row.NumField() {
		f := row.Field(i)
		if points := heaptest.HasPointers(f.Type); points && behind {
			t.Errorf("%s has pointers and lies behind what has none", f.Name)
		} else if !points {
			behind = true
		}
	}
}
