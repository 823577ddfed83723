package perfschema

import "github.com/perfschema/perfschema/activity"

// SetPlan gives the statement the plan it runs by: shown to readers while it
// runs, and kept with the sampled statement. A statement inside another one
// keeps none.
func (h Statement) SetPlan(p *activity.Plan) {
	st := h.running()
	if st == nil || st.rec.level != 0 {
		return
	}
	st.thread.lock.Begin()
	st.plan = p
	st.thread.lock.End()
}

// Plan is the statement's plan, with what its nodes have done so far or, once it
// has ended, did; nil if none was kept.
func (p *SampledStatement) Plan() *activity.Plan { return p.plan }

// Sampled says whether a profiler samples the thread, so that a plan and the
// operators the thread is in are worth publishing: one load and a branch.
func (t *Thread) Sampled() bool { return t != nil && t.stateWord.Load() != nil }
