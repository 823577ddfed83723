package pipeline

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/psync"
)

// Take binds a Thread to the running goroutine alone.
func Take(t *perfschema.Thread) {
	if t != nil && !t.IsBound() {
		t.Unbind()
		t.Bind()
	}
}

// Helpers are the children that goroutines of a statement have taken, to be
// given back when it ends.
type Helpers struct {
	Parent  *perfschema.Thread // the connection's
	Key     perfschema.ThreadKey
	Mu      psync.Mutex
	Threads []*perfschema.Thread
}

// Thread is that of the running goroutine. One that has none is given a child of the
// connection's Thread until the statement ends.
func (h *Helpers) Thread() *perfschema.Thread {
	if t := perfschema.Bound(); t != nil {
		return t
	}
	t := Child(h.Parent, h.Key)
	if t != nil {
		h.Mu.Lock()
		h.Threads = append(h.Threads, t)
		h.Mu.Unlock()
	}
	return t
}

// EndWaits ends the waits that a panic has left open. The goroutines of the
// children have ended.
func (h *Helpers) EndWaits() {
	for _, t := range h.Threads {
		t.EndWaits()
	}
}

// Release gives the children back. The goroutines that had them have ended.
func (h *Helpers) Release() {
	for i, t := range h.Threads {
		t.Unbind()
		t.Release()
		h.Threads[i] = nil
	}
	h.Threads = h.Threads[:0]
}

// Child takes a child of a Thread for the running goroutine.
func Child(parent *perfschema.Thread, key perfschema.ThreadKey) *perfschema.Thread {
	t := parent.Child(key)
	if t != nil {
		t.Bind()
	}
	return t
}
