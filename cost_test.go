package perfschema_test

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema"
)

// Recording allocates nothing once a thread has used its instruments.
func TestRecordingDoesNotAllocate(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	th := f.connect("joe")
	run := func() {
		th.SetCommand("Query", "SELECT 1")
		th.SetDatabase("shop")
		th.SetDatabase("")
		st := th.BeginStatement(f.AbstractQuery())
		st.SetText("SELECT c FROM sbtest1 WHERE id = 5005")
		st.ComputeDigest()
		st.Refine(f.selectKey)
		tx := th.BeginTransaction(f.TransactionKey(), perfschema.TransactionOptions{AutoCommit: true})
		th.SetStage(f.opening)
		th.SetStage(f.sending)
		st.SetCounters(perfschema.StatementCounters{RowsSent: 1})
		tx.End(true)
		st.End()
	}
	run()
	if n := testing.AllocsPerRun(1000, run); n != 0 {
		t.Errorf("%v allocations a statement", n)
	}
}

func TestMemoryIsBounded(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	var threads []*perfschema.Thread
	for range 100 {
		th := f.connect("joe")
		threads = append(threads, th)
		for _, k := range []perfschema.StatementKey{f.selectKey, f.insert} {
			f.run(th, k, "SELECT 1", time.Second)
		}
	}
	rows := f.Read().EngineStatus()
	last := rows[len(rows)-1]
	if last.Name != "performance_schema.memory" {
		t.Fatalf("the last row is %s", last.Name)
	}
	var sum uint64
	for _, r := range rows[:len(rows)-1] {
		if len(r.Name) > 7 && r.Name[len(r.Name)-7:] == ".memory" {
			sum += r.Value
		}
	}
	if sum != last.Value {
		t.Errorf("the buffers add up to %d, the total says %d", sum, last.Value)
	}
	t.Logf("100 threads: %.1f MiB", float64(last.Value)/(1<<20))
	if last.Value > 32<<20 {
		t.Errorf("%d bytes", last.Value)
	}
	_ = threads
}

func BenchmarkStatement(b *testing.B) {
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		b.Fatal(err)
	}
	key := s.RegisterStatement("sql", perfschema.Info{Name: "select"})
	for name, th := range map[string]*perfschema.Thread{"timed": s.NewThread(0, perfschema.ThreadOptions{User: "a", Host: "b"}), "off": nil} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				th.BeginStatement(key).End()
			}
		})
	}
	b.Run("digest", func(b *testing.B) {
		th := s.NewThread(0, perfschema.ThreadOptions{User: "a", Host: "b"})
		b.ReportAllocs()
		for b.Loop() {
			st := th.BeginStatement(key)
			st.SetText("SELECT c FROM sbtest1 WHERE id = 5005")
			st.ComputeDigest()
			st.End()
		}
	})
	b.Run("limit", func(b *testing.B) {
		start := time.Now()
		var sum time.Duration
		for b.Loop() {
			a := time.Since(start)
			sum += time.Since(start) - a
		}
	})
}

func BenchmarkStage(b *testing.B) {
	for name, on := range map[string]bool{"timed": true, "disabled": false} {
		b.Run(name, func(b *testing.B) {
			s, _ := perfschema.New(perfschema.Config{})
			x := s.RegisterStage("sql", perfschema.Info{Name: "x"})
			y := s.RegisterStage("sql", perfschema.Info{Name: "y"})
			for _, c := range s.Read().ClassesOf(perfschema.KindStage) {
				c.SetEnabled(on)
				c.SetTimed(on)
			}
			th := s.NewThread(0, perfschema.ThreadOptions{})
			b.ReportAllocs()
			for b.Loop() {
				th.SetStage(x)
				th.SetStage(y)
			}
		})
	}
	// Two stages end and begin in a loop: two reads of their clock.
	b.Run("limit", func(b *testing.B) {
		start := time.Now()
		var sum time.Duration
		for b.Loop() {
			a := time.Since(start)
			sum += time.Since(start) - a
		}
	})
}
