//go:build !race

package perfschema_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/heaptest"
	"github.com/perfschema/perfschema/record"
)

// ownMemory is what the Schema says that it takes: all, by the engine status and
// by the rows of the memory summary.
func ownMemory(t *testing.T, s *perfschema.Schema) int64 {
	t.Helper()
	rows := s.Read().EngineStatus()
	total := int64(rows[len(rows)-1].Value)
	var sum int64
	for _, stats := range s.Read().MemorySummary(record.Global, 0).All() {
		for i, c := range s.Read().ClassesOf(perfschema.KindMemory) {
			if strings.HasPrefix(c.Name(), "memory/performance_schema/") {
				sum += stats[i].CurrentBytes()
			}
		}
	}
	// The first read of the summary makes what remembers what reads have seen.
	if diff := sum - total; diff < 0 || diff > 32<<10 {
		t.Errorf("the memory summary has %d bytes, the engine status %d", sum, total)
	}
	return total
}

// Not under the race detector, where locks are other types. What the Schema says
// that it takes is what the heap has grown by, for itself and for each thing
// that threads may do.
func TestOwnMemoryIsTheHeaps(t *testing.T) {
	if !heaptest.Alone(t) {
		return
	}
	const n = 200
	// started is what the runtime takes when it starts a thread of the kernel's, which
	// it does when it likes.
	const started = 6 << 10
	check := func(what string, heap, own int64, off float64) {
		t.Helper()
		say := t.Logf
		if d := float64(own - heap); d < -off*float64(heap)-started || d > off*float64(heap) {
			say = t.Errorf
		}
		say("%s: %d bytes of heap, %d accounted for", what, heap, own)
	}
	func() { // makes what the process has once, which is no Schema's
		first := newFixture(t, nil)
		first.enableAll()
		ownMemory(t, first.Schema)
	}()
	start := heaptest.Live()
	f := newFixture(t, nil)
	f.enableAll()
	check("the Schema", heaptest.Live()-start, ownMemory(t, f.Schema), 0.02)
	mutex, file := key(f.RegisterMutex), key(f.RegisterFile)
	rows := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "rows"}))
	threads := make([]*perfschema.Thread, n)
	mutexes := make([]*perfschema.MutexInstance, n)
	files := make([]*perfschema.FileInstance, n)
	plans := make([]*activity.Plan, n)
	const text = "SELECT c FROM sbtest1 WHERE id = 5005 /* a text as long as others are */"
	ownMemory(t, f.Schema)
	begin, ownBegin := heaptest.Live(), ownMemory(t, f.Schema)
	for _, step := range []struct {
		what string
		do   func(i int)
	}{
		{"connections", func(i int) { threads[i] = f.connect("joe") }},
		{"statements", func(i int) { f.run(threads[i], f.selectKey, text, time.Second) }},
		{"stages", func(i int) { threads[i].SetStage(f.opening); threads[i].EndStage() }},
		{"transactions", func(i int) {
			threads[i].BeginTransaction(f.TransactionKey(), perfschema.TransactionOptions{AutoCommit: true}).End(true)
		}},
		{"mutexes", func(i int) { mutexes[i] = f.NewMutexInstance(mutex) }},
		{"files", func(i int) { files[i] = f.FileInstance(file, fmt.Sprintf("/var/lib/shop/table_%03d.ibd", i)) }},
		{"waits", func(i int) { w := threads[i].StartIdle(); w.End() }},
		{"errors", func(i int) { threads[i].RaiseError(1064) }},
		{"memory", func(i int) { rows.Alloc(threads[i], 10) }},
		{"profiles", func(i int) {
			p := threads[i].StageProfiler()
			for range 20 {
				p.Start(text, record.ProfileStatement)
				for range 10 {
					threads[i].SetStage(f.opening)
					threads[i].SetStage(f.sending)
				}
				threads[i].EndStage()
				p.End()
			}
		}},
		{"digests", func(i int) { f.run(threads[i], f.selectKey, fmt.Sprintf("SELECT column_%d FROM t", i), time.Second) }},
		{"accounts", func(i int) { f.connect(fmt.Sprint("user", i)) }},
		{"prepared statements", func(i int) {
			st := threads[i].BeginStatement(f.selectKey)
			st.Prepared(perfschema.PreparedOptions{ID: 1, Text: strings.Clone(text)})
			st.End()
		}},
		{"plans", func(i int) {
			plans[i] = activity.NewPlan(20)
			threads[i].BeginStatement(f.selectKey).SetPlan(plans[i])
		}},
	} {
		before, ownBefore := heaptest.Live(), ownMemory(t, f.Schema)
		for i := range n {
			step.do(i)
		}
		check(step.what, heaptest.Live()-before, ownMemory(t, f.Schema)-ownBefore, 0.07)
	}
	check("all of them", heaptest.Live()-begin, ownMemory(t, f.Schema)-ownBegin, 0.03)
	runtime.KeepAlive(threads)
	runtime.KeepAlive(mutexes)
	runtime.KeepAlive(files)
}
