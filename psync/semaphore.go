package psync

import (
	"container/list"
	"context"
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema"
)

// Semaphore bounds how much is in use at a time. It has the methods of
// golang.org/x/sync/semaphore's Weighted, and an instrument of kind cond, a row
// of cond_instances: an Acquire that cannot be served at once is a wait. Who
// waits longest is served first, also if a smaller request behind it would
// fit. Make it with [NewSemaphore]; the zero value has nothing to give.
type Semaphore struct {
	size int64
	in   atomic.Pointer[perfschema.CondInstance]

	mu      sync.Mutex
	used    int64
	waiting list.List // of *request
}

type request struct {
	n       int64
	granted chan struct{}
	place   *list.Element // nil if it is not in the queue
}

// NewSemaphore returns a Semaphore of the given size with an instrument; with
// key 0 or a Schema that is nil or off it records nothing.
func NewSemaphore(s *perfschema.Schema, key perfschema.CondKey, size int64) *Semaphore {
	m := &Semaphore{size: size}
	m.Init(s, key)
	return m
}

// Init attaches m to an instrument; with key 0 or a Schema that is off, to
// none. It allocates; any goroutine may call it, at any time.
func (m *Semaphore) Init(s *perfschema.Schema, key perfschema.CondKey) {
	attach(m, &m.in, s.NewCondInstance(key), (*perfschema.CondInstance).Destroy)
}

// Destroy takes m out of cond_instances. It remains a working Semaphore.
func (m *Semaphore) Destroy() { attach(m, &m.in, nil, (*perfschema.CondInstance).Destroy) }

// Acquire takes n, waiting until they are there or ctx is done, in which case
// it returns the error of ctx and has taken nothing. It fails at once if ctx is
// done already, and waits for ctx if n is more than the Semaphore's size.
func (m *Semaphore) Acquire(ctx context.Context, n int64) error {
	r, err := m.request(ctx, n)
	if r == nil {
		return err
	}
	w := startWait(&m.in, boundIf(&m.in))
	err = m.await(ctx, r)
	w.End()
	return err
}

// AcquireThread is Acquire on behalf of t.
func (m *Semaphore) AcquireThread(ctx context.Context, t *perfschema.Thread, n int64) error {
	r, err := m.request(ctx, n)
	if r == nil {
		return err
	}
	w := startWait(&m.in, t)
	err = m.await(ctx, r)
	w.End()
	return err
}

// request takes n, or returns a request that waits for it. One that can never
// be granted stands in no queue.
func (m *Semaphore) request(ctx context.Context, n int64) (*request, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.take(n) {
		return nil, nil
	}
	r := &request{n: n, granted: make(chan struct{})}
	if n <= m.size {
		r.place = m.waiting.PushBack(r)
	}
	return r, nil
}

// await returns when the request is granted or ctx is done.
func (m *Semaphore) await(ctx context.Context, r *request) error {
	select {
	case <-r.granted:
		return nil
	case <-ctx.Done():
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	select {
	case <-r.granted:
		m.used -= r.n // too late: nobody asks for it any more
	default:
		if r.place != nil {
			m.waiting.Remove(r.place)
		}
	}
	m.serve()
	return ctx.Err()
}

// TryAcquire takes n if they are there and nobody waits for them. It is no
// wait.
func (m *Semaphore) TryAcquire(n int64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.take(n)
}

// Release gives n back. It panics if that is more than is in use.
func (m *Semaphore) Release(n int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n > m.used {
		panic("psync: semaphore released more than it had given")
	}
	m.used -= n
	m.serve()
}

// take is what an Acquire that need not wait does. mu is held.
func (m *Semaphore) take(n int64) bool {
	if m.waiting.Len() > 0 || n > m.size-m.used {
		return false
	}
	m.used += n
	return true
}

// serve grants requests in their order until one does not fit. mu is held.
func (m *Semaphore) serve() {
	for e := m.waiting.Front(); e != nil; e = m.waiting.Front() {
		r := e.Value.(*request)
		if r.n > m.size-m.used {
			return
		}
		m.used += r.n
		m.waiting.Remove(e)
		close(r.granted)
	}
}
