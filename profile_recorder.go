package perfschema

import (
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/internal/usage"
	"github.com/perfschema/perfschema/record"
)

const (
	// maxProfileStages is how many stages of a statement are told apart; what
	// comes later counts as part of the last of them.
	maxProfileStages = 256
	// MaxProfilingHistory is the highest profiling_history_size.
	MaxProfilingHistory = 100
	// DefaultProfilingHistory is its default.
	DefaultProfilingHistory = 15
	// cpuInterval is how much time passes before the thread clock is read again,
	// which is a system call, where no watch tells that the thread had its CPU
	// all the time: the CPU time of the stages in between is divided by their
	// durations. A stage of 50 µs is wrong by no more than a sixth.
	cpuInterval = 8000 // ns
)

// StageProfiler records where the time of a session's statements goes, for SHOW
// PROFILE: the stages of the Thread, whether or not their instruments are
// enabled, and what the OS threads have used that ran them. It keeps the last
// statements. Get it with [Thread.StageProfiler].
//
// A statement is recorded between Start and End, which the goroutine calls
// that drives it; every other goroutine that works for it calls Enter and
// Leave. While they are in, goroutines are locked to their OS threads. Stages
// are those the Thread enters. Each costs a few hundred nanoseconds, most of it
// system calls; nothing is allocated once the history is full. While nothing is
// recorded a stage costs one load and a branch. A nil StageProfiler does nothing.
type StageProfiler struct {
	thread *Thread
	fields func() (thread, process usage.Fields) // that the platform knows
	now    func() uint64

	recording atomic.Bool
	// mu is for the goroutines of a statement, which enter and leave as they
	// like, and for readers. One goroutine alone never waits for it.
	mu      sync.Mutex
	current profileRecord
	group   usage.Group // the goroutines of the statement
	read    int         // 1 + the last mark at which the thread clock was read
	guessed bool        // the CPU time at the marks since is that of the wall clock

	history []profileRecord // a ring
	next    int             // where the next one goes
	size    int
	lastID  int
}

// profileRecord is one statement.
type profileRecord struct {
	id      int
	eventID uint64
	run     uint64 // of the Thread's stage history
	text    string
	scope   record.ProfileScope
	marks   []profileMark
	end     profileMark
	discard bool
}

// profileMark is the entry into a stage: when, from where, and what the
// statement had used by then.
type profileMark struct {
	at   uint64
	pc   uintptr
	key  uint32
	used usage.Sample
}

// StageProfiler gives the Thread's StageProfiler, made when first asked for. Only the
// Thread's writer may call it.
func (t *Thread) StageProfiler() *StageProfiler {
	if t == nil {
		return nil
	}
	if p := t.profiler.Load(); p != nil {
		return p
	}
	p := newStageProfiler(t, usage.System(), t.schema.clock.Now)
	t.profiler.Store(p)
	return p
}

func newStageProfiler(t *Thread, platform usage.Platform, now func() uint64) *StageProfiler {
	return &StageProfiler{thread: t, fields: platform.Fields, now: now, group: usage.NewGroup(platform, now), size: DefaultProfilingHistory}
}

// Profiles gives the statements kept, oldest first. Any goroutine may call it.
func (p *StageProfiler) Profiles() []record.StageProfile {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	out := make([]record.StageProfile, 0, len(p.history))
	for i := range p.history {
		out = append(out, p.export(&p.history[(p.next+i)%len(p.history)]))
	}
	return out
}

// SetHistorySize is profiling_history_size: how many statements are kept, 0 to
// [MaxProfilingHistory].
func (p *StageProfiler) SetHistorySize(n int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	n = min(max(n, 0), MaxProfilingHistory)
	kept := make([]profileRecord, 0, n)
	for i := max(len(p.history)-n, 0); i < len(p.history); i++ {
		kept = append(kept, p.history[(p.next+i)%len(p.history)])
	}
	p.history, p.size, p.next = kept, n, 0
}

// Reset forgets all statements, for a new session: their numbers begin again.
func (p *StageProfiler) Reset() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.history, p.size, p.next, p.lastID = nil, DefaultProfilingHistory, 0, 0
}

// Recording says whether a statement is being recorded. Any goroutine may call
// it.
func (p *StageProfiler) Recording() bool { return p != nil && p.recording.Load() }

// Start begins a statement, with the calling goroutine in. The first stage the
// Thread enters after it is the profile's first.
func (p *StageProfiler) Start(text string, scope record.ProfileScope) {
	if p == nil || p.recording.Load() {
		return
	}
	p.mu.Lock()
	if p.current.marks == nil {
		p.current.marks = make([]profileMark, 0, maxProfileStages)
	}
	p.begin(text, scope)
	p.group.Begin(scope == record.ProfileProcess)
	p.recording.Store(true)
	p.mu.Unlock()
	p.Enter()
}

func (p *StageProfiler) begin(text string, scope record.ProfileScope) {
	p.current = profileRecord{text: text, scope: scope, marks: p.current.marks[:0]}
	p.read, p.guessed = 0, false
}

// SetText replaces the statement's text. It is cut when it is kept.
func (p *StageProfiler) SetText(text string) {
	if !p.Recording() {
		return
	}
	p.mu.Lock()
	p.current.text = text
	p.mu.Unlock()
}

// Discard makes the statement one that is not kept and has no number.
func (p *StageProfiler) Discard() {
	if !p.Recording() {
		return
	}
	p.mu.Lock()
	p.current.discard = true
	p.mu.Unlock()
}

// Continue ends the statement's profile here and begins another, of a statement
// that runs inside it or of the rest of it. The goroutines that are in stay in.
func (p *StageProfiler) Continue(text string) {
	if !p.Recording() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	scope := p.current.scope
	p.keep()
	p.begin(text, scope)
}

// End ends the statement and keeps it. It is called by the goroutine that
// called Start. All others have left or ended.
func (p *StageProfiler) End() {
	if !p.Recording() {
		return
	}
	p.mu.Lock()
	p.keep()
	p.recording.Store(false)
	p.group.End()
	p.mu.Unlock()
}

// keep puts the statement into the history.
func (p *StageProfiler) keep() {
	r := &p.current
	if r.discard || len(r.marks) == 0 {
		return
	}
	p.lastID++
	if p.size == 0 {
		return
	}
	r.end.at = p.now()
	if p.group.ReadLast(&r.end.used, r.end.at) {
		p.guessed = true
	}
	p.divide(len(r.marks), &r.end)
	if len(p.history) < p.size {
		p.history = append(p.history, profileRecord{})
		p.next = len(p.history) - 1
	}
	slot := &p.history[p.next]
	marks := append(slot.marks[:0], r.marks...)
	*slot = *r
	slot.id, slot.marks = p.lastID, marks
	if cut := cutRunes(r.text, maxProfileText); len(cut) < len(r.text) {
		slot.text = strings.Clone(cut) // not to keep the rest
	}
	p.next = (p.next + 1) % p.size
}

// enterStage marks a stage of the Thread. It is called by the goroutine that
// drives the statement.
func (p *StageProfiler) enterStage(key uint32, pc uintptr) {
	if !p.recording.Load() || key == 0 || p.group.OnlyCPU() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	r := &p.current
	n := len(r.marks)
	if n == cap(r.marks) {
		return
	}
	r.marks = r.marks[:n+1]
	m := &r.marks[n]
	m.at, m.pc, m.key = p.now(), pc, key
	if n == 0 {
		r.eventID, r.run = 0, p.thread.stageHistoryRun()
		if st := p.thread.current(); st != nil {
			r.eventID = st.rec.eventID
		}
	}
	if p.group.Guess(&m.used, m.at) {
		if n == 0 {
			p.read = 1
		} else {
			p.guessed = true
		}
		return
	}
	// After a break what was guessed so far holds, and may not be divided anew.
	if n > 0 && !p.guessed && m.at-r.marks[p.read-1].at < cpuInterval {
		return
	}
	p.group.Read(&m.used, m.at)
	p.divide(n, m)
	p.read = n + 1
}

// divide gives the marks since the thread clock was read last, up to mark n, the
// share of what was used until the mark m that their time has in it, unless it
// was the wall clock's and there is so much.
func (p *StageProfiler) divide(n int, m *profileMark) {
	guessed := p.guessed
	p.guessed = false
	if p.read == 0 {
		return
	}
	from := &p.current.marks[p.read-1]
	m.used.CPU = max(m.used.CPU, from.used.CPU)
	if guessed && m.used.CPU >= p.current.marks[n-1].used.CPU {
		return
	}
	cpu, span := m.used.CPU-from.used.CPU, int64(m.at-from.at)
	for i := p.read; i < n; i++ {
		x := &p.current.marks[i]
		x.used = from.used
		if span > 0 {
			x.used.CPU += cpu * int64(x.at-from.at) / span
		}
	}
}

// Pin says of a statement whose CPU time alone is measured ([StageProfiler.StartCPU]) that
// it may take long: from here on goroutines are locked to their OS threads. Without it the
// CPU time of those that the Go scheduler stops, some in a hundred short statements, is
// known to within the time that they have stood. The goroutine that drives the statement
// calls it.
func (p *StageProfiler) Pin() {
	if !p.Recording() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.group.Pin()
}

// Settle is called by the goroutine that drives a statement before it waits for others
// that enter, and after: of what it used before nothing is uncertain then.
func (p *StageProfiler) Settle() {
	if !p.Recording() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.group.Settle()
}

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
	return p.enter(true)
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

func (p *StageProfiler) enter(leaves bool) bool {
	return p.recording.Load() && p.group.Enter(leaves)
}

// Leave ends what Enter began, on the same goroutine.
func (p *StageProfiler) Leave() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.group.Leave()
}

// Checkpoint reads what the calling goroutine has used so far, for one that
// cannot tell when it ends and so never leaves. The OS thread ends with it.
func (p *StageProfiler) Checkpoint() {
	if !p.Recording() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.group.Checkpoint()
}

// SetStage marks a stage of the profile alone, which the Thread does not enter:
// one of a statement inside another. SOURCE is the caller.
//
//go:noinline
func (p *StageProfiler) SetStage(key StageKey) {
	if p.Recording() {
		p.enterStage(uint32(key), callsite.PC())
	}
}

// StartCPU begins to measure the CPU time of a statement, with the calling
// goroutine in: as [StageProfiler.Start] does, but no stage is recorded and nothing
// kept, and no goroutine is locked to its OS thread before [StageProfiler.Pin] where the
// runtime's records tell whether it has left it. It does nothing while a statement is recorded.
func (p *StageProfiler) StartCPU() {
	if p == nil || p.recording.Load() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begin("", record.ProfileStatement)
	p.group.BeginCPU()
	p.recording.Store(true)
	p.enter(true)
}

// CPUTime is the CPU time, in the program and in the kernel, that the statement
// being recorded has taken so far: of the goroutines that are in and that were.
// It is unknown while nothing is recorded, of the scope PROCESS, and where the
// platform has no clock of a thread. The goroutine that drives the statement
// calls it; it takes one or two system calls, and none where the goroutine has
// not lost its CPU.
func (p *StageProfiler) CPUTime() (d time.Duration, known bool) {
	if !p.Recording() {
		return 0, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	cpu, known := p.group.CPU()
	return time.Duration(cpu), known
}
