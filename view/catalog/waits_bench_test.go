package catalog

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// crowd is 10,000 live threads, each of which has waited for 300 instruments.
func crowd(b *testing.B) (schema *perfschema.Schema, threads []*perfschema.Thread, waits func(*perfschema.Thread)) {
	const threadCount, instruments = 10_000, 300
	sizes := perfschema.DefaultSizes()
	sizes.CondClasses = 400
	schema, err := perfschema.New(perfschema.Config{Sizes: sizes})
	if err != nil {
		b.Fatal(err)
	}
	connection := schema.RegisterThread("sql", perfschema.Info{Name: "one_connection"})
	conds := make([]*perfschema.CondInstance, instruments)
	for i := range conds {
		key := schema.RegisterCond("sql", perfschema.Info{Name: fmt.Sprint("COND_", i)})
		conds[i] = schema.NewCondInstance(key)
	}
	for _, c := range schema.Read().WaitClasses() {
		c.SetEnabled(true)
		c.SetTimed(true)
	}
	waits = func(t *perfschema.Thread) {
		for _, c := range conds {
			w := c.StartWait(t, perfschema.OpWait)
			w.End()
		}
	}
	for i := range threadCount {
		t := schema.NewThread(connection, perfschema.ThreadOptions{ProcesslistID: uint64(i + 1), User: fmt.Sprint("u", i%10), Host: "h"})
		waits(t)
		threads = append(threads, t)
	}
	return schema, threads, waits
}

// BenchmarkReadWaitSummaries reads the summaries of waits of 10,000 threads,
// at rest and while they wait one after the other. longest is the longest that
// the 300 waits of one thread took: compare it with that of threads nobody
// reads.
func BenchmarkReadWaitSummaries(b *testing.B) {
	schema, threads, waits := crowd(b)
	b.Run("nothing/while-waiting", func(b *testing.B) {
		whileWaiting(b, threads, waits, func() {
			for b.Loop() {
				time.Sleep(20 * time.Millisecond) // about as long as a read
			}
		})
	})
	for _, read := range []struct {
		table string
		equal map[string]any
	}{
		{"events_waits_summary_global_by_event_name", nil},
		{"events_waits_summary_by_account_by_event_name", nil},
		{"events_waits_summary_by_thread_by_event_name", map[string]any{"THREAD_ID": threads[5000].ID()}},
	} {
		table := Lookup(read.table)
		measure := func(b *testing.B) {
			rows := 0
			var took []time.Duration
			for b.Loop() {
				start := time.Now()
				rows = 0
				for range table.Rows(view.Reader{Schema: schema, Equal: read.equal}) {
					rows++
				}
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			for share, unit := range map[float64]string{0.25: "quartile-us", 0.5: "median-us", 0.75: "upper-quartile-us"} {
				b.ReportMetric(float64(took[int(share*float64(len(took)-1))].Microseconds()), unit)
			}
			b.ReportMetric(float64(rows), "rows")
		}
		b.Run(read.table, measure)
		b.Run(read.table+"/while-waiting", func(b *testing.B) {
			whileWaiting(b, threads, waits, func() { measure(b) })
		})
	}
}

// whileWaiting runs f while the threads wait.
func whileWaiting(b *testing.B, threads []*perfschema.Thread, waits func(*perfschema.Thread), f func()) {
	stop := make(chan struct{})
	var wg sync.WaitGroup
	var longest, whole time.Duration
	n := 0
	wg.Go(func() {
		for ; ; n++ {
			select {
			case <-stop:
				return
			default:
			}
			start := time.Now()
			waits(threads[n%len(threads)])
			d := time.Since(start)
			longest, whole = max(longest, d), whole+d
		}
	})
	f()
	close(stop)
	wg.Wait()
	b.ReportMetric(float64(longest.Microseconds()), "longest-us")
	b.ReportMetric(float64(whole.Nanoseconds())/float64(max(n, 1))/300, "ns/wait")
}
