package catalog

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/heaptest"
	"github.com/perfschema/perfschema/view"
)

// hall is a Schema with some threads, each of which has used 300 instruments of
// memory and as many of waits, statements aside.
func hall(tb testing.TB, threads int) *perfschema.Schema {
	tb.Helper()
	sizes := perfschema.DefaultSizes()
	sizes.CondClasses = 400
	schema, err := perfschema.New(perfschema.Config{Sizes: sizes})
	if err != nil {
		tb.Fatal(err)
	}
	const classes = 300
	memory := make([]*perfschema.Memory, classes)
	conds := make([]*perfschema.CondInstance, classes)
	for i := range classes {
		memory[i] = schema.Memory(schema.RegisterMemory("app", perfschema.Info{Name: fmt.Sprint(i)}))
		key := schema.RegisterCond("app", perfschema.Info{Name: fmt.Sprint(i)})
		conds[i] = schema.NewCondInstance(key)
	}
	for _, c := range schema.Read().WaitClasses() {
		c.SetEnabled(true)
		c.SetTimed(true)
	}
	for i := range threads {
		th := schema.NewThread(0, perfschema.ThreadOptions{ProcesslistID: uint64(i + 1), User: fmt.Sprint("u", i), Host: "h"})
		for j := range classes {
			x := memory[j].Alloc(th, int64(1000+i+j))
			memory[j].Alloc(th, 5000)
			x.Free(th)
			w := conds[j].StartWait(th, perfschema.OpWait)
			w.End()
		}
	}
	return schema
}

// wide are the tables that have a row for each pair of something that can be many
// and an instrument.
var wide = []string{
	"memory_summary_by_thread_by_event_name", "events_waits_summary_by_thread_by_event_name",
	"memory_summary_by_account_by_event_name", "events_waits_summary_by_user_by_event_name",
	"events_errors_summary_by_thread_by_error",
}

// A read that is under way holds about as much as one thread's rows, however many
// threads there are.
func TestReadsHoldFewRows(t *testing.T) {
	const threads = 150
	schema := hall(t, threads)
	for _, name := range wide {
		before := heaptest.Live()
		held, n := int64(0), 0
		for range Lookup(name).Rows(view.Reader{Schema: schema}) {
			if n++; n == threads*100 {
				held = heaptest.Live() - before
			}
		}
		if n < threads*200 {
			t.Errorf("%s has %d rows", name, n)
		}
		// A list of what the groups are, one group's figures (there are 1,775 errors) and
		// some rows.
		if most := int64(384 << 10); held > most {
			t.Errorf("%s holds %d bytes in the middle of a read", name, held)
		}
	}
	runtime.KeepAlive(schema)
}

// Who wants ten rows pays for ten rows, a list of the groups and the figures of
// one.
func TestReadsEndEarly(t *testing.T) {
	schema := hall(t, 150)
	for _, name := range wide {
		table := Lookup(name)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		n := 0
		for range table.Rows(view.Reader{Schema: schema}) {
			if n++; n == 10 {
				break
			}
		}
		runtime.ReadMemStats(&after)
		if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 384<<10 {
			t.Errorf("%s: %d bytes for ten rows", name, bytes)
		}
	}
}

// BenchmarkStream reads tables of many threads whole, and their first ten rows.
func BenchmarkStream(b *testing.B) {
	for _, threads := range []int{1_000, 10_000} {
		schema := hall(b, threads)
		for _, name := range wide[:4] {
			table := Lookup(name)
			b.Run(fmt.Sprintf("%s/threads=%d/ten", name, threads), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					n := 0
					for range table.Rows(view.Reader{Schema: schema}) {
						if n++; n == 10 {
							break
						}
					}
				}
			})
			b.Run(fmt.Sprintf("%s/threads=%d/all", name, threads), func(b *testing.B) {
				b.ReportAllocs()
				rows := 0
				for b.Loop() {
					rows = 0
					for range table.Rows(view.Reader{Schema: schema}) {
						rows++
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*rows), "ns/row")
				b.StopTimer()
				before, held, n := heaptest.Live(), int64(0), 0
				for range table.Rows(view.Reader{Schema: schema}) {
					if n++; n == rows/2 {
						held = heaptest.Live() - before
					}
				}
				b.ReportMetric(float64(held)/(1<<20), "held-MiB")
			})
		}
	}
}
