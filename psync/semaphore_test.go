package psync_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/psync"
)

func TestSemaphoreBounds(t *testing.T) {
	f := newFixture(t)
	const size = 5
	m := psync.NewSemaphore(f.Schema, f.cond, size)
	var used atomic.Int64
	var wg sync.WaitGroup
	for g := range 10 {
		n := int64(g%3 + 1)
		wg.Go(func() {
			for i := range 200 {
				if i%5 == 0 {
					if !m.TryAcquire(n) {
						continue
					}
				} else if err := m.Acquire(t.Context(), n); err != nil {
					t.Error(err)
					return
				}
				if got := used.Add(n); got > size {
					t.Errorf("%d of %d in use", got, size)
				}
				runtime.Gosched()
				used.Add(-n)
				m.Release(n)
			}
		})
	}
	wg.Wait()
	if !m.TryAcquire(size) {
		t.Error("something was not given back")
	}
}

// asleep waits until a Thread waits.
func asleep(th *perfschema.Thread) {
	for {
		for _, e := range th.WaitsCurrent() {
			if e.EndEventID == 0 {
				return
			}
		}
		runtime.Gosched()
	}
}

// A large request is not overtaken for ever by small ones.
func TestSemaphoreServesInOrder(t *testing.T) {
	f := withEvents(t)
	m := psync.NewSemaphore(f.Schema, f.cond, 2)
	large, small := f.NewThread(0, perfschema.ThreadOptions{}), f.NewThread(0, perfschema.ThreadOptions{})
	if err := m.Acquire(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	order := make(chan string, 2)
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := m.AcquireThread(t.Context(), large, 2); err != nil {
			t.Error(err)
		}
		order <- "large"
		m.Release(2)
	})
	asleep(large)
	if m.TryAcquire(1) {
		t.Error("overtook one that waits")
	}
	wg.Go(func() {
		if err := m.AcquireThread(t.Context(), small, 1); err != nil {
			t.Error(err)
		}
		order <- "small"
		m.Release(1)
	})
	asleep(small)
	m.Release(1)
	wg.Wait()
	if first := <-order; first != "large" {
		t.Errorf("%s was served first", first)
	}
	if got := f.oneCond(t).Wait.Count; got != 2 {
		t.Errorf("%d waits, want 2", got)
	}
	if h := large.WaitsHistory(); len(h) != 1 || h[0].Operation != perfschema.OpWait.String() {
		t.Errorf("%+v", h)
	}
}

func TestSemaphoreContext(t *testing.T) {
	f := withEvents(t)
	m := psync.NewSemaphore(f.Schema, f.cond, 1)
	th := f.NewThread(0, perfschema.ThreadOptions{})
	cause, cancel := context.WithCancel(t.Context())
	_ = m.Acquire(cause, 1)
	for _, n := range []int64{1, 7} { // 7 can never be granted
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error)
		go func() { failed <- m.AcquireThread(ctx, th, n) }()
		asleep(th)
		cancel()
		if err := <-failed; !errors.Is(err, context.Canceled) {
			t.Errorf("%d: %v", n, err)
		}
	}
	// Who gave up stands in nobody's way.
	next := make(chan error)
	go func() { next <- m.AcquireThread(t.Context(), th, 1) }()
	asleep(th)
	m.Release(1)
	if err := <-next; err != nil {
		t.Error(err)
	}
	m.Release(1)
	cancel()
	if err := m.Acquire(cause, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("acquired with a context that was done: %v", err)
	}
	if err := m.Acquire(t.Context(), 1); err != nil {
		t.Error(err)
	}
}

func TestSemaphoreMisusePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("released what nobody had")
		}
	}()
	m := psync.NewSemaphore(nil, 0, 3)
	m.Release(1)
}
