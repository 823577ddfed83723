package perfschema_test

import (
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// call runs a procedure of two statements, nested in a CALL.
func (f *fixture) call(th *perfschema.Thread, p *perfschema.Program) {
	st := th.BeginStatement(f.insert)
	c := p.Call(th)
	for range 2 {
		in := th.BeginStatement(f.selectKey)
		in.SetProgram(p)
		f.clock.Advance(time.Millisecond)
		in.SetCounters(perfschema.StatementCounters{RowsExamined: 5})
		in.End()
	}
	f.clock.Advance(time.Millisecond)
	c.End()
	c.End()
	st.End()
}

func TestPrograms(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	p := f.Program(record.ProgramProcedure, "shop", "p")
	if f.Program(record.ProgramProcedure, "shop", "p") != p || f.Program(record.ProgramTrigger, "shop", "p") == p {
		t.Fatal("a program is one, and of one type")
	}
	f.call(th, p)
	f.call(th, p)
	rows := f.Read().Programs()
	if len(rows) != 2 || rows[1].Calls.Count != 0 {
		t.Fatalf("%+v", rows)
	}
	r := rows[0]
	if want := (record.TimerStat{Count: 2, Sum: 6e9, Min: 3e9, Max: 3e9}); r.Type != "PROCEDURE" || r.Schema != "shop" || r.Name != "p" || r.Calls != want {
		t.Errorf("%+v", r)
	}
	// The statements in it add up to what the statements' summary has.
	for _, stats := range f.Read().StatementSummary(record.Global, 0).All() {
		if stats[f.selectKey-1] != r.Statements || r.Statements.Counters.RowsExamined != 20 {
			t.Errorf("%+v, want %+v", r.Statements, stats[f.selectKey-1])
		}
	}
	for _, e := range th.StatementsHistory() {
		if in := e.NestingLevel == 1; in != (e.ObjectName == "p") || in && (e.ObjectType != "PROCEDURE" || e.ObjectSchema != "shop" || e.DigestHex != "" || e.NestingType != record.EventStatement) {
			t.Errorf("%+v", e)
		}
	}
	f.Read().TruncatePrograms()
	if r = f.Read().Programs()[0]; r.Calls.Count != 0 || r.Statements.Timer.Count != 0 {
		t.Errorf("truncated: %+v", r)
	}
	f.DropProgram(record.ProgramProcedure, "shop", "p")
	if rows = f.Read().Programs(); len(rows) != 1 || rows[0].Type != "TRIGGER" {
		t.Errorf("dropped: %+v", rows)
	}
	f.DropPrograms("shop")
	if rows = f.Read().Programs(); len(rows) != 0 {
		t.Errorf("the database is dropped: %+v", rows)
	}
}

// setup_objects, the thread and the consumers decide what a program counts,
// and a change takes effect with the next call.
func TestProgramsFollowTheSetup(t *testing.T) {
	object := func(enabled, timed bool) func(*fixture, *perfschema.Thread) {
		return func(f *fixture, _ *perfschema.Thread) {
			if err := f.InsertObject(record.Object{Type: "PROCEDURE", Schema: "shop", Name: "p", Enabled: enabled, Timed: timed}); err != nil {
				panic(err)
			}
		}
	}
	for name, test := range map[string]struct {
		change            func(*fixture, *perfschema.Thread)
		calls, statements uint64
		timed             bool
	}{
		"all on":         {func(*fixture, *perfschema.Thread) {}, 1, 2, true},
		"object off":     {object(false, false), 0, 0, false},
		"object untimed": {object(true, false), 1, 2, false},
		"thread off":     {func(_ *fixture, t *perfschema.Thread) { t.SetInstrumented(false) }, 0, 0, false},
		"global off":     {func(f *fixture, _ *perfschema.Thread) { f.SetConsumer(perfschema.ConsumerGlobalInstrumentation, false) }, 0, 0, false},
		"no statement is on": {func(f *fixture, _ *perfschema.Thread) {
			f.Read().ClassesOf(perfschema.KindStatement)[f.selectKey-1].SetEnabled(false)
		}, 1, 0, true},
		"thread consumer off": {func(f *fixture, _ *perfschema.Thread) { f.SetConsumer(perfschema.ConsumerThreadInstrumentation, false) }, 1, 2, true},
	} {
		f := newFixture(t, nil)
		th := f.connect("joe")
		p := f.Program(record.ProgramProcedure, "shop", "p")
		f.call(th, p)
		f.Read().TruncatePrograms()
		test.change(f, th)
		f.call(th, p)
		r := f.Read().Programs()[0]
		if r.Calls.Count != test.calls || r.Statements.Timer.Count != test.statements || r.Calls.Sum > 0 != test.timed {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestProgramsAreBounded(t *testing.T) {
	f := newFixture(t, func(c *perfschema.Config) {
		c.Sizes = perfschema.DefaultSizes()
		c.Sizes.Programs = 1
	})
	th := f.connect("joe")
	f.call(th, f.Program(record.ProgramProcedure, "shop", "p"))
	lost := f.Program(record.ProgramProcedure, "shop", "q")
	f.call(th, lost)
	if n := status(f, "Performance_schema_program_lost"); lost != nil || n != 1 {
		t.Errorf("%v, %d lost", lost, n)
	}
	f.Read().FlushStatus()
	if n := status(f, "Performance_schema_program_lost"); n != 0 {
		t.Errorf("%d lost after FLUSH STATUS", n)
	}
}

// Programs are found, counted and dropped by many at a time; what is not
// dropped is counted exactly.
func TestProgramsByManyThreads(t *testing.T) {
	f := newFixture(t, nil)
	const workers, each = 6, 200
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			th := f.NewThread(f.conn, perfschema.ThreadOptions{User: "joe", Host: "h"})
			defer th.End()
			for i := range each {
				c := f.Program(record.ProgramFunction, "shop", "kept").Call(th)
				c.End()
				if i%10 == w {
					f.Program(record.ProgramFunction, "shop", "dropped")
					f.DropProgram(record.ProgramFunction, "shop", "dropped")
				}
			}
		})
	}
	wg.Wait()
	if rows := f.Read().Programs(); len(rows) != 1 || rows[0].Calls.Count != workers*each {
		t.Errorf("%+v", rows)
	}
}

func TestCallsDoNotAllocate(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	run := func() { f.call(th, f.Program(record.ProgramProcedure, "shop", "p")) }
	run()
	if n := testing.AllocsPerRun(100, run); n != 0 {
		t.Errorf("%v allocations a call", n)
	}
}
