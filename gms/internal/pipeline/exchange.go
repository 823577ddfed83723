package pipeline

import (
	"sync/atomic"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/relaxed"
	"github.com/perfschema/perfschema/snowset"
	"github.com/perfschema/perfschema/stopwatch"
)

// exchangeRoom is how many rows the engine's channels hold between two
// goroutines of a statement. Who has given that many more than were taken may
// have to wait; who has given fewer does not. Where rows count as taken only when
// they are sent, resultRoom holds more of them: the batch that is being filled,
// and four that wait.
const (
	exchangeRoom = 512
	resultRoom   = exchangeRoom + 5*Batch
	Batch        = 128
)

// Exchange counts the rows that pass through a channel of the engine's, on both
// sides of it, because the channel itself is out of reach. Each side asks for
// the other's count only where that could change its answer.
type Exchange struct {
	_         [64]byte
	given     relaxed.Uint64
	lastTaken uint64 // as the giver knows
	_         [48]byte
	taken     relaxed.Uint64
	lastGiven uint64 // as the taker knows
	_         [48]byte
}

// reset begins anew. Most results pass through no channel.
func (e *Exchange) reset() {
	if e.given.Load()|e.taken.Load() != 0 {
		*e = Exchange{}
	}
}

// Next is the number of the row that is given next.
func (e *Exchange) Next() uint64 { return e.given.Load() + 1 }

// full reports whether the channel may have no room for the next row.
func (e *Exchange) full(room uint64) bool {
	n := e.Next()
	if n-e.lastTaken <= room {
		return false
	}
	e.lastTaken = e.taken.Load()
	return n > e.lastTaken+room
}

// take counts rows that have been worked off, and reports whether there are no
// more.
func (e *Exchange) take(rows uint64) bool {
	e.taken.Add(rows)
	n := e.taken.Load()
	if n < e.lastGiven {
		return false
	}
	e.lastGiven = e.given.Load()
	return n >= e.lastGiven
}

// Giver is the goroutine that gives rows to another one. It has a Thread that
// others have had before.
type Giver struct {
	*Exchange
	Thread  *perfschema.Thread
	Seen    *atomic.Bool     // whether the taker is; nil: it is
	Watch   *stopwatch.Watch // of the thread
	waiting bool
	stands  bool // for the taker that is not seen
	Giving  bool // a row, which counts once it is in the channel
}

// room is how many rows may be on their way. Up to there, one who waits for a
// taker that is not seen stands for it, and says that it runs.
func (g *Giver) room() uint64 {
	if g.Seen != nil && !g.Seen.Load() {
		return resultRoom
	}
	return exchangeRoom
}

// Resume records that the goroutine works on the next row. The one before is in the
// channel then: counted any sooner, the taker would seem to work while it waits
// for it.
func (g *Giver) Resume() {
	if g.Giving {
		g.Giving = false
		g.given.Add(1)
	}
	if g.stands {
		g.stands = false
		g.Thread.LeaveResource(activity.ResourceMark(snowset.ResourceNone))
	}
	if g.waiting {
		g.waiting = false
		g.Watch.Resume()
		g.Thread.LeaveResource(activity.ResourceMark(snowset.ResourceNone))
	}
}

// Hand records that a row is about to be given away, or with err that there are no more.
// A goroutine that cannot go on because nobody takes its rows waits for the
// exchange; one that has no more has nothing to do, while others still work.
func (g *Giver) Hand(err error) {
	if err != nil {
		g.Wait(snowset.ResourceIdle)
		return
	}
	g.Giving = true
	switch {
	case g.full(g.room()):
		g.Wait(snowset.ResourceDataExchangeMsg)
	case g.Seen != nil && !g.Seen.Load():
		g.stands = true
		g.Thread.EnterResource(snowset.ResourceCPU)
	}
}

// Wait records that the goroutine waits: for the exchange, or with ResourceIdle for nothing.
func (g *Giver) Wait(r snowset.Resource) {
	g.waiting = true
	if r == snowset.ResourceIdle {
		g.Watch.Stop()
	}
	g.Thread.EnterResource(r)
}

// taker is a goroutine that takes rows of another one. It has a child of the
// connection's Thread, or, where the engine does without it, the Thread of who
// gives: then nobody waits.
type taker struct {
	*Exchange
	thread *perfschema.Thread
	watch  *stopwatch.Watch // of the thread, where it is apart
	apart  bool
	idle   bool
}

// begin is called on the goroutine before it works on its first row.
func (t *taker) begin(d *Detail, base snowset.Operator, number uint16) {
	t.thread = d.helpers.Thread()
	t.apart = t.thread != d.thread
	if t.apart {
		t.watch = d.Kept.Watch(t.thread)
		t.watch.Enter(number)
		d.enterOperator(t.thread, base, number)
	}
}

// resume records that the goroutine works on a row.
func (t *taker) resume() {
	if t.idle {
		t.idle = false
		t.watch.Resume()
		t.thread.LeaveResource(activity.ResourceMark(snowset.ResourceNone))
	}
}

// done says that it has, and that it has nothing to do if there are no more: it
// is not held up by anything but the work of others.
func (t *taker) done(rows uint64) {
	if t.apart && t.take(rows) {
		t.idle = true
		t.watch.Stop()
		t.thread.EnterResource(snowset.ResourceIdle)
	}
}
