package gms

import (
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/instrument"
	"github.com/perfschema/perfschema/psync"
)

// watchInterval is how often connections are looked at: one that runs a statement costs a system
// call each time, any other a load.
const watchInterval = 500 * time.Millisecond

// engineInterval is how often the engine looks at a connection of a type that it knows, from the
// statement's begin.
const engineInterval = 5 * time.Second

// watchable is a connection that the watch looks at.
type watchable interface {
	id() uint32
	works() bool // a statement may run
	clientGone() bool
}

func (conn *connection) id() uint32       { return conn.client.ConnectionID }
func (conn *connection) works() bool      { return conn.busy.Load() }
func (conn *connection) clientGone() bool { return conn.wire.ClientGone() }

// connectionWatch ends statements whose client has gone. The engine does the
// same for connections whose type it knows, which a wireConn is not.
type connectionWatch struct {
	end   func(connection uint32)
	mu    psync.Mutex
	open  map[watchable]bool // whether the client was gone when it was looked at before
	timer *time.Timer
	// patient: a statement ends when its client is found gone for the second time, not the first.
	patient bool
}

// newConnectionWatch makes the watch of a server. With patience a statement runs on for an interval
// of the engine's own after its client has gone, so that what the engine finishes is finished.
func newConnectionWatch(s *perfschema.Schema, end func(connection uint32), patient bool) *connectionWatch {
	w := &connectionWatch{end: end, open: make(map[watchable]bool), patient: patient}
	w.mu.Init(s, instrument.RegisterMutexes(s).OpenConnections)
	return w
}

func (w *connectionWatch) add(c watchable) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open[c] = false
	if len(w.open) > 1 {
		return
	}
	if w.timer == nil {
		w.timer = time.AfterFunc(w.interval(), w.tick)
	} else {
		w.timer.Reset(w.interval())
	}
}

func (w *connectionWatch) remove(c watchable) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.open, c)
	if len(w.open) == 0 && w.timer != nil {
		w.timer.Stop()
	}
}

func (w *connectionWatch) tick() {
	w.sweep()
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.open) > 0 {
		w.timer.Reset(w.interval())
	}
}

// interval is the time between two looks.
func (w *connectionWatch) interval() time.Duration {
	if w.patient {
		return engineInterval
	}
	return watchInterval
}

// sweep looks at the connections that run a statement.
func (w *connectionWatch) sweep() {
	w.mu.Lock()
	var gone []uint32
	for c, before := range w.open {
		now := c.works() && c.clientGone()
		if now && (before || !w.patient) {
			gone = append(gone, c.id())
		}
		w.open[c] = now
	}
	w.mu.Unlock()
	for _, id := range gone {
		w.end(id)
	}
}

// endStatement ends what a connection runs.
func (a *Adapter) endStatement(connection uint32) {
	if e := a.engine.Load(); e != nil {
		e.ProcessList.Kill(connection)
	}
}
