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

// end takes a connection's count over, once.
func (c *byteCount) end(w *wireConn) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.live[w] {
		return
	}
	delete(c.live, w)
	c.received += w.received.Load()
	c.sent += w.sent.Load()
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
