package web

import (
	"sync"
	"time"
)

const (
	// readEvery is the time between two readings while somebody looks.
	readEvery = 5 * time.Second
	// keepReading is for how long readings go on after the last look.
	keepReading = 5 * time.Minute
	// fresh is how old a reading may be that a page shows as now.
	fresh = time.Second
)

// watcher has something read every few seconds, from the first look until some minutes
// after the last: while nobody looks there is no goroutine and nothing is kept.
type watcher struct {
	now   func() time.Time
	ticks func(time.Duration) (c <-chan time.Time, stop func())

	mu     sync.Mutex // held while anything is read
	asked  time.Time
	stop   chan struct{} // nil: nobody has looked of late
	done   chan struct{}
	closed bool
}

// tickEvery is what watchers go by.
func tickEvery(d time.Duration) (<-chan time.Time, func()) {
	t := time.NewTicker(d)
	return t.C, t.Stop
}

// begin has tick called every so often until it says that nobody looks any more, and first,
// unless it is nil, at once. The lock is held, by the caller as by those's.
func (w *watcher) begin(first func(), tick func() (more bool)) {
	if w.closed {
		return
	}
	w.stop, w.done = make(chan struct{}), make(chan struct{})
	go w.run(w.stop, w.done, first, tick)
}

func (w *watcher) run(stop, done chan struct{}, first func(), tick func() bool) {
	defer close(done)
	ticks, end := w.ticks(readEvery)
	defer end()
	if first != nil {
		w.mu.Lock()
		if w.stop == stop {
			first()
		}
		w.mu.Unlock()
	}
	for {
		select {
		case <-stop:
			return
		case <-ticks:
		}
		w.mu.Lock()
		// It may have been closed while this waited for the lock.
		more := w.stop == stop && tick()
		w.mu.Unlock()
		if !more {
			return
		}
	}
}

// forgotten says that nobody has looked for a while.
func (w *watcher) forgotten() bool { return w.now().Sub(w.asked) > keepReading }

// close ends the readings for good, forget being what drops what is kept of them.
func (w *watcher) close(forget func()) {
	w.mu.Lock()
	stop, done := w.stop, w.done
	forget()
	w.closed = true
	w.mu.Unlock()
	if stop != nil {
		close(stop)
		<-done
	}
}
