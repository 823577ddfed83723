package perfschema

import (
	"time"

	"github.com/perfschema/perfschema/internal/goroutine"
	"github.com/perfschema/perfschema/internal/usage"
)

// StartCPU begins to measure the CPU time of a statement, with the calling
// goroutine in: as [StageProfiler.Start] does, but no stage is recorded and nothing
// kept. It does nothing while a statement is recorded.
func (p *StageProfiler) StartCPU() {
	if p == nil || p.recording.Load() {
		return
	}
	p.mu.Lock()
	p.cpuOnly = true
	p.open("", ProfileStatement)
	p.mu.Unlock()
	p.Enter()
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
	fields, _ := p.platform.Fields()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current.scope == ProfileProcess || p.count == 0 || !fields.Has(usage.UserCPU) {
		return 0, false
	}
	var s usage.Sample
	if p.guess(&s, p.now()) {
		return time.Duration(s.CPU), true
	}
	cpu, self := p.left.CPU, goroutine.ID()
	for i := range p.members[:p.count] {
		m := &p.members[i]
		now, ok := p.platform.SelfCPU(), true
		if m.goroutine != self {
			now, ok = p.platform.CPU(m.thread)
		}
		if !ok {
			now = m.last.CPU
		}
		cpu += max(now, m.last.CPU) - m.base.CPU
	}
	return time.Duration(cpu), true
}
