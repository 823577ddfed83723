package perfschema

import (
	"math/rand/v2"
	"time"
	"unsafe"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/internal/stateword"
	"github.com/perfschema/perfschema/relaxed"
	"github.com/perfschema/perfschema/snowset"
)

// Where all cores are busy a profiler gets one when a goroutine lets go of it,
// which is when that one begins to wait. Asked what they do now, threads that
// hand work to each other would be seen waiting far too often: a late sample asks
// what they did when it was due. For that a thread which says by EnterResource
// that it waits, and is about to for longer than a clock reading takes, keeps its
// last changes.

// changesKept is how many changes between work and waiting a thread remembers.
const changesKept = 16

// resourceChanges are the last of them: when, and the state word from then on.
// The thread's writer stores them; a profiler that reads one which is being
// overwritten has one wrong sample.
type resourceChanges struct {
	count relaxed.Uint64
	last  [changesKept]resourceChange
}

type resourceChange struct{ tick, word relaxed.Uint64 }

func (x *resourceChanges) add(tick, word uint64) {
	n := x.count.Load()
	e := &x.last[n%changesKept]
	e.tick.Store(tick)
	e.word.Store(word)
	x.count.Store(n + 1)
}

// asOf is the state word after the last change that is older than the age, in
// picoseconds, and whether that is the last of all. 0 is before the first change.
// Beyond what is remembered it is that of any moment since: which one is left to
// chance, as the moment of the sample was not.
func (x *resourceChanges) asOf(now uint64, scale clock.Scale, age uint64) (w activity.State, last bool) {
	n, oldest := x.count.Load(), uint64(0)
	kept := min(n, changesKept-1) // the next change overwrites one
	for i := range kept {
		e := &x.last[(n-1-i)%changesKept]
		oldest = scale.Span(now - min(e.tick.Load(), now))
		if oldest >= age {
			return activity.State(e.word.Load()), i == 0
		}
	}
	if kept < n && oldest > 0 {
		return x.asOf(now, scale, rand.Uint64N(oldest))
	}
	return 0, false
}

// changeResource publishes a state word with another resource.
func (c *stateWord) changeResource(s *Schema, word uint64) {
	more := c.needMore()
	changes := more.changes.Load()
	if changes == nil {
		changes = new(resourceChanges)
		more.changes.Store(changes)
		c.sampling.extra.Add(uint64(unsafe.Sizeof(*changes)))
	}
	changes.add(s.waitNow(), word)
	c.word.Store(word)
}

// asOf is what the thread, whose state word is w, did so long ago.
func (c *listedWord) asOf(s *Schema, w activity.State, ago time.Duration) activity.State {
	const doing = stateword.ResourceMask | stateword.OperatorMask | stateword.NodeMask
	if w.Resource() == snowset.ResourceNone {
		c.worked = w
	}
	more := c.more.Load()
	if more == nil || ago <= 0 || !w.Active() {
		return w
	}
	changes := more.changes.Load()
	if changes == nil {
		return w
	}
	was, last := changes.asOf(s.waitNow(), s.cycle.Scale(), uint64(ago)*picoPerNano)
	switch {
	case last:
	case was.Resource() != snowset.ResourceNone && was.Statement() == w.Statement():
		return w&^doing | was&doing
	case w.Resource() == snowset.ResourceNone:
	case c.worked.Statement() == w.Statement():
		// Where it worked then is not known: where it was last seen to.
		return w&^doing | c.worked&doing
	default:
		return w &^ stateword.ResourceMask
	}
	return w
}
