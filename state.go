package perfschema

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/stateword"
	"github.com/perfschema/perfschema/relaxed"
	"github.com/perfschema/perfschema/snowset"
)

// stateWord holds a Thread's state word while a profiler samples: a cache
// line of its own, as sampling_lookout.go makes sure. Only the Thread's writer stores
// to word.
type stateWord struct {
	word     relaxed.Uint64
	thread   atomic.Pointer[Thread]
	sampling *Sampling
	more     atomic.Pointer[wordMore]
	executed relaxed.Uint64 // phaseTicks
	torn     relaxed.Uint64
	root     atomic.Uint32 // slot of the thread whose statement this one works on
	slot     uint32
	listed   atomic.Uint32 // in the list of threads at work
	next     uint32        // in the stack of those to be listed: 1 + its slot
}

func (c *stateWord) state() activity.State { return activity.State(c.word.Load()) }

// begin says that a statement of the thread runs.
func (c *stateWord) begin() {
	next := c.word.Load()>>stateword.Statement + 1
	c.executed.Store(0)
	c.torn.Store(0)
	c.more.Load().forget()
	c.word.Store(next<<stateword.Statement | stateword.Active)
	c.sampling.active.enter(c)
	if c.sampling.asleep.Load() {
		c.sampling.awake()
	}
}

// end says that none runs.
func (c *stateWord) end() { c.word.Store(c.word.Load() &^ (1<<stateword.Statement - 1)) }

// beginSampled publishes that a statement begins, if it is no other's part.
func (t *Thread) beginSampled() {
	if c := t.stateWord.Load(); c != nil && t.depth == 1 && t.owner == nil {
		c.begin()
	}
}

// endSampled publishes that st has ended and, unless it was dropped, hands it
// to the profiler.
func (t *Thread) endSampled(st *statementSlot, plan *activity.Plan, dropped bool) {
	c := t.stateWord.Load()
	if c == nil || st.rec.level != 0 || t.owner != nil || !c.state().Active() {
		return
	}
	if !dropped {
		c.sampling.hand(c, &st.rec, plan)
	}
	c.end()
}

// work publishes that a child works for its owner's statement, from here to
// its Release.
func (t *Thread) work() {
	if c := t.stateWord.Load(); c != nil {
		next := c.word.Load()>>stateword.Statement + 1
		c.word.Store(next<<stateword.Statement | stateword.Active)
		c.sampling.active.enter(c)
	}
}

// rest ends what work began.
func (t *Thread) rest() {
	if c := t.stateWord.Load(); c != nil {
		c.end()
	}
}

// SetPhase publishes the phase of the running statement: while a profiler samples
// one plain store, and one clock read when it leaves its setup or begins its
// teardown. Only the statement's own thread, not its children, tells it.
func (t *Thread) SetPhase(p activity.Phase) {
	if t == nil || p > activity.PhaseTeardown {
		return
	}
	if c := t.stateWord.Load(); c != nil {
		c.setPhase(t, p, 0)
	}
}

// setPhase is SetPhase. tick is what [Thread.stageHistoryTick] has given, 0 where that was
// not asked.
func (c *stateWord) setPhase(t *Thread, p activity.Phase, tick uint64) {
	old := c.word.Load()
	c.passed(t, activity.State(old).Phase(), p, tick)
	t.stageHistory.enterPhase(p)
	c.word.Store(old&^stateword.PhaseMask | uint64(p)<<stateword.Phase)
}

// SetCores says how many cores the running statement may use: its degree of
// parallelism, 1 where nothing is said. It may grow while the statement runs.
func (t *Thread) SetCores(n int) {
	if t == nil || n < 1 {
		return
	}
	if c := t.stateWord.Load(); c != nil && (n > 1 || c.more.Load() != nil) {
		c.needMore().cores.Store(uint32(n))
	}
}

// EnterOperator publishes that the thread enters an operator, and by number
// which node of its plan that is; 0 is none. A load, a branch and, while a
// profiler samples, one plain store. Give the mark back on leaving.
func (t *Thread) EnterOperator(o snowset.Operator, node uint16) activity.OperatorMark {
	if t == nil {
		return 0
	}
	c := t.stateWord.Load()
	if c == nil {
		return 0
	}
	old := c.word.Load()
	c.word.Store(old&^(stateword.OperatorMask|stateword.NodeMask) | uint64(o)<<stateword.Operator&stateword.OperatorMask | uint64(node)<<stateword.Node)
	return activity.OperatorMark(old & (stateword.OperatorMask | stateword.NodeMask))
}

// LeaveOperator publishes that the thread is back where the mark was made.
func (t *Thread) LeaveOperator(m activity.OperatorMark) {
	if t == nil {
		return
	}
	if c := t.stateWord.Load(); c != nil {
		c.word.Store(c.word.Load()&^(stateword.OperatorMask|stateword.NodeMask) | uint64(m))
	}
}

// EnterResource publishes that the thread waits for a resource where no
// instrument says so; with ResourceIdle, that it has nothing to do, because
// others do its work. It is for waits in which a goroutine lets go of its core:
// while a profiler samples from a goroutine, and not by [Sampling.SampleAlone], it reads
// the clock of waits, so that a late sample can tell what the thread did before. Give
// the mark back when the wait is over.
func (t *Thread) EnterResource(r snowset.Resource) activity.ResourceMark {
	if t == nil {
		return 0
	}
	c := t.stateWord.Load()
	if c == nil {
		return 0
	}
	old := c.word.Load()
	word := old&^stateword.ResourceMask | uint64(r)&stateword.ResourceMask
	if c.sampling.forgetful.Load() {
		c.word.Store(word)
	} else {
		c.changeResource(t.schema, word)
	}
	return activity.ResourceMark(old & stateword.ResourceMask)
}

// LeaveResource publishes that the thread does again what it did before.
func (t *Thread) LeaveResource(m activity.ResourceMark) {
	if t == nil {
		return
	}
	if c := t.stateWord.Load(); c != nil {
		word := c.word.Load()&^stateword.ResourceMask | uint64(m)
		if c.sampling.forgetful.Load() {
			c.word.Store(word)
		} else {
			c.changeResource(t.schema, word)
		}
	}
}

// publish says what the wait's thread waits for, in a Wait that begins.
func (w *Wait) publish() {
	if c := w.thread.stateWord.Load(); c != nil {
		old := c.word.Load()
		w.word, w.outer = c, uint8(old&stateword.ResourceMask)
		c.word.Store(old&^stateword.ResourceMask | uint64(w.class.resources.of(w.op)))
	}
}

// retract says what the thread did before the wait, and that the wait moved
// bytes, if it did.
func (w *Wait) retract(bytes int64, hasBytes bool) {
	if c := w.word; c != nil {
		if hasBytes {
			c.count(w.class.resources.of(w.op), bytes)
		}
		c.word.Store(c.word.Load()&^stateword.ResourceMask | uint64(w.outer))
	}
}
