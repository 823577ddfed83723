package psync_test

import (
	"context"
	"errors"
	"os"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/psync"
)

// TestGroup: each function has a child Thread, and the first error is the Group's.
func TestGroup(t *testing.T) {
	f := newFixture(t)
	th := f.bind(t)
	failure := errors.New("no")
	g, ctx := psync.WithContext(context.Background())
	g.Init(f.Schema, f.cond)
	var children atomic.Int32
	for i := range 10 {
		g.Go(func() error {
			if b := perfschema.Bound(); b != nil && b != th {
				children.Add(1)
			}
			if i == 7 {
				return failure
			}
			<-ctx.Done()
			return ctx.Err()
		})
	}
	if err := g.Wait(); !errors.Is(err, failure) || !errors.Is(context.Cause(ctx), failure) {
		t.Errorf("the error is %v, the context's cause %v", err, context.Cause(ctx))
	}
	if n := children.Load(); n != 10 {
		t.Errorf("%d of 10 goroutines have a child of the Thread", n)
	}
	if n := f.oneCond(t).Wait.Count; n != 1 {
		t.Errorf("%d waits", n)
	}
	g.Destroy()
}

// TestGroupContext: the context of a function carries its Thread, that of the Group its parent's.
func TestGroupContext(t *testing.T) {
	f := newFixture(t)
	parent := f.NewThread(0, perfschema.ThreadOptions{})
	g, _ := psync.WithContext(perfschema.NewContext(context.Background(), parent))
	g.GoContext(func(ctx context.Context) error {
		if th := perfschema.FromContext(ctx); th == nil || th == parent || th.Info().ParentThreadID != parent.ID() {
			t.Errorf("the context carries %v", th)
		}
		return nil
	})
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}

// TestGroupLimit: so many run and no more, and who is held up waits.
func TestGroupLimit(t *testing.T) {
	f := withEvents(t)
	var g psync.Group // works without a context, an instrument and a Thread
	g.Go(func() error { return nil })
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
	g.Init(f.Schema, f.cond)
	g.SetLimit(2)
	release := make(chan struct{})
	for range 2 {
		g.Go(func() error { <-release; return nil })
	}
	if g.TryGo(func() error { return nil }) {
		t.Error("a third one runs")
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the limit was changed")
			}
		}()
		g.SetLimit(3)
	}()
	held, th := make(chan struct{}), f.NewThread(0, perfschema.ThreadOptions{})
	go func() {
		th.Bind()
		g.Go(func() error { return nil })
		th.Unbind()
		close(held)
	}()
	asleep(th)
	close(release)
	<-held
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
	if n := f.oneCond(t).Wait.Count; n != 2 {
		t.Errorf("%d waits, of Go and of Wait", n)
	}
	g.SetLimit(-1)
	if !g.TryGo(func() error { return nil }) {
		t.Error("without a limit it does not run")
	}
	g.Wait()
	g.Destroy()
}

// TestPanicInGroup: the process ends by it, and not by what Wait lets go on.
func TestPanicInGroup(t *testing.T) {
	mustDie(t, map[string]func(){
		"Group": func() {
			var g psync.Group
			g.Go(func() error { panic("deliberate") })
			g.Wait()
			os.Exit(0)
		},
		"WaitGroup": func() {
			f := newFixture(t)
			f.bind(t)
			wg := psync.NewWaitGroup(f.Schema, f.cond)
			wg.Go(func() { panic("deliberate") })
			wg.Wait()
			os.Exit(0)
		},
	}, "deliberate")
}

// TestWaitGroupGo: a goroutine of a WaitGroup that has an instrument has a child Thread.
func TestWaitGroupGo(t *testing.T) {
	f := newFixture(t)
	th := f.bind(t)
	var plain psync.WaitGroup
	plain.Go(func() {
		if perfschema.Bound() != nil {
			t.Error("a goroutine of a WaitGroup without an instrument is bound")
		}
	})
	plain.Wait()
	wg := psync.NewWaitGroup(f.Schema, f.cond)
	wg.Go(func() {
		if b := perfschema.Bound(); b == nil || b.Info().ParentThreadID != th.ID() {
			t.Errorf("the goroutine is bound to %v", b)
		}
	})
	wg.Go(runtime.Goexit)
	wg.Wait()
}
