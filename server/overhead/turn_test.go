package overhead

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/pprof/profile"
)

// TestTurn: who asks is next, whoever has it, and nobody borrows meanwhile.
func TestTurn(t *testing.T) {
	turn := newTurn()
	asked, ok := turn.borrow()
	if !ok {
		t.Fatal("nobody has it, and it is not lent")
	}
	if _, ok := turn.borrow(); ok {
		t.Error("lent twice")
	}
	taken := make(chan error)
	go func() { taken <- turn.take(t.Context()) }()
	<-asked
	turn.giveBack()
	if err := <-taken; err != nil {
		t.Fatal(err)
	}
	if _, ok := turn.borrow(); ok {
		t.Error("lent while somebody has it")
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := turn.take(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("who has left waits on: %v", err)
	}
	turn.release()
	if _, ok := turn.borrow(); !ok {
		t.Error("not lent once all are gone")
	}
	turn.giveBack()
}

// TestProfileBesideRecorder asks for profiles while a Recorder takes one after the other.
func TestProfileBesideRecorder(t *testing.T) {
	r := Start(100)
	defer r.Stop()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 3 {
				var buf bytes.Buffer
				if err := Profile(t.Context(), &buf, time.Millisecond); err != nil {
					t.Error(err)
					return
				}
				if _, err := profile.Parse(&buf); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}
