package usage

import (
	"runtime"

	"github.com/perfschema/perfschema/internal/goroutine"
)

const (
	// maxMembers is how many goroutines a group may have at a time.
	maxMembers = 16
	// watchInterval is how long a watch is trusted, which does not see what a
	// hypervisor takes away; that is for milliseconds.
	watchInterval = 250_000 // ns
	// countInterval is how much time passes before the counts are read again, which
	// is a system call: what happens in less than this is seen with what comes next.
	countInterval = 40_000 // ns
)

// Group adds up what goroutines use that work for one thing, such as a statement: of
// each what its OS thread uses from where it enters to where it leaves, to which it is
// locked meanwhile, but for what group_free.go says. Or it tells what the whole process
// uses. Its methods are called under a lock of the owner's, but for Begin none allocates.
type Group struct {
	platform Platform
	now      func() uint64 // nanoseconds, since no time in particular
	process  bool
	onlyCPU  bool
	free     bool   // who enters is not locked
	base     Sample // of the process, at Begin
	members  [maxMembers]member
	count    int
	left     Sample // of the goroutines that have left
	counted  uint64 // when the counts were read last
	anchor   anchor
}

// member is a goroutine that is in, on the OS thread it is locked to if it is not free.
type member struct {
	goroutine  uint64
	thread     Thread
	base, last Sample
	watch      Watch
	free       freely
}

// anchor is a moment and what the group had used by then, while a watch on its only
// goroutine is armed: without a break its CPU time since is the time that has passed.
// at is 0 if there is none.
type anchor struct {
	at   uint64
	used Sample
}

// NewGroup is a group without goroutines, by a platform and a clock in nanoseconds.
func NewGroup(platform Platform, now func() uint64) Group {
	return Group{platform: platform, now: now}
}

// Begin begins anew, with nobody in and nothing used. process: the whole process is
// measured, and nobody enters.
func (g *Group) Begin(process bool) {
	g.process, g.onlyCPU, g.free = process, false, false
	g.left, g.count, g.counted, g.anchor = Sample{}, 0, 0, anchor{}
	if process {
		g.platform.ReadProcess(&g.base)
	}
}

// BeginCPU begins anew for who asks for [Group.CPU] alone, once or twice: a goroutine's
// thread clock is read when it enters and when it leaves, and nothing else of it. Where
// the platform tells whether a goroutine has left its thread, who enters before
// [Group.Pin] is not locked to it.
func (g *Group) BeginCPU() {
	g.Begin(false)
	g.onlyCPU = true
	_, g.free = g.platform.Here()
}

// OnlyCPU says whether the group was begun by [Group.BeginCPU].
func (g *Group) OnlyCPU() bool { return g.onlyCPU }

// End ends the group for the calling goroutine, if it is in: the others have left or
// ended.
func (g *Group) End() {
	m := g.find(goroutine.ID())
	g.count = 0
	if m != nil && !m.free.on {
		g.platform.EndWatch(&m.watch)
		runtime.UnlockOSThread()
	}
}

// Enter takes the calling goroutine in, and locks it to its OS thread until it leaves.
// leaves is false for one that cannot tell when it ends: the OS thread ends with it.
// False, and there is nothing to leave, if the goroutine is in, if too many are, or if
// the process is measured.
func (g *Group) Enter(leaves bool) bool {
	if g.process || g.count == maxMembers {
		return false
	}
	id := goroutine.ID()
	if g.find(id) != nil {
		return false
	}
	if g.free {
		g.enterFree(id)
		return true
	}
	runtime.LockOSThread()
	thread := g.platform.Self()
	for i := range g.members[:g.count] {
		if m := &g.members[i]; m.thread == thread && !m.free.on {
			runtime.UnlockOSThread()
			return false // a coroutine of a member, which runs on the member's thread
		}
	}
	m := &g.members[g.count]
	// A watch is for one that leaves, and that is alone: what others use must be
	// read anyway.
	watch := leaves && g.count == 0 && !g.onlyCPU
	g.count++
	g.anchor = anchor{}
	m.goroutine, m.thread, m.watch, m.free = id, thread, Watch{}, freely{}
	if watch {
		m.watch = g.platform.Watch()
		m.watch.Arm()
	}
	g.readSelf(&m.base)
	m.last = m.base
	if m.watch.Works() {
		g.counted = g.now()
		g.anchor = anchor{g.counted, g.left}
	}
	return true
}

// Leave ends what Enter began, on the same goroutine.
func (g *Group) Leave() {
	m := g.find(goroutine.ID())
	if m == nil {
		return
	}
	if m.free.on {
		g.settle(m)
		g.remove(m)
		return
	}
	g.readSelf(&m.last)
	used := m.last
	used.Sub(&m.base)
	g.left.Add(&used)
	g.platform.EndWatch(&m.watch)
	g.remove(m)
	runtime.UnlockOSThread()
}

func (g *Group) remove(m *member) {
	g.anchor = anchor{}
	g.count--
	*m = g.members[g.count]
}

// Checkpoint reads what the calling goroutine has used so far, for one that never
// leaves.
func (g *Group) Checkpoint() {
	switch m := g.find(goroutine.ID()); {
	case m == nil:
	case m.free.on:
		g.settle(m)
	default:
		g.readSelf(&m.last)
	}
}

// readSelf reads what the group wants to know of the running thread.
func (g *Group) readSelf(s *Sample) {
	if g.onlyCPU {
		s.CPU = g.platform.SelfCPU()
		return
	}
	g.platform.ReadSelf(s)
}

func (g *Group) find(goroutine uint64) *member {
	for i := range g.members[:g.count] {
		if g.members[i].goroutine == goroutine {
			return &g.members[i]
		}
	}
	return nil
}

// alone is the only member, if that is the calling goroutine and has a watch.
func (g *Group) alone() *member {
	if g.count != 1 || !g.members[0].watch.Works() || g.members[0].goroutine != goroutine.ID() {
		return nil
	}
	return &g.members[0]
}

// Guess sums up what the group has used at a moment without reading the thread clock;
// false if it must be read. It needs a watch.
func (g *Group) Guess(s *Sample, now uint64) bool {
	if g.anchor.at == 0 || now-g.anchor.at >= watchInterval {
		return false
	}
	if m := g.alone(); m == nil || !m.watch.Unbroken() {
		return false
	}
	*s = g.anchor.used
	s.CPU += int64(now - g.anchor.at)
	return true
}

// ReadLast is for the end, when no count may be missed. guessed says that the CPU time
// is Guess's.
func (g *Group) ReadLast(s *Sample, now uint64) (guessed bool) {
	if !g.Guess(s, now) {
		g.counted = 0
		g.Read(s, now)
		return false
	}
	m := &g.members[0]
	g.platform.ReadCounts(&m.last)
	s.N = g.left.N
	for i := range s.N {
		s.N[i] += m.last.N[i] - m.base.N[i]
	}
	g.anchor.used.N = s.N
	return true
}

// Read sums up what the group has used at a moment that is just past: all that is
// known of the running thread, the CPU time of the others, and what they had used of
// the rest when they left. It takes one or two system calls, and one for each other
// goroutine.
func (g *Group) Read(s *Sample, now uint64) {
	if g.process {
		g.platform.ReadProcess(s)
		s.Sub(&g.base)
		return
	}
	// The counts change with breaks, and little without.
	alone := g.alone()
	all := now-g.counted >= countInterval || g.counted == 0 || alone != nil && !alone.watch.Unbroken()
	if all {
		g.counted = now
	}
	if alone != nil {
		alone.watch.Arm()
	}
	*s = g.left
	self := goroutine.ID()
	for i := range g.members[:g.count] {
		m := &g.members[i]
		switch {
		case m.goroutine != self:
			// A thread that has ended, or another that has its number now,
			// says less than before.
			if cpu, ok := g.platform.CPU(m.thread); ok && cpu > m.last.CPU {
				m.last.CPU = cpu
			}
		case all:
			g.platform.ReadSelf(&m.last)
		default:
			m.last.CPU = g.platform.SelfCPU()
		}
		s.Add(&m.last)
		s.Sub(&m.base)
	}
	g.anchor = anchor{}
	if alone != nil {
		g.anchor = anchor{g.now(), *s}
		if alone.watch.Unbroken() {
			s.CPU -= int64(g.anchor.at - now) // reading comes after the moment
		}
	}
}

// CPU is the CPU time in nanoseconds, in the program and in the kernel, that the
// goroutines have taken so far which are in and which were. It is unknown while nobody
// is in, and where the platform has no clock of a thread. It takes a system call for each
// goroutine that is in, and none where a watch says that the only one has not lost its CPU.
func (g *Group) CPU() (ns int64, known bool) {
	if fields, _ := g.platform.Fields(); g.count == 0 || !fields.Has(UserCPU) {
		return 0, false
	}
	var s Sample
	if g.Guess(&s, g.now()) {
		return s.CPU, true
	}
	self := goroutine.ID()
	if m := g.find(self); m != nil && m.free.on {
		g.settle(m)
	}
	cpu := g.left.CPU
	for i := range g.members[:g.count] {
		m := &g.members[i]
		if m.free.on { // what it has used is among what is left
			continue
		}
		now := m.last.CPU
		if m.goroutine == self {
			now = max(now, g.platform.SelfCPU())
		} else if cpu, ok := g.platform.CPU(m.thread); ok {
			now = max(now, cpu)
		}
		cpu += now - m.base.CPU
	}
	return cpu, true
}
