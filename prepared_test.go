package perfschema_test

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// prepare runs a statement that prepares another, in d.
func (f *fixture) prepare(th *perfschema.Thread, o perfschema.PreparedOptions, d time.Duration) *perfschema.PreparedStatement {
	st := th.BeginStatement(f.insert)
	f.clock.Advance(d)
	p := st.Prepared(o)
	st.End()
	return p
}

func (f *fixture) execute(th *perfschema.Thread, p *perfschema.PreparedStatement, d time.Duration) {
	st := th.BeginStatement(f.selectKey)
	st.Executes(p)
	f.clock.Advance(d)
	st.SetCounters(perfschema.StatementCounters{RowsSent: 3})
	st.End()
}

func TestPreparedStatements(t *testing.T) {
	f := newFixture(t, func(c *perfschema.Config) {
		c.Sizes = perfschema.DefaultSizes()
		c.Sizes.SQLTextLength = 10
	})
	th := f.connect("joe")
	p := f.prepare(th, perfschema.PreparedOptions{ID: 4, Text: "SELECT a FROM t WHERE id = ?"}, time.Millisecond)
	named := f.prepare(th, perfschema.PreparedOptions{ID: 5, Name: "s", Text: "SELECT 1", OwnerType: "PROCEDURE", OwnerSchema: "shop", OwnerName: "p"}, 2*time.Millisecond)
	f.execute(th, p, 3*time.Millisecond)
	f.execute(th, p, time.Millisecond)
	p.Reprepared()
	rows := f.Read().PreparedStatements()
	if len(rows) != 2 {
		t.Fatalf("%d rows", len(rows))
	}
	r := rows[0]
	if r.ID != 4 || r.Name != "" || r.Text != "SELECT ..." || r.ThreadID != th.ID() || r.EventID != 1 || r.Begin == 0 || r.Begin == rows[1].Begin {
		t.Errorf("%+v", r)
	}
	if want := (record.TimerStat{Count: 2, Sum: 4e9, Min: 1e9, Max: 3e9}); r.Prepare != 1e9 || r.Reprepared != 1 || r.Execute.Timer != want || r.Execute.Counters.RowsSent != 6 {
		t.Errorf("%+v", r)
	}
	if r = rows[1]; r.Name != "s" || r.OwnerName != "p" || r.EventID != 2 || r.Prepare != 2e9 || r.Execute.Timer.Count != 0 {
		t.Errorf("%+v", r)
	}
	// What the executions add up to is what the statements' summary has.
	for _, stats := range f.Read().StatementSummary(record.Global, 0).All() {
		if stats[f.selectKey-1] != rows[0].Execute {
			t.Errorf("%+v, want %+v", stats[f.selectKey-1], rows[0].Execute)
		}
	}

	f.Read().TruncatePreparedStatements()
	if r = f.Read().PreparedStatements()[0]; r.Prepare != 0 || r.Reprepared != 0 || r.Execute.Timer.Count != 0 || r.ID != 4 {
		t.Errorf("truncated: %+v", r)
	}
	named.Close()
	named.Close()
	if rows = f.Read().PreparedStatements(); len(rows) != 1 || rows[0].ID != 4 {
		t.Errorf("after close: %+v", rows)
	}
	th.End()
	if rows = f.Read().PreparedStatements(); len(rows) != 0 {
		t.Errorf("after the thread: %+v", rows)
	}
}

func TestPreparedStatementsAreBounded(t *testing.T) {
	f := newFixture(t, func(c *perfschema.Config) {
		c.Sizes = perfschema.DefaultSizes()
		c.Sizes.PreparedStatements = 1
	})
	th := f.connect("joe")
	first := f.prepare(th, perfschema.PreparedOptions{ID: 1}, 0)
	lost := f.prepare(th, perfschema.PreparedOptions{ID: 2}, 0)
	f.execute(th, lost, time.Second)
	lost.Reprepared()
	lost.Close()
	if n := status(f, "Performance_schema_prepared_statements_lost"); lost != nil || n != 1 {
		t.Errorf("%v, %d lost", lost, n)
	}
	first.Close()
	if f.prepare(th, perfschema.PreparedOptions{ID: 3}, 0) == nil {
		t.Error("there is room again")
	}
	var none perfschema.Statement
	if none.Prepared(perfschema.PreparedOptions{}) != nil {
		t.Error("a statement that is not recorded has prepared one")
	}
	none.Executes(first)
}

func status(f *fixture, name string) uint64 {
	for _, v := range f.Read().Status() {
		if v.Name == name {
			return v.Value
		}
	}
	return 1 << 63
}

func TestExecutingDoesNotAllocate(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	p := f.prepare(th, perfschema.PreparedOptions{ID: 1}, 0)
	f.execute(th, p, 1)
	if n := testing.AllocsPerRun(100, func() { f.execute(th, p, 1) }); n != 0 {
		t.Errorf("%v allocations an execution", n)
	}
}

// A prepared statement has one digest for each of what is done with it, however often.
func TestDigestsOfPrepared(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	p := f.prepare(th, perfschema.PreparedOptions{ID: 1, Text: "SELECT 1"}, time.Millisecond)
	computes := map[string]func(perfschema.Statement){
		"SELECT ?": perfschema.Statement.ComputeDigest, "PREPARE SELECT ?": perfschema.Statement.ComputePrepareDigest,
		"EXECUTE SELECT ?": perfschema.Statement.ComputeExecuteDigest, "DEALLOCATE SELECT ?": perfschema.Statement.ComputeDeallocateDigest,
	}
	seen := map[string]string{}
	for range 3 {
		for text, compute := range computes {
			st := th.BeginStatement(f.selectKey)
			st.SetText("SELECT 1")
			st.Executes(p)
			compute(st)
			digest := st.Digest()
			st.End()
			if was, is := seen[text]; digest == "" || is && was != digest {
				t.Errorf("%s has the digests %q and %q", text, was, digest)
			}
			seen[text] = digest
		}
	}
	for _, d := range f.Read().Digests() {
		if d.DigestText == "" {
			continue
		}
		if seen[d.DigestText] != d.DigestHex || d.Stat.Timer.Count != 3 {
			t.Errorf("%q has the digest %s and is counted %d times, want %s", d.DigestText, d.DigestHex, d.Stat.Timer.Count, seen[d.DigestText])
		}
		delete(seen, d.DigestText)
	}
	if len(seen) != 0 {
		t.Errorf("not there: %v", seen)
	}
}
