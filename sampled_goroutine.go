package perfschema

import (
	"sync/atomic"
	"time"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/goroutine"
	"github.com/perfschema/perfschema/internal/stateword"
	"github.com/perfschema/perfschema/snowset"
)

// A thread says what it waits for where an instrument stands, and says that it
// runs everywhere else. Whether its goroutine does, the runtime knows: a sample asks
// it too. A thread that says it runs while its goroutine waits, waits for something
// nobody has named; one that says it is in a file while its goroutine runs computes
// there what it has read or is about to write. Both are seen, not estimated; what is
// unknown is what is waited for. Nothing is asked of the thread itself.

// statusPages has for each slot of a thread where the runtime says what its
// goroutine does, 0 where that is not known: the thread is not bound, or the
// platform does not tell.
type statusPages struct {
	pages   atomic.Pointer[[]*statusPage] // grows as those of state words do
	unknown snowset.Resource
}

type statusPage [slotsPerPage]atomic.Uintptr

func (p *statusPages) init(s *Schema) {
	p.pages.Store(new([]*statusPage))
	p.unknown = s.RegisterResource(activity.UnknownWait, snowset.ResourceMutex)
}

// grow adds a page. The registry's lock is held.
func (p *statusPages) grow() {
	old := *p.pages.Load()
	pages := append(old[:len(old):len(old)], new(statusPage))
	p.pages.Store(&pages)
}

func (p *statusPages) at(slot uint32) *atomic.Uintptr {
	const size = uint32(len(statusPage{}))
	return &(*p.pages.Load())[slot/size][slot%size]
}

func (p *statusPages) set(slot uint32, s goroutine.Status) { p.at(slot).Store(uintptr(s)) }

// setStatus says which goroutine the thread is bound to, 0 for none.
func (t *Thread) setStatus(s goroutine.Status) {
	t.goroutine.Store(uintptr(s))
	if c := t.stateWord.Load(); c != nil {
		c.sampling.doings.set(c.slot, s)
	}
}

func (t *Thread) status() goroutine.Status { return goroutine.Status(t.goroutine.Load()) }

// promptly is how late a sample may be that asks what goroutines do now. Where all
// cores are busy a later one gets its own when somebody begins to wait.
const promptly = time.Millisecond

// see is what a sample that was due some time ago makes of a thread's state word,
// which was the one and is the other by now.
func (p *statusPages) see(slot uint32, was, now activity.State, ago time.Duration) activity.State {
	if was != now {
		return was
	}
	if ago > promptly && now.Resource() == snowset.ResourceNone {
		return now
	}
	return p.judge(slot, now)
}

// judge corrects a state word by what the thread's goroutine does.
func (p *statusPages) judge(slot uint32, w activity.State) activity.State {
	if r := w.Resource(); !w.Active() || r != snowset.ResourceNone && r-firstIO >= numIO {
		return w // whatever the goroutine does
	}
	return p.correct(w, goroutine.Status(p.at(slot).Load()).Doing())
}

// correct is judge of a thread at work, of which it is known what its goroutine does.
func (p *statusPages) correct(w activity.State, d goroutine.Doing) activity.State {
	r := w.Resource()
	switch {
	case r == snowset.ResourceNone && d == goroutine.Waiting:
		return w | activity.State(p.unknown)
	case r != snowset.ResourceNone && r-firstIO < numIO && (d == goroutine.Running || d == goroutine.Ready):
		return w &^ stateword.ResourceMask
	}
	return w
}
