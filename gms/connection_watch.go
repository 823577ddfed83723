package gms

import (
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/psync"
)

// watchInterval is how often connections are looked at: one that runs a statement costs a system
// call each time, any other a load.
const watchInterval = 500 * time.Millisecond

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
	open  map[watchable]struct{}
	timer *time.Timer
}

func newConnectionWatch(s *perfschema.Schema, end func(connection uint32)) *connectionWatch {
	w := &connectionWatch{end: end, open: make(map[watchable]struct{})}
	w.mu.Init(s, registerMutexes(s).openConnections)
	return w
}

func (w *connectionWatch) add(c watchable) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open[c] = struct{}{}
	if len(w.open) > 1 {
		return
	}
	if w.timer == nil {
		w.timer = time.AfterFunc(watchInterval, w.tick)
	} else {
		w.timer.Reset(watchInterval)
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
		w.timer.Reset(watchInterval)
	}
}

// sweep looks at the connections that run a statement.
func (w *connectionWatch) sweep() {
	w.mu.Lock()
	var gone []uint32
	for c := range w.open {
		if c.works() && c.clientGone() {
			gone = append(gone, c.id())
		}
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
