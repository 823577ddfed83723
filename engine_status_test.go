package perfschema_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

func engineStatus(s *perfschema.Schema) map[string]uint64 {
	out := map[string]uint64{}
	for _, r := range s.EngineStatus() {
		out[r.Name] = r.Value
	}
	return out
}

// Each buffer has a size, a count and its memory, and is a memory instrument.
func TestEveryBufferIsMeasured(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	th := f.connect("joe")
	f.NewMutexInstance(key(f.RegisterMutexes))
	f.NewRWLockInstance(key(f.RegisterRWLocks))
	f.NewCondInstance(key(f.RegisterConds))
	f.NewSocketInstance(key(f.RegisterSockets), perfschema.SocketOptions{})
	f.FileInstance(key(f.RegisterFiles), "a")
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
	for _, c := range f.ClassesOf(perfschema.KindMemory) {
		classes[c.Name()] = true
	}
	for name := range rows {
		buffer, ok := strings.CutSuffix(name, ".memory")
		if ok && buffer != "performance_schema" && !classes["memory/performance_schema/"+buffer] {
			t.Errorf("no instrument for %s", buffer)
		}
	}
}

// What the buffers say they take is what the program takes.
func TestMemoryIsTrue(t *testing.T) {
	const many = 10_000
	for name, fill := range map[string]func(*fixture){
		"mutexes": func(f *fixture) {
			k := key(f.RegisterMutexes)
			for range many {
				f.NewMutexInstance(k)
			}
		},
		"rwlocks": func(f *fixture) {
			k := key(f.RegisterRWLocks)
			for range many {
				f.NewRWLockInstance(k)
			}
		},
		"files": func(f *fixture) {
			k := key(f.RegisterFiles)
			for i := range many {
				f.FileInstance(k, fmt.Sprintf("/var/lib/data/%d.file", i))
			}
		},
		"tables": func(f *fixture) {
			for i := range many {
				f.TableInstance("TABLE", "shop", fmt.Sprintf("table_%d", i)).SetIndexes([]string{"PRIMARY", "a"})
			}
		},
		"metadata locks": func(f *fixture) {
			for range many {
				f.NewMetadataLock(perfschema.MetadataLockOptions{ObjectType: "GLOBAL"})
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, nil)
			told, taken := engineStatus(f.Schema)["performance_schema.memory"], heap()
			fill(f)
			taken = heap() - taken
			told = engineStatus(f.Schema)["performance_schema.memory"] - told
			if ratio := float64(told) / float64(taken); ratio < 0.75 || ratio > 1.25 {
				t.Errorf("%d bytes are told of, %d taken", told, taken)
			}
			runtime.KeepAlive(f)
		})
	}
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
