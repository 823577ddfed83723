package wire

import (
	"sync"
	"sync/atomic"
)

// ByteCount is what clients have sent and been sent: Bytes_received and Bytes_sent.
// A connection counts for itself, and adds to the whole when it closes.
type ByteCount struct {
	mu             sync.Mutex
	live           map[*Bytes]bool
	received, sent uint64 // of connections that are closed
}

// Bytes is what went either way on one connection since its client was let in, before
// TLS encrypts it. The zero value belongs to no whole.
type Bytes struct {
	of             *ByteCount
	received, sent atomic.Uint64
	left           atomic.Bool                     // of does not look at these any more
	taken          struct{ received, sent uint64 } // what of has taken; its lock is held
}

// Now is what has gone either way so far.
func (w *Bytes) Now() (received, sent uint64) { return w.received.Load(), w.sent.Load() }

// Close hands the connection's count over to the whole. More than once it does nothing.
func (w *Bytes) Close() { w.of.end(w) }

// Begin adds a connection.
func (c *ByteCount) Begin(w *Bytes) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.live == nil {
		c.live = make(map[*Bytes]bool)
	}
	c.live[w] = true
	w.of = c
}

// end takes a connection's count over. What the connection counts afterwards it hands on
// by itself: whoever closes it, its own goroutine may be reading still.
func (c *ByteCount) end(w *Bytes) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.live, w)
	w.left.Store(true) // before the count is read: what is added later is handed on
	c.take(w)
}

// take takes over what has not been taken over yet. mu is held.
func (c *ByteCount) take(w *Bytes) {
	received, sent := w.received.Load(), w.sent.Load()
	c.received += received - w.taken.received
	c.sent += sent - w.taken.sent
	w.taken.received, w.taken.sent = received, sent
}

// Count counts what goes either way; less is below zero.
func (w *Bytes) Count(received, sent int) {
	if received != 0 {
		w.received.Add(uint64(received))
	}
	if sent != 0 {
		w.sent.Add(uint64(sent))
	}
	if w.left.Load() {
		w.of.mu.Lock()
		defer w.of.mu.Unlock()
		w.of.take(w)
	}
}

// Sum is all that went either way, of connections there are and there were.
func (c *ByteCount) Sum() (received, sent uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	received, sent = c.received, c.sent
	for w := range c.live {
		received += w.received.Load()
		sent += w.sent.Load()
	}
	return received, sent
}
