package perfschema

import (
	"time"

	"github.com/perfschema/perfschema/internal/usage"
)

// CPUTime is the CPU time that the OS threads took which ran the statement, in
// the program and in the kernel. It is known while the session's [StageProfiler] has
// the statement: profiling was 1, its scope STATEMENT, and the statement has an
// EVENT_ID. Any goroutine may call it.
func (p *SampledStatement) CPUTime() (user, kernel time.Duration, known bool) {
	t := p.schema.Read().ThreadByID(p.rec.threadID)
	if t == nil || p.rec.eventID == 0 {
		return 0, 0, false
	}
	if recorder := t.profiler.Load(); recorder != nil {
		return recorder.cpuTime(p.rec.eventID)
	}
	return 0, 0, false
}

// cpuTime is that of the statement with an EVENT_ID.
func (p *StageProfiler) cpuTime(eventID uint64) (user, kernel time.Duration, known bool) {
	fields, _ := p.platform.Fields()
	if !fields.Has(usage.UserCPU) || !fields.Has(usage.SystemCPU) {
		return 0, 0, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.history {
		r := &p.history[i]
		if r.eventID != eventID || r.scope != ProfileStatement || len(r.marks) == 0 {
			continue
		}
		used := r.end.used
		used.Sub(&r.marks[0].used)
		var cpu splitCPU
		cpu.add(&used, &used)
		return time.Duration(cpu.user), time.Duration(cpu.system), true
	}
	return 0, 0, false
}
