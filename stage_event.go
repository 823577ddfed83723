package perfschema

// StageEvent is a row of events_stages_*.
type StageEvent struct {
	Event
	// HasWork is false where WORK_COMPLETED and WORK_ESTIMATED are NULL.
	HasWork                      bool
	WorkCompleted, WorkEstimated uint64
}

func (s *Schema) exportStages(recs []stageRecord) []StageEvent {
	now := s.clock.Now()
	out := make([]StageEvent, len(recs))
	for i := range recs {
		r := &recs[i]
		out[i] = StageEvent{Event: r.export(now), HasWork: r.hasWork, WorkCompleted: r.completed, WorkEstimated: r.estimated}
	}
	return out
}

// StagesCurrent returns the running stage, if there is one. Any goroutine may
// call it.
func (t *Thread) StagesCurrent() []StageEvent {
	if t == nil {
		return nil
	}
	for {
		v := t.lock.Start()
		r := t.stage
		if !t.lock.Valid(v) {
			continue
		}
		if !r.running || r.eventID <= t.floors[EventStage].Load() {
			return nil
		}
		return t.schema.exportStages([]stageRecord{r})
	}
}

// StagesHistory returns the thread's last stages, oldest first. Any goroutine
// may call it.
func (t *Thread) StagesHistory() []StageEvent {
	if t == nil {
		return nil
	}
	return t.schema.exportStages(t.stages.Snapshot(&t.lock, nil))
}

// StagesHistoryLong returns the last stages of all threads.
func (s *Reader) StagesHistoryLong() []StageEvent {
	if !s.Schema().Enabled() {
		return nil
	}
	return s.Schema().exportStages(s.stagesLong.Snapshot(nil))
}
