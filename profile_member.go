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
func (p *StageProfiler) Enter() bool {
	if !p.Recording() {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.enter(p.count == 0)
}

// EnterForGood is Enter for a goroutine that cannot tell when it ends and so
// never leaves. The OS thread ends with it.
func (p *StageProfiler) EnterForGood() bool {
	if !p.Recording() {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.enter(false)
}

// enter takes the calling goroutine in. A watch is for one that leaves, and
// that is alone: what others use must be read anyway.
func (p *StageProfiler) enter(watch bool) bool {
	if p.current.scope == ProfileProcess || p.count == maxProfileMembers || !p.recording.Load() {
		return false
	}
	id := goroutine.ID()
	if p.find(id) != nil {
		return false
	}
	runtime.LockOSThread()
	thread := p.platform.Self()
	for i := range p.members[:p.count] {
		if p.members[i].thread == thread {
			runtime.UnlockOSThread()
			return false // a coroutine of a member, which runs on the member's thread
		}
	}
	m := &p.members[p.count]
	p.count++
	p.anchor = anchor{}
	m.goroutine, m.thread, m.watch = id, thread, usage.Watch{}
	if watch {
		m.watch = p.platform.Watch()
		m.watch.Arm()
	}
	p.platform.ReadSelf(&m.base)
	m.last = m.base
	if m.watch.Works() {
		p.counted = p.now()
		p.anchor = anchor{p.counted, p.left}
	}
	return true
}

// Leave ends what Enter began, on the same goroutine.
func (p *StageProfiler) Leave() {
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
	p.platform.EndWatch(&m.watch)
	p.anchor = anchor{}
	p.count--
	*m = p.members[p.count]
	runtime.UnlockOSThread()
}

// Checkpoint reads what the calling goroutine has used so far, for one that
// cannot tell when it ends and so never leaves. The OS thread ends with it.
func (p *StageProfiler) Checkpoint() {
	if !p.Recording() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if m := p.find(goroutine.ID()); m != nil {
		p.platform.ReadSelf(&m.last)
	}
}

func (p *StageProfiler) find(goroutine uint64) *profileMember {
	for i := range p.members[:p.count] {
		if p.members[i].goroutine == goroutine {
			return &p.members[i]
		}
	}
	return nil
}

// settle moves what a member has used to that of those that have left.
func (p *StageProfiler) settle(m *profileMember) {
	used := m.last
	used.Sub(&m.base)
	p.left.Add(&used)
	m.base = m.last
}

// alone is the only member, if that is the calling goroutine and has a watch.
func (p *StageProfiler) alone() *profileMember {
	if p.count != 1 || !p.members[0].watch.Works() || p.members[0].goroutine != goroutine.ID() {
		return nil
	}
	return &p.members[0]
}

// guess sums up what the statement has used at a moment without reading the
// thread clock; false if it must be read. It needs a watch.
func (p *StageProfiler) guess(s *usage.Sample, now uint64) bool {
	if p.anchor.at == 0 || now-p.anchor.at >= watchInterval {
		return false
	}
	if m := p.alone(); m == nil || !m.watch.Unbroken() {
		return false
	}
	*s = p.anchor.used
	s.CPU += int64(now - p.anchor.at)
	return true
}

// last is used at the statement's end, when no count may be missed.
func (p *StageProfiler) last(s *usage.Sample, now uint64) {
	if !p.guess(s, now) {
		p.counted = 0
		p.used(s, now)
		return
	}
	m := &p.members[0]
	p.platform.ReadCounts(&m.last)
	s.N = p.left.N
	for i := range s.N {
		s.N[i] += m.last.N[i] - m.base.N[i]
	}
	p.anchor.used.N = s.N
	p.guessed = true
}

// used sums up what the statement has used at a moment that is just past: all
// that is known of the running thread, the CPU time of the others, and what they
// had used of the rest when they left.
func (p *StageProfiler) used(s *usage.Sample, now uint64) {
	if p.current.scope == ProfileProcess {
		p.platform.ReadProcess(s)
		s.Sub(&p.base)
		return
	}
	// The counts change with breaks, and little without.
	alone := p.alone()
	all := now-p.counted >= countInterval || p.counted == 0 || alone != nil && !alone.watch.Unbroken()
	if all {
		p.counted = now
	}
	if alone != nil {
		alone.watch.Arm()
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
	p.anchor = anchor{}
	if alone != nil {
		p.anchor = anchor{p.now(), *s}
		if alone.watch.Unbroken() {
			s.CPU -= int64(p.anchor.at - now) // reading comes after the moment
		}
	}
}
