package perfschema

import (
	"unsafe"

	"github.com/perfschema/perfschema/internal/heapsize"
)

// stageHistoryBuffer measures what a connection keeps of its last stages. Texts that
// are not cut are those of its last statements.
func (t *Thread) stageHistoryBuffer() buffer {
	r := t.stageHistory.kept.Load()
	if r == nil {
		return buffer{size: uint64(unsafe.Sizeof(stageEntry{}))}
	}
	b := array(unsafe.Sizeof(stageEntry{}), len(r.marks))
	b.memory = heapsize.Plain(uintptr(b.size*b.count)) + heapsize.Object(unsafe.Sizeof(*r))
	for {
		cut := 0
		v := t.lock.Start()
		for i := range r.runs {
			if r.runs[i].cut != nil {
				cut++
			}
		}
		if t.lock.Valid(v) {
			b.memory += uint64(cut) * heapsize.Plain(maxStageHistoryText)
			return b
		}
	}
}

// profileBuffer measures a session's Profiler, if it has ever profiled: a row is
// a statement kept.
func (t *Thread) profileBuffer() buffer {
	b := buffer{size: uint64(unsafe.Sizeof(profileRecord{}))}
	p := t.profiler.Load()
	if p == nil {
		return b
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	b.count = uint64(len(p.history))
	b.memory = heapsize.Object(unsafe.Sizeof(*p)) + heapsize.Object(uintptr(cap(p.history))*unsafe.Sizeof(profileRecord{}))
	marks := func(r *profileRecord) uint64 {
		return heapsize.Plain(uintptr(cap(r.marks)) * unsafe.Sizeof(profileMark{}))
	}
	b.memory += marks(&p.current)
	for i := range p.history {
		b.memory += marks(&p.history[i]) + heapsize.Plain(uintptr(len(p.history[i].text)))
	}
	return b
}

// planBuffer measures the plans of a thread's statements: a row is a node.
func (t *Thread) planBuffer() buffer {
	var plans []*Plan
	for {
		plans = plans[:0]
		v := t.lock.Start()
		for i := range min(t.depth, len(t.stack)) {
			if st := t.stack[i].Load(); st != nil {
				plans = append(plans, st.plan)
			}
		}
		if t.lock.Valid(v) {
			break
		}
	}
	b := buffer{size: uint64(unsafe.Sizeof(PlanNode{}))}
	for _, p := range plans {
		if p != nil {
			b.count += uint64(cap(p.nodes))
			b.memory += heapsize.Object(unsafe.Sizeof(*p)) + heapsize.Object(uintptr(cap(p.nodes))*unsafe.Sizeof(PlanNode{}))
		}
	}
	return b
}
