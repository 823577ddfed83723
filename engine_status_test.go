package perfschema_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/heaptest"
	"github.com/perfschema/perfschema/record"
)

func engineStatus(s *perfschema.Schema) map[string]uint64 {
	out := map[string]uint64{}
	for _, r := range s.Read().EngineStatus() {
		out[r.Name] = r.Value
	}
	return out
}

// Each buffer has a size, a count and its memory, and is a memory instrument.
func TestEveryBufferIsMeasured(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	th := f.connect("joe")
	f.NewMutexInstance(key(f.RegisterMutex))
	f.NewRWLockInstance(key(f.RegisterRWLock))
	f.NewCondInstance(key(f.RegisterCond))
	f.NewSocketInstance(key(f.RegisterSocket), perfschema.SocketOptions{})
	f.FileInstance(key(f.RegisterFile), "a")
	table := f.TableInstance("TABLE", "shop", "orders")
	table.SetIndexes([]string{"PRIMARY", "day"})
	w := table.StartLock(th, perfschema.OpReadNormal)
	w.End()
	rows := engineStatus(f.Schema)
	for name, want := range map[string]uint64{
		"mutex_instances": 1, "rwlock_instances": 1, "cond_instances": 1, "socket_instances": 1, "file_instances": 1,
		"table_shares": 1, "table_io_waits_summary_by_index_usage": 3, "table_lock_waits_summary_by_table": 1,
		"events_waits_current": 1, "events_waits_history": 10, "events_waits_history_long": 10_000,
	} {
		count, size, memory := rows[name+".count"], rows[name+".size"], rows[name+".memory"]
		if count != want || size == 0 || memory < count*size {
			t.Errorf("%s: %d rows of %d bytes in %d bytes, want %d rows", name, count, size, memory, want)
		}
	}
	classes := map[string]bool{}
	for _, c := range f.Read().ClassesOf(perfschema.KindMemory) {
		classes[c.Name()] = true
	}
	for name := range rows {
		buffer, ok := strings.CutSuffix(name, ".memory")
		if ok && buffer != "performance_schema" && !classes["memory/performance_schema/"+buffer] {
			t.Errorf("no instrument for %s", buffer)
		}
	}
}

// The global memory summary has each buffer under its name, as the engine status
// has it.
func TestOwnMemoryIsShown(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	th := f.connect("joe")
	f.run(th, f.selectKey, "SELECT 1", 1)
	check := func(freed uint64) {
		t.Helper()
		rows := engineStatus(f.Schema)
		for _, stats := range f.Read().MemorySummary(record.Global, 0).All() {
			var sum int64
			for i, c := range f.Read().ClassesOf(perfschema.KindMemory) {
				buffer, own := strings.CutPrefix(c.Name(), "memory/performance_schema/")
				if !own {
					t.Fatalf("%s is not built in", c.Name())
				}
				v := stats[i]
				if uint64(v.CurrentCount()) != rows[buffer+".count"] || uint64(v.CurrentBytes()) != rows[buffer+".memory"] {
					t.Errorf("%s has %d of %d bytes, the status %d of %d", c.Name(), v.CurrentCount(), v.CurrentBytes(), rows[buffer+".count"], rows[buffer+".memory"])
				}
				if v.HighBytes < v.CurrentBytes() || v.LowBytes > v.CurrentBytes() {
					t.Errorf("%s: %+v", c.Name(), v)
				}
				if buffer == "threads" && v.CountFree != freed {
					t.Errorf("%d threads are freed, not %d", v.CountFree, freed)
				}
				sum += v.CurrentBytes()
				c.SetEnabled(false)
				if !c.Enabled() {
					t.Errorf("%s can be switched off", c.Name())
				}
			}
			if uint64(sum) != rows["performance_schema.memory"] {
				t.Errorf("%d bytes in all, the status has %d", sum, rows["performance_schema.memory"])
			}
		}
	}
	for range f.Read().MemorySummary(record.Global, 0).All() { // what reads have seen is kept, too
	}
	check(0)
	check(0)
	th.End()
	check(1)
	f.Read().TruncateMemory(record.Global)
	check(0)
}

// What the buffers say they take is what the program takes.
func TestMemoryIsTrue(t *testing.T) {
	const many = 10_000
	for name, fill := range map[string]func(*fixture){
		"mutexes": func(f *fixture) {
			k := key(f.RegisterMutex)
			for range many {
				f.NewMutexInstance(k)
			}
		},
		"rwlocks": func(f *fixture) {
			k := key(f.RegisterRWLock)
			for range many {
				f.NewRWLockInstance(k)
			}
		},
		"files": func(f *fixture) {
			k := key(f.RegisterFile)
			for i := range many {
				f.FileInstance(k, fmt.Sprintf("/var/lib/data/%d.file", i))
			}
		},
		"tables": func(f *fixture) {
			for i := range many {
				f.TableInstance("TABLE", "shop", fmt.Sprintf("table_%d", i)).SetIndexes([]string{"PRIMARY", "a"})
			}
		},
		"threads with memory": func(f *fixture) {
			var all [20]*perfschema.Memory
			for i := range all {
				all[i] = f.Memory(f.RegisterMemory("app", perfschema.Info{Name: fmt.Sprint(i)}))
			}
			for i := range many / 10 {
				th := f.connect(fmt.Sprint("user", i%100))
				for _, m := range all {
					m.Alloc(th, 1<<20)
				}
			}
		},
		"metadata locks": func(f *fixture) {
			for range many {
				f.NewMetadataLock(perfschema.MetadataLockOptions{ObjectType: "GLOBAL"})
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			var f *fixture
			heaptest.Agree(t, name, 0.25, func() (told, grown int64) {
				f = newFixture(t, nil)
				status := func() int64 { return int64(engineStatus(f.Schema)["performance_schema.memory"]) }
				told, grown = status(), heaptest.Live()
				fill(f)
				return status() - told, heaptest.Live() - grown
			})
			runtime.KeepAlive(f)
		})
	}
}
