package perfschema_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/heaptest"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// BenchmarkMemory is a pair of make and drop: counted, with the instrument off,
// and without one.
func BenchmarkMemory(b *testing.B) {
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		b.Fatal(err)
	}
	m := s.Memory(s.RegisterMemory("app", perfschema.Info{Name: "rows"}))
	th := s.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})
	pool := make([][]byte, 1)
	pool[0] = make([]byte, 256)
	b.Run("plain", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			buf := take(&pool)
			give(&pool, buf)
		}
	})
	for _, state := range []struct {
		name string
		on   bool
	}{{"disabled", false}, {"counted", true}} {
		b.Run(state.name, func(b *testing.B) {
			m.Class().SetEnabled(state.on)
			b.ReportAllocs()
			for b.Loop() {
				buf := take(&pool)
				block := m.Alloc(th, int64(len(buf)))
				block.Free(th)
				give(&pool, buf)
			}
		})
	}
}

//go:noinline
func take(pool *[][]byte) []byte {
	n := len(*pool) - 1
	b := (*pool)[n]
	*pool = (*pool)[:n]
	return b
}

//go:noinline
func give(pool *[][]byte, b []byte) { *pool = append(*pool, b) }

// How many threads have used how many instruments in the tables that are read.
const tableThreads, tableClasses = 1000, 300

// BenchmarkMemoryTable reads memory_summary_by_thread_by_event_name with 1,000
// threads that have used 300 instruments each. MiB-held is what a read holds
// when it is half through.
func BenchmarkMemoryTable(b *testing.B) {
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		b.Fatal(err)
	}
	all := make([]*perfschema.Memory, tableClasses)
	for i := range all {
		all[i] = s.Memory(s.RegisterMemory("app", perfschema.Info{Name: fmt.Sprint(i)}))
	}
	for i := range tableThreads {
		th := s.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})
		for j, m := range all {
			x := m.Alloc(th, int64(1000+i+j))
			m.Alloc(th, 5000)
			x.Free(th)
		}
	}
	readTable(b, s, "memory_summary_by_thread_by_event_name")
}

// BenchmarkWaitTable is BenchmarkMemoryTable for
// events_waits_summary_by_thread_by_event_name.
func BenchmarkWaitTable(b *testing.B) {
	sizes := perfschema.DefaultSizes()
	sizes.CondClasses = tableClasses
	s, err := perfschema.New(perfschema.Config{Sizes: sizes})
	if err != nil {
		b.Fatal(err)
	}
	all := make([]*perfschema.CondInstance, tableClasses-len(s.Read().WaitClasses()))
	for i := range all {
		key := s.RegisterCond("app", perfschema.Info{Name: fmt.Sprint(i)})
		all[i] = s.NewCondInstance(key)
	}
	for _, c := range s.Read().WaitClasses() {
		c.SetEnabled(true)
		c.SetTimed(true)
	}
	for range tableThreads {
		th := s.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})
		for _, c := range all {
			w := c.StartWait(th, perfschema.OpWait)
			w.End()
		}
	}
	readTable(b, s, "events_waits_summary_by_thread_by_event_name")
}

func readTable(b *testing.B, s *perfschema.Schema, name string) {
	table := catalog.Lookup(name)
	const rows = tableThreads * tableClasses
	read := func(visit func(n int)) {
		n := 0
		for range table.Rows(view.Reader{Schema: s}) {
			n++
			visit(n)
		}
		if n != rows {
			b.Fatalf("%d rows", n)
		}
	}
	before, held := heaptest.Live(), int64(0)
	read(func(n int) {
		if n == rows/2 {
			held = heaptest.Live() - before
		}
	})
	b.ResetTimer()
	for b.Loop() {
		read(func(int) {})
	}
	b.ReportMetric(float64(held)/(1<<20), "MiB-held")
}
