package perfschema_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
)

// waitFixture is a Schema with two instruments of each kind of wait for code on
// Threads, one more for code on none, and objects of them to wait for.
type waitFixture struct {
	*fixture
	onThread, onNone waitObjects
	// near: times need only be equal to one part in 100. Those of the cycle
	// counter are converted row by row, by a scale that is still being learnt.
	near bool

	classes []*perfschema.Class
	index   map[string]int // of a class in classes, by name
}

// waitObjects are objects to wait for, by number, and the indexes of their
// classes.
type waitObjects struct {
	mutexes []*perfschema.MutexInstance
	mu      []sync.Mutex
	rwlocks []*perfschema.RWLockInstance
	rw      []sync.RWMutex
	conds   []*perfschema.CondInstance
	files   []*perfschema.FileInstance
	sockets []*perfschema.SocketInstance
	tables  []*perfschema.TableInstance

	instrument []string // of object i: the last part of its instruments' names
}

const waitObjectsEach = 6

const (
	tableIO   = "wait/io/table/sql/handler"
	tableLock = "wait/lock/table/sql/handler"
)

func newWaitFixture(t testing.TB, change func(*perfschema.Config)) *waitFixture {
	f := &waitFixture{fixture: newFixture(t, change), index: make(map[string]int)}
	for i, name := range []string{"odd", "even", "none"} {
		mutex := f.RegisterMutex("sql", perfschema.Info{Name: name})
		rwlock := f.RegisterRWLock("sql", perfschema.Info{Name: name})
		cond := f.RegisterCond("sql", perfschema.Info{Name: name})
		file := f.RegisterFile("sql", perfschema.Info{Name: name})
		socket := f.RegisterSocket("sql", perfschema.Info{Name: name})
		o := &f.onThread
		if i == 2 {
			o = &f.onNone
		}
		for n := range waitObjectsEach {
			object := fmt.Sprint(name, n)
			o.mutexes = append(o.mutexes, f.NewMutexInstance(mutex))
			o.rwlocks = append(o.rwlocks, f.NewRWLockInstance(rwlock))
			o.conds = append(o.conds, f.NewCondInstance(cond))
			o.files = append(o.files, f.FileInstance(file, object))
			o.sockets = append(o.sockets, f.NewSocketInstance(socket, perfschema.SocketOptions{}))
			o.tables = append(o.tables, f.TableInstance("TABLE", "shop", object))
			o.tables[len(o.tables)-1].SetIndexes([]string{"PRIMARY"})
			o.instrument = append(o.instrument, name)
		}
		o.mu, o.rw = make([]sync.Mutex, len(o.mutexes)), make([]sync.RWMutex, len(o.mutexes))
	}
	f.enableAll()
	f.classes = f.Read().WaitClasses()
	for i, c := range f.classes {
		f.index[c.Name()] = i
	}
	return f
}

// tally is how many waits there were, by index of their class.
type tally []uint64

func (c tally) add(o tally) {
	for i := range o {
		c[i] += o[i]
	}
}

// wait waits for a random object, on a Thread or, where that is nil, on none.
func (f *waitFixture) wait(r *rand.Rand, t *perfschema.Thread, counts tally) {
	o := &f.onThread
	if t == nil {
		o = &f.onNone
	}
	i := r.IntN(len(o.mutexes))
	count := func(prefix string) { counts[f.index[prefix+"/sql/"+o.instrument[i]]]++ }
	pass := func() { f.clock.Advance(time.Duration(r.IntN(50))) }
	end := func(w perfschema.Wait) {
		pass()
		if r.IntN(2) == 0 {
			w.EndBytes(int64(r.IntN(100)))
		} else {
			w.End()
		}
	}
	switch r.IntN(12) {
	case 0, 1:
		count("wait/synch/mutex")
		o.mutexes[i].Lock(t, &o.mu[i])
		pass()
		o.mutexes[i].Unlock(&o.mu[i])
	case 2:
		count("wait/synch/mutex")
		if o.mutexes[i].TryLock(t, &o.mu[i]) {
			o.mutexes[i].Unlock(&o.mu[i])
		}
	case 3:
		count("wait/synch/rwlock")
		o.rwlocks[i].Lock(t, &o.rw[i])
		pass()
		o.rwlocks[i].Unlock(&o.rw[i])
	case 4:
		count("wait/synch/rwlock")
		o.rwlocks[i].RLock(t, &o.rw[i])
		o.rwlocks[i].RUnlock(&o.rw[i])
	case 5:
		count("wait/synch/rwlock")
		if o.rwlocks[i].TryLock(t, &o.rw[i]) {
			o.rwlocks[i].Unlock(&o.rw[i])
		}
	case 6:
		count("wait/synch/cond")
		end(o.conds[i].StartWait(t, perfschema.OpTimedWait))
	case 7: // a wait in a wait
		count("wait/io/file")
		w := o.files[i].StartWait(t, perfschema.OpRead)
		count("wait/io/socket")
		end(o.sockets[i].StartWait(t, perfschema.OpSend))
		end(w)
	case 8:
		count("wait/io/socket")
		end(o.sockets[i].StartWait(t, perfschema.OpRecv))
	case 9:
		rows := r.IntN(5)
		counts[f.index[tableIO]] += uint64(rows)
		io := o.tables[i].StartIO(t, perfschema.OpFetch, "PRIMARY")
		for range rows {
			io.Start()
			pass()
			io.Stop(1)
		}
		io.Flush()
	case 10:
		counts[f.index[tableLock]]++
		lock := o.tables[i].StartLock(t, perfschema.OpReadExternal)
		pass()
		lock.End()
	case 11:
		if t != nil {
			counts[f.index["idle"]]++
		}
		end(t.StartIdle())
	}
}
