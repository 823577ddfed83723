package gms

import "sync"

// byteCount is what clients have sent and been sent: Bytes_received and Bytes_sent.
// A connection counts for itself, and adds to the whole when it closes.
type byteCount struct {
	mu             sync.Mutex
	live           map[*wireConn]bool
	received, sent uint64 // of connections that are closed
}

func (c *byteCount) begin(w *wireConn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.live == nil {
		c.live = make(map[*wireConn]bool)
	}
	c.live[w] = true
	w.bytes = c
}

// end takes a connection's count over. What the connection counts afterwards it hands on
// by itself: whoever closes it, its own goroutine may be reading still.
func (c *byteCount) end(w *wireConn) {
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
func (c *byteCount) take(w *wireConn) {
	received, sent := w.received.Load(), w.sent.Load()
	c.received += received - w.taken.received
	c.sent += sent - w.taken.sent
	w.taken.received, w.taken.sent = received, sent
}

// countBytes counts what goes either way; less is below zero.
func (w *wireConn) countBytes(received, sent int) {
	if received != 0 {
		w.received.Add(uint64(received))
	}
	if sent != 0 {
		w.sent.Add(uint64(sent))
	}
	if w.left.Load() {
		w.bytes.mu.Lock()
		defer w.bytes.mu.Unlock()
		w.bytes.take(w)
	}
}

// sum is all that went either way, of connections there are and there were.
func (c *byteCount) sum() (received, sent uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	received, sent = c.received, c.sent
	for w := range c.live {
		received += w.received.Load()
		sent += w.sent.Load()
	}
	return received, sent
}
