package perfschema_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// BenchmarkMemory is a pair of make and drop: counted, with the instrument off,
// and without one.
func BenchmarkMemory(b *testing.B) {
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		b.Fatal(err)
	}
	m := perfschema.NewMemory(s, "app", "rows", "")
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

// BenchmarkMemoryTable reads memory_summary_by_thread_by_event_name with 1,000
// threads that have used 300 instruments each.
func BenchmarkMemoryTable(b *testing.B) {
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		b.Fatal(err)
	}
	const threads, classes = 1000, 300
	all := make([]*perfschema.Memory, classes)
	for i := range all {
		all[i] = perfschema.NewMemory(s, "app", fmt.Sprint(i), "")
	}
	for i := range threads {
		th := s.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})
		for j, m := range all {
			x := m.Alloc(th, int64(1000+i+j))
			m.Alloc(th, 5000)
			x.Free(th)
		}
	}
	table := view.Lookup("memory_summary_by_thread_by_event_name")
	b.ResetTimer()
	for b.Loop() {
		n := 0
		for range table.Rows(view.Reader{Schema: s}) {
			n++
		}
		if n != threads*classes {
			b.Fatalf("%d rows", n)
		}
	}
}
