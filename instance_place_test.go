package perfschema

import (
	"sync"
	"sync/atomic"
	"testing"
)

// Instances come and go while others read and truncate them all: the race detector sees
// what is read of one before it is whole.
func TestInstancesAreWholeWhereTheyAreFound(t *testing.T) {
	ps, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	mutex, rwlock, cond := ps.RegisterMutex("p", Info{Name: "m"}), ps.RegisterRWLock("p", Info{Name: "r"}), ps.RegisterCond("p", Info{Name: "c"})
	file, socket := ps.RegisterFile("p", Info{Name: "f"}), ps.RegisterSocket("p", Info{Name: "s"})
	r := ps.Read()
	var all sync.WaitGroup
	var read atomic.Bool
	all.Go(func() {
		for !read.Load() {
			m, w, c := ps.NewMutexInstance(mutex), ps.NewRWLockInstance(rwlock), ps.NewCondInstance(cond)
			f, s := ps.FileInstance(file, "f"), ps.NewSocketInstance(socket, SocketOptions{})
			tab := ps.NewTemporaryTable("d", "t")
			m.Destroy()
			w.Destroy()
			c.Destroy()
			f.Deleted()
			s.Destroy()
			tab.Dropped()
		}
	})
	all.Go(func() {
		defer read.Store(true)
		for range 300 {
			r.TruncateSockets()
			r.TruncateFiles()
			r.TruncateFilesByInstance()
			r.TruncateSocketsByInstance()
			r.TruncateWaitsByInstance()
			r.TruncateTableIO()
			r.SocketInstances()
			r.FileInstances()
			r.MutexInstances()
			r.RWLockInstances()
			r.CondInstances()
			r.TableInstances()
		}
	})
	all.Wait()
}
