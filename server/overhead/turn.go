package overhead

import (
	"context"
	"fmt"
	"io"
	"runtime/pprof"
	"sync"
	"time"
)

// turn says whose the CPU profile is, of which the runtime has one at a time.
type turn struct {
	held chan struct{} // has room for whoever profiles

	mu    sync.Mutex
	users int           // who profile or wait to
	asked chan struct{} // closed while there are users
}

// processTurn is the turn of this process.
var processTurn = newTurn()

func newTurn() *turn {
	return &turn{held: make(chan struct{}, 1), asked: make(chan struct{})}
}

// borrow takes the turn, if nobody has it or waits for it, until giveBack, which is due
// as soon as asked is closed.
func (t *turn) borrow() (asked <-chan struct{}, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.users > 0 {
		return nil, false
	}
	select {
	case t.held <- struct{}{}:
		return t.asked, true
	default:
		return nil, false
	}
}

func (t *turn) giveBack() { <-t.held }

// take waits for the turn, until release.
func (t *turn) take(ctx context.Context) error {
	t.mu.Lock()
	if t.users++; t.users == 1 {
		close(t.asked)
	}
	t.mu.Unlock()
	select {
	case t.held <- struct{}{}:
		return nil
	case <-ctx.Done():
		t.leave()
		return ctx.Err()
	}
}

func (t *turn) release() {
	t.giveBack()
	t.leave()
}

func (t *turn) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.users--; t.users == 0 {
		t.asked = make(chan struct{})
	}
}

// Profile takes a CPU profile of the process for somebody who asked for it, until d is
// over or the context is done, and writes it to w. Recorders make way for it at once; of
// two calls the second waits for the first. It fails where others than this package
// profile, before it has written anything.
func Profile(ctx context.Context, w io.Writer, d time.Duration) error {
	if err := processTurn.take(ctx); err != nil {
		return fmt.Errorf("wait for another CPU profile: %w", err)
	}
	defer processTurn.release()
	if err := pprof.StartCPUProfile(w); err != nil {
		return fmt.Errorf("CPU profile: %w", err)
	}
	defer pprof.StopCPUProfile()
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return nil
}
