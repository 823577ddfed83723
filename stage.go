package perfschema

import (
	"strings"

	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/record"
)

// stageRecord is one stage event.
type stageRecord struct {
	eventHead
	completed, estimated uint64
	hasWork              bool
	shown, past          bool
}

// copyFrom copies a record that was just written; see [eventHead.copyFrom].
func (r *stageRecord) copyFrom(o *stageRecord) {
	r.eventHead.copyFrom(&o.eventHead)
	r.completed, r.estimated, r.hasWork, r.shown, r.past = o.completed, o.estimated, o.hasWork, o.shown, o.past
}

// SetStage ends the running stage and starts one of class key; key 0 only
// ends. The stage nests in the running statement, and its name is what the
// process list shows as STATE, whether or not the stage is recorded. SOURCE is
// the caller. One clock read, no lock, no allocation; while no stage is
// enabled, one store and a branch.
//
//go:noinline
func (t *Thread) SetStage(key StageKey) {
	if t == nil {
		return
	}
	t.stageKey.Store(uint32(key))
	var now uint64
	if t.stage.running || t.schema.stagesEnabled.Load() != 0 {
		now = t.setStage(key, callsite.PC(), 0)
	}
	if t.stageHistory.size != 0 && (t.stageHistory.left != leftAll || key == 0) {
		t.enterStageHistory(key, callsite.PC(), now)
	}
	if p := t.profiler.Load(); p != nil {
		p.enterStage(uint32(key), callsite.PC())
	}
}

// StagesRecorded says whether a stage is recorded now, or may be when it is entered: whether
// what is worth a stage only then is to be one. Two loads.
func (t *Thread) StagesRecorded() bool {
	return t != nil && (t.stage.running || t.schema.stagesEnabled.Load() != 0)
}

// StartStage is [Thread.SetStage] for a statement's first stage, which begins
// with the statement: no moment is left between the two.
//
//go:noinline
func (h Statement) StartStage(key StageKey) {
	if st := h.running(); st != nil {
		t := st.thread
		t.stageKey.Store(uint32(key))
		var now uint64
		if t.stage.running || t.schema.stagesEnabled.Load() != 0 {
			now = t.setStage(key, callsite.PC(), st.rec.start)
		}
		if t.stageHistory.size != 0 {
			t.beginStageHistory(key, callsite.PC(), now)
		}
		if p := t.profiler.Load(); p != nil {
			p.enterStage(uint32(key), callsite.PC())
		}
	}
}

// refreshStage counts a stage class that is enabled: while none is, no stage asks for
// its own. modeMu is held.
func (c *Class) refreshStage() {
	var on uint32
	if c.Enabled() {
		on = 1
	}
	if was := c.mode.Swap(on); was != on {
		c.schema.stagesEnabled.Add(int32(on) - int32(was))
	}
}

// setStage enters a stage at tick at, or now if that is 0. It returns the tick,
// 0 if it was not needed.
func (t *Thread) setStage(key StageKey, pc uintptr, at uint64) uint64 {
	s := t.schema
	c := s.classes[KindStage].at(uint32(key))
	on := s.consumerSet()
	start := c != nil && c.Enabled() && on.has(ConsumerGlobalInstrumentation)
	perThread := on.has(ConsumerThreadInstrumentation)
	if perThread && !t.enabled.Load() {
		start = false
	}
	if !start && !t.stage.running {
		return 0
	}
	now := at
	if now == 0 && (start && c.Timed() || t.stage.running && t.stage.timed) {
		now = t.now()
	}
	if t.stage.running {
		t.finishStage(now)
	}
	if !start {
		return now
	}
	read := now
	if !c.Timed() {
		now = 0
	}
	t.lock.Begin()
	r := &t.stage
	r.completed, r.estimated, r.hasWork = 0, 0, false
	r.shown, r.past = perThread && on.has(ConsumerEventsStagesCurrent), !perThread
	t.open(&r.eventHead, c, pc, now, r.shown)
	t.lock.End()
	return read
}

// Stage is the class of the running stage, 0 for none. Any goroutine may call
// it.
func (t *Thread) Stage() StageKey {
	if t == nil {
		return 0
	}
	return StageKey(t.stageKey.Load())
}

// EndStage ends the running stage, if there is one.
func (t *Thread) EndStage() { t.endStage() }

// endStage returns the clock it read, 0 if it read none.
func (t *Thread) endStage() uint64 {
	if t == nil {
		return 0
	}
	t.stageKey.Store(0)
	var now uint64
	if t.stage.running {
		if t.stage.timed {
			now = t.now()
		}
		t.finishStage(now)
	}
	if t.stageHistory.size != 0 {
		t.endStageHistory(now)
	}
	return now
}

func (t *Thread) finishStage(now uint64) {
	s, r := t.schema, &t.stage
	if !r.timed {
		now = 0
	}
	t.lock.Begin()
	t.shut(&r.eventHead, now)
	if !r.past {
		if b := t.stageCache.At(&t.stats.stages, r.class.index); b != nil {
			if r.timed {
				b.Add(r.end - r.start)
			} else {
				b.AddUntimed()
			}
		}
	}
	own, all := t.keeps(r.shown, ConsumerEventsStagesHistory, ConsumerEventsStagesHistoryLong)
	if own {
		if p := t.stages.Next(); p != nil {
			p.copyFrom(r)
		}
	}
	t.lock.End()
	if r.past {
		shared(s.direct.stages, int(r.class.index)).Add(r.end-r.start, r.timed)
	}
	if all {
		if p := s.stagesLong.Claim(); p != nil {
			p.Event.copyFrom(r)
			p.Release()
		}
	}
}

// SetStageProgress sets WORK_COMPLETED and WORK_ESTIMATED of the running
// stage.
func (t *Thread) SetStageProgress(completed, estimated uint64) {
	if t == nil || !t.stage.running {
		return
	}
	t.lock.Begin()
	t.stage.completed, t.stage.estimated, t.stage.hasWork = completed, estimated, true
	t.lock.End()
}

// stageState is the STATE that the process list shows for a stage class: its
// name without the prefix and the category.
func stageState(name string) string {
	for range 2 {
		_, rest, ok := strings.Cut(name, "/")
		if !ok {
			break
		}
		name = rest
	}
	return name
}

func (s *Schema) exportStages(recs []stageRecord) []record.StageEvent {
	now := s.clock.Now()
	out := make([]record.StageEvent, len(recs))
	for i := range recs {
		r := &recs[i]
		out[i] = record.StageEvent{Event: r.export(now), HasWork: r.hasWork, WorkCompleted: r.completed, WorkEstimated: r.estimated}
	}
	return out
}

// StagesCurrent returns the running stage, if there is one. Any goroutine may
// call it.
func (t *Thread) StagesCurrent() []record.StageEvent {
	if t == nil {
		return nil
	}
	for {
		v := t.lock.Start()
		r := t.stage
		if !t.lock.Valid(v) {
			continue
		}
		if !r.running || r.eventID <= t.floors[record.EventStage].Load() {
			return nil
		}
		return t.schema.exportStages([]stageRecord{r})
	}
}

// StagesHistory returns the thread's last stages, oldest first. Any goroutine
// may call it.
func (t *Thread) StagesHistory() []record.StageEvent {
	if t == nil {
		return nil
	}
	return t.schema.exportStages(t.stages.Snapshot(&t.lock, nil))
}

// StagesHistoryLong returns the last stages of all threads.
func (s *Reader) StagesHistoryLong() []record.StageEvent {
	if !s.Schema().Enabled() {
		return nil
	}
	return s.Schema().exportStages(s.stagesLong.Snapshot(nil))
}
