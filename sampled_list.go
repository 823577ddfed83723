package perfschema

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/activity"
)

// Where a state word is in the list of those to sample.
const (
	unlisted uint32 = iota
	listed
	leaving // idle for a while: the next sample but one unlists it, unless it is at work
)

// idleSamples is for how many samples a thread without work stays listed, so that
// one that works again and again is not listed each time.
const idleSamples = 50

// activeList is the threads worth sampling, so that a sample costs by the
// threads at work and not by all there are. Who begins to work puts itself in,
// which is a load and a branch for who is in; the profiler takes out who has
// had no work for a while.
//
// A thread that begins to work stores its word and then loads its state in the
// list; the profiler stores the state and then loads the word. Neither waits for
// its store to be seen, so the profiler says first that the state word is leaving, and
// unlists it by the word it finds in a later sample, milliseconds later. Whoever
// finds the state word leaving changes that with an atomic exchange.
type activeList struct {
	fresh atomic.Uint32 // a stack of state words to be put in: 1 + the slot of the first
	words []listedWord  // the profiler's own
}

type listedWord struct {
	*stateWord
	idle uint16 // samples that found no work

	last  activity.State // at the last call of Changes
	cores uint32         // the same

	worked activity.State // when it was last seen to
}

// enter puts a state word into the list, if it is not in.
func (l *activeList) enter(c *stateWord) {
	for {
		switch c.listed.Load() {
		case listed:
			return
		case leaving:
			if c.listed.CompareAndSwap(leaving, listed) {
				return
			}
		case unlisted:
			if !c.listed.CompareAndSwap(unlisted, listed) {
				continue
			}
			for {
				c.next = l.fresh.Load()
				if l.fresh.CompareAndSwap(c.next, c.slot+1) {
					return
				}
			}
		}
	}
}

// each calls yield with the word of every listed thread, at work or not. One
// goroutine at a time calls it.
func (x *Sampling) each(yield func(*listedWord, activity.State)) {
	x.admit()
	x.keep(yield)
}

// admit lists the threads that began to work.
func (x *Sampling) admit() {
	l := &x.active
	for next := l.fresh.Swap(0); next != 0; {
		c := x.at(next - 1)
		l.words = append(l.words, listedWord{stateWord: c})
		next = c.next
	}
}

// keep is each without admit.
func (x *Sampling) keep(yield func(*listedWord, activity.State)) {
	l := &x.active
	kept := 0
	for i := range l.words {
		c := &l.words[i]
		w := c.state()
		yield(c, w)
		if w.Active() {
			if c.idle > idleSamples {
				c.listed.CompareAndSwap(leaving, listed)
			}
			c.idle = 0
		} else if !c.rest() {
			continue
		}
		if kept != i {
			l.words[kept] = *c
		}
		kept++
	}
	clear(l.words[kept:])
	l.words = l.words[:kept]
}

// rest counts a sample that found no work, and says whether the state word stays.
func (c *listedWord) rest() bool {
	switch c.idle++; {
	case c.idle <= idleSamples:
	case c.idle == idleSamples+1:
		c.listed.CompareAndSwap(listed, leaving)
	case c.listed.CompareAndSwap(leaving, unlisted):
		return false
	default:
		c.idle = 0 // it has worked meanwhile
	}
	return true
}
