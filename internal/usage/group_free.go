package usage

import (
	"runtime"

	"github.com/perfschema/perfschema/internal/goroutine"
)

// A goroutine that is locked to its OS thread lets the thread rest whenever it has to stop
// for a moment, and another thread take over, for which the system finds a core, often
// one that is taken. Where many short statements run at a time this costs far more than
// they use. So where the CPU time alone is asked for, and nobody has said that it will be
// long, goroutines are not locked: a thread's clock at two moments is what the goroutine
// used in between if it has not left the thread, and the runtime's record of it tells.
//
// If it has left it, which of short statements few do, nobody knows exactly. Where it is
// back on the same thread, what it waited for was mostly work of its own, which the thread
// did meanwhile: that counts. Where it is on another, or has waited for others that count
// themselves, what it used since it was last looked at is left out.

// freely is what is known of a member that is not locked.
type freely struct {
	on     bool
	at     goroutine.Position // when it was last looked at
	since  uint64             // that moment
	waited bool               // others have entered since
}

// enterFree takes the calling goroutine in. The position is read before the clock: if it
// moves in between it is seen to have moved.
func (g *Group) enterFree(id uint64) {
	for i := range g.members[:g.count] {
		g.members[i].free.waited = true
	}
	m := &g.members[g.count]
	g.count++
	at, _ := g.platform.Here()
	m.goroutine, m.watch = id, Watch{}
	m.look(at, g.now(), g.platform.SelfCPU())
}

func (m *member) look(at goroutine.Position, now uint64, cpu int64) {
	m.free = freely{on: true, at: at, since: now}
	m.thread, m.base.CPU = Thread(at.Thread), cpu
}

// Settle looks at the calling goroutine, if it is in and not locked: it is about to wait
// for others, or has. What was used until then is not lost if it is moved later.
func (g *Group) Settle() {
	if m := g.find(goroutine.ID()); m != nil && m.free.on {
		g.settle(m)
	}
}

func (g *Group) settle(m *member) {
	at, _ := g.platform.Here()
	now, cpu := g.now(), g.platform.SelfCPU()
	after, _ := g.platform.Here()
	switch {
	case at == m.free.at && after == at:
		g.left.CPU += cpu - m.base.CPU
	case !m.free.waited && at.Thread == m.free.at.Thread:
		g.left.CPU += min(max(cpu-m.base.CPU, 0), int64(now-m.free.since))
	}
	m.look(at, now, cpu)
}

// Pin has the group work as others do, for what will take long: the calling goroutine is
// locked to its OS thread, if it is in, and so is who enters from now on.
func (g *Group) Pin() {
	g.free = false
	m := g.find(goroutine.ID())
	if m == nil || !m.free.on {
		return
	}
	runtime.LockOSThread()
	g.settle(m)
	m.free.on, m.last = false, m.base
}
