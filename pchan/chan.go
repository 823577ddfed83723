package pchan

import (
	"context"
	"iter"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/cleanup"
)

// Chan is a channel with an instrument. Its methods may be called by any goroutine, as
// the operations of a channel may. The zero value is as a nil channel: whoever sends or
// receives waits for ever. It must not be copied once used.
type Chan[T any] struct {
	c  chan T
	in *perfschema.CondInstance
}

// Make makes a channel with room for size values; with key 0, or a Schema that is nil or
// off, it records nothing. It is a row of cond_instances until Destroy, or until the
// garbage collector finds that nobody uses it any more.
func Make[T any](s *perfschema.Schema, key perfschema.CondKey, size int) *Chan[T] {
	return Of(s, key, make(chan T, size))
}

// Of watches a channel that is there. What is done with that itself is not seen.
func Of[T any](s *perfschema.Schema, key perfschema.CondKey, c chan T) *Chan[T] {
	out := &Chan[T]{c: c, in: s.NewCondInstance(key)}
	if out.in != nil {
		cleanup.Watch(out, out.in, (*perfschema.CondInstance).Destroy)
	}
	return out
}

// Destroy takes c out of cond_instances, once nobody uses it; what is done with it
// afterwards still counts in its class.
func (c *Chan[T]) Destroy() { c.in.Destroy() }

// Send is c <- v: it panics where c is closed.
func (c *Chan[T]) Send(v T) {
	if !c.in.Watched() {
		c.c <- v
		return
	}
	w := c.in.StartWait(perfschema.Bound(), perfschema.OpSend)
	defer w.End() // it may panic
	c.c <- v
}

// Receive is v, ok := <-c.
func (c *Chan[T]) Receive() (v T, ok bool) {
	if !c.in.Watched() {
		v, ok = <-c.c
		return v, ok
	}
	w := c.in.StartWait(perfschema.Bound(), perfschema.OpRecv)
	v, ok = <-c.c
	w.End()
	return v, ok
}

// TrySend sends v where that needs no wait, and says whether it did.
func (c *Chan[T]) TrySend(v T) bool {
	select {
	case c.c <- v:
	default:
		return false
	}
	if c.in.Watched() {
		w := c.in.StartWait(perfschema.Bound(), perfschema.OpSend)
		w.End()
	}
	return true
}

// TryReceive receives where that needs no wait: received says whether it did, and ok, as
// that of Receive, is false where c is closed and empty.
func (c *Chan[T]) TryReceive() (v T, ok, received bool) {
	select {
	case v, ok = <-c.c:
	default:
		return v, false, false
	}
	if c.in.Watched() {
		w := c.in.StartWait(perfschema.Bound(), perfschema.OpRecv)
		w.End()
	}
	return v, ok, true
}

// SendContext is Send that gives up when ctx is done, with ctx's error. That is an event
// as well.
func (c *Chan[T]) SendContext(ctx context.Context, v T) error {
	var w perfschema.Wait
	if c.in.Watched() {
		w = c.in.StartWait(perfschema.Bound(), perfschema.OpSend)
		defer w.End() // it may panic
	}
	select {
	case c.c <- v:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// ReceiveContext is Receive that gives up when ctx is done, with ctx's error. That is an
// event as well.
func (c *Chan[T]) ReceiveContext(ctx context.Context) (v T, ok bool, err error) {
	var w perfschema.Wait
	if c.in.Watched() {
		w = c.in.StartWait(perfschema.Bound(), perfschema.OpRecv)
	}
	select {
	case v, ok = <-c.c:
	case <-ctx.Done():
		err = ctx.Err()
	}
	w.End()
	return v, ok, err
}

// All is range c: it receives until c is closed and empty.
//
//go:noinline
func (c *Chan[T]) All() iter.Seq[T] { // inlined, its loop would be the caller's, and SOURCE here
	return func(yield func(T) bool) {
		for {
			var w perfschema.Wait
			if c.in.Watched() {
				w = c.in.StartWait(perfschema.Bound(), perfschema.OpRecv)
			}
			v, ok := <-c.c
			w.End()
			if !ok || !yield(v) {
				return
			}
		}
	}
}

// Close is close(c).
func (c *Chan[T]) Close() { close(c.c) }

// Len is len(c).
func (c *Chan[T]) Len() int { return len(c.c) }

// Cap is cap(c).
func (c *Chan[T]) Cap() int { return cap(c.c) }

// Chan is the channel itself, for a select statement: nobody sees what is done with it,
// but by StartSelect.
func (c *Chan[T]) Chan() chan T { return c.c }

// StartSelect begins the wait of a select statement that has c among its cases:
//
//	w := c.StartSelect()
//	select {
//	case v := <-c.Chan():
//	case <-ctx.Done():
//	}
//	w.End()
func (c *Chan[T]) StartSelect() perfschema.Wait {
	if !c.in.Watched() {
		return perfschema.Wait{}
	}
	return c.in.StartWait(perfschema.Bound(), perfschema.OpSelect)
}
