package perfschema

import (
	"runtime"

	"github.com/perfschema/perfschema/internal/goroutine"
	"github.com/perfschema/perfschema/internal/usage"
)

// Enter takes the calling goroutine in: from here to Leave it is locked to its
// OS thread, and what that uses is the statement's. It returns false, and there
// is nothing to leave, if the goroutine is in already, nothing is recorded, or
// too many are in.
func (p *Profiler) Enter() bool {
	if !p.Recording() {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current.scope == ProfileProcess || p.count == maxProfileMembers || !p.recording.Load() {
		return false
	}
	id := goroutine.ID()
	if p.find(id) != nil {
		return false
	}
	runtime.LockOSThread()
	m := &p.members[p.count]
	p.count++
	m.goroutine, m.thread = id, p.platform.Self()
	p.platform.ReadSelf(&m.base)
	m.last = m.base
	return true
}

// Leave ends what Enter began, on the same goroutine.
func (p *Profiler) Leave() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	m := p.find(goroutine.ID())
	if m == nil {
		return
	}
	p.platform.ReadSelf(&m.last)
	p.settle(m)
	p.count--
	*m = p.members[p.count]
	runtime.UnlockOSThread()
}

// Checkpoint reads what the calling goroutine has used so far, for one that
// cannot tell when it ends and so never leaves. The OS thread ends with it.
func (p *Profiler) Checkpoint() {
	if !p.Recording() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if m := p.find(goroutine.ID()); m != nil {
		p.platform.ReadSelf(&m.last)
	}
}

func (p *Profiler) find(goroutine uint64) *profileMember {
	for i := range p.members[:p.count] {
		if p.members[i].goroutine == goroutine {
			return &p.members[i]
		}
	}
	return nil
}

// settle moves what a member has used to that of those that have left.
func (p *Profiler) settle(m *profileMember) {
	used := m.last
	used.Sub(&m.base)
	p.left.Add(&used)
	m.base = m.last
}

// used sums up what the statement has used: all that is known of the running
// thread, the CPU time of the others, and what they had used of the rest when
// they left.
func (p *Profiler) used(s *usage.Sample, now uint64) {
	all := now-p.counted >= countInterval || p.counted == 0
	if all {
		p.counted = now
	}
	if p.current.scope == ProfileProcess {
		p.platform.ReadProcess(s)
		s.Sub(&p.base)
		return
	}
	*s = p.left
	self := goroutine.ID()
	for i := range p.members[:p.count] {
		m := &p.members[i]
		switch {
		case m.goroutine != self:
			// A thread that has ended, or another that has its number now,
			// says less than before.
			if cpu, ok := p.platform.CPU(m.thread); ok && cpu > m.last.CPU {
				m.last.CPU = cpu
			}
		case all:
			p.platform.ReadSelf(&m.last)
		default:
			m.last.CPU = p.platform.SelfCPU()
		}
		s.Add(&m.last)
		s.Sub(&m.base)
	}
}
