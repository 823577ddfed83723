package pchan_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pchan"
)

func newSchema(t testing.TB) (*perfschema.Schema, perfschema.CondKey) {
	t.Helper()
	ps, err := perfschema.New(perfschema.LibraryConfig())
	if err != nil {
		t.Fatal(err)
	}
	key := ps.RegisterCond("app", perfschema.Info{Name: "CHAN_jobs"})
	return ps, key
}

// bind makes the test's goroutine work for a new Thread until the test ends.
func bind(t testing.TB, ps *perfschema.Schema) *perfschema.Thread {
	th := ps.NewThread(0, perfschema.ThreadOptions{})
	th.Bind()
	t.Cleanup(th.Unbind)
	return th
}

// waits are the last events of a Thread, oldest first.
func waits(th *perfschema.Thread) string {
	var out []string
	for _, e := range th.WaitsHistory() {
		out = append(out, e.Operation)
	}
	return strings.Join(out, " ")
}

// TestTwin: a Chan does what a channel does, watched or not.
func TestTwin(t *testing.T) {
	ps, key := newSchema(t)
	for name, c := range map[string]*pchan.Chan[int]{
		"watched":   pchan.Make[int](ps, key, 2),
		"unwatched": pchan.Make[int](nil, 0, 2),
	} {
		t.Run(name, func(t *testing.T) {
			done, cancel := context.WithCancel(context.Background())
			cancel()
			if _, _, received := c.TryReceive(); received {
				t.Error("received from an empty channel")
			}
			if _, _, err := c.ReceiveContext(done); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			c.Send(1)
			if !c.TrySend(2) || c.TrySend(3) {
				t.Error("sent more, or less, than there is room for")
			}
			if err := c.SendContext(done, 3); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			if c.Len() != 2 || c.Cap() != 2 {
				t.Errorf("length %d, capacity %d", c.Len(), c.Cap())
			}
			if v, ok := c.Receive(); v != 1 || !ok {
				t.Error(v, ok)
			}
			if v, ok, received := c.TryReceive(); v != 2 || !ok || !received {
				t.Error(v, ok, received)
			}
			if err := c.SendContext(context.Background(), 4); err != nil {
				t.Error(err)
			}
			if v, ok, err := c.ReceiveContext(context.Background()); v != 4 || !ok || err != nil {
				t.Error(v, ok, err)
			}
			c.Send(5)
			c.Send(6)
			c.Close()
			var all []int
			for v := range c.All() {
				all = append(all, v)
			}
			if fmt.Sprint(all) != "[5 6]" {
				t.Error(all)
			}
			if _, ok := c.Receive(); ok {
				t.Error("received from a closed channel")
			}
			if _, ok, received := c.TryReceive(); ok || !received {
				t.Error("a closed channel is not ready")
			}
			for send, f := range map[string]func(){
				"Send": func() { c.Send(1) }, "TrySend": func() { c.TrySend(1) },
				"SendContext": func() { c.SendContext(context.Background(), 1) }, "Close": c.Close,
			} {
				func() {
					defer func() {
						if recover() == nil {
							t.Errorf("%s on a closed channel", send)
						}
					}()
					f()
				}()
			}
		})
	}
}

// TestEvents: what passes is counted, on the Thread of who does it; where, is SOURCE.
func TestEvents(t *testing.T) {
	ps, key := newSchema(t)
	th := bind(t, ps)
	c := pchan.Make[int](ps, key, 2)
	c.Send(1)
	c.TrySend(2)
	c.TrySend(3)
	w := c.StartSelect()
	select {
	case <-c.Chan():
	default:
	}
	w.End()
	c.Receive()
	c.Close()
	for range c.All() {
		t.Error("something was left")
	}
	func() {
		defer func() { _ = recover() }()
		c.Send(1) // its wait has ended as well
	}()
	if got := waits(th); got != "send send select recv recv send" {
		t.Error(got)
	}
	all := ps.Read().CondInstances()
	if len(all) != 1 || all[0].Wait.Count != 6 || all[0].EventName != "wait/synch/cond/app/CHAN_jobs" {
		t.Errorf("%+v", all)
	}
	for _, e := range th.WaitsCurrent() {
		if e.EndEventID == 0 {
			t.Errorf("%+v has not ended", e)
		}
	}
	c.Destroy()
	if n := len(ps.Read().CondInstances()); n != 0 {
		t.Errorf("%d instances", n)
	}
}

// TestWhoWaitsForWhom: the waiting Thread is at one end of the instance, who was at the other end
// is found by it.
func TestWhoWaitsForWhom(t *testing.T) {
	ps, key := newSchema(t)
	c := pchan.Make[int](ps, key, 1)
	sender := bind(t, ps)
	c.Send(1)
	receiver := ps.NewThread(0, perfschema.ThreadOptions{})
	var wg sync.WaitGroup
	wg.Go(func() {
		receiver.Bind()
		defer receiver.Unbind()
		for range c.All() {
		}
	})
	waiting := func() bool {
		e := receiver.WaitsCurrent()
		return len(e) == 1 && e[0].EndEventID == 0 && len(receiver.WaitsHistory()) == 1
	}
	for !waiting() {
		runtime.Gosched()
	}
	waits, sent := receiver.WaitsCurrent()[0], sender.WaitsHistory()[0]
	if waits.ObjectInstance != sent.ObjectInstance || waits.Operation != perfschema.OpRecv.String() || sent.Operation != perfschema.OpSend.String() {
		t.Errorf("%+v waits for %+v", waits, sent)
	}
	c.Close()
	wg.Wait()
}

// TestGarbage: a channel that nobody uses is no row any more.
func TestGarbage(t *testing.T) {
	ps, key := newSchema(t)
	pchan.Make[int](ps, key, 0)
	for len(ps.Read().CondInstances()) > 0 {
		runtime.GC()
	}
}

func TestAllocations(t *testing.T) {
	ps, key := newSchema(t)
	bind(t, ps)
	c, ctx := pchan.Make[int](ps, key, 1), context.Background()
	if n := testing.AllocsPerRun(100, func() {
		c.Send(1)
		c.Receive()
		c.SendContext(ctx, 1)
		c.ReceiveContext(ctx)
		c.TrySend(1)
		c.TryReceive()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkChan(b *testing.B) {
	ps, key := newSchema(b)
	bind(b, ps)
	off, err := perfschema.New(perfschema.Config{})
	if err != nil {
		b.Fatal(err)
	}
	disabled := off.RegisterCond("app", perfschema.Info{Name: "CHAN_jobs"})
	b.Run("plain", func(b *testing.B) {
		c := make(chan int, 1)
		for b.Loop() {
			c <- 1
			<-c
		}
	})
	for _, x := range []struct {
		name string
		c    *pchan.Chan[int]
	}{{"off", pchan.Make[int](nil, 0, 1)}, {"disabled", pchan.Make[int](off, disabled, 1)}, {"events", pchan.Make[int](ps, key, 1)}} {
		b.Run(x.name, func(b *testing.B) {
			for b.Loop() {
				x.c.Send(1)
				x.c.Receive()
			}
		})
	}
}
