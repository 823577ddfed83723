package psync

import (
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema"
)

// Cond is [sync.Cond] with an instrument, a row of cond_instances. L may be any
// Locker. The zero value is not instrumented; L must be set before Wait.
//
// A wait ends when the goroutine is woken. Taking L again is no part of it: if
// L is a [Mutex] or [RWMutex], it is a lock operation of its own.
type Cond struct {
	// L is held while the condition is looked at or changed.
	L Locker

	cond  sync.Cond // its L is c as condLocker
	ready sync.Once
	in    atomic.Pointer[perfschema.CondInstance]
}

// NewCond returns a Cond with Locker l and no instrument; [Cond.Init] gives it
// one.
func NewCond(l Locker) *Cond { return &Cond{L: l} }

// Init attaches c to an instrument; with key 0 or a Schema that is off, to
// none. It allocates; any goroutine may call it, at any time.
func (c *Cond) Init(s *perfschema.Schema, key perfschema.CondKey) {
	attach(c, &c.in, s.NewCondInstance(key), (*perfschema.CondInstance).Destroy)
}

// Destroy takes c out of cond_instances. It remains a working Cond.
func (c *Cond) Destroy() { attach(c, &c.in, nil, (*perfschema.CondInstance).Destroy) }

// Wait is [sync.Cond.Wait].
func (c *Cond) Wait() {
	w := startWait(&c.in, boundIf(&c.in))
	c.sleep(&w)
	c.L.Lock()
}

// WaitThread is Wait on behalf of t, and so is the locking of L at the end if
// it is a [Mutex] or [RWMutex].
func (c *Cond) WaitThread(t *perfschema.Thread) {
	w := startWait(&c.in, t)
	c.sleep(&w)
	if l, ok := c.L.(interface{ LockThread(*perfschema.Thread) }); ok {
		l.LockThread(t)
		return
	}
	c.L.Lock()
}

// sleep unlocks L, and when c is signalled ends w and returns with L unlocked.
func (c *Cond) sleep(w *perfschema.Wait) {
	defer w.End() // the twin panics if c was copied
	c.ready.Do(func() { c.cond.L = (*condLocker)(c) })
	c.cond.Wait()
}

// Signal is [sync.Cond.Signal].
func (c *Cond) Signal() { c.cond.Signal() }

// Broadcast is [sync.Cond.Broadcast].
func (c *Cond) Broadcast() { c.cond.Broadcast() }

// condLocker is what the twin unlocks once the waiter is in its queue. It locks
// nothing afterwards, which Wait does when its own wait has ended.
type condLocker Cond

func (l *condLocker) Lock()   {}
func (l *condLocker) Unlock() { l.L.Unlock() }
