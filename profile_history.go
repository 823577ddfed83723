package perfschema

import (
	"cmp"
	"slices"
	"time"
)

// SessionProfiles gives, for each of some Threads, the profiles of its recent
// statements, oldest first: those it recorded itself, and those it did not
// profile as far as its stage history (profiling_session_stages) or the
// histories of statements and stages still hold them. The latter two have times
// and source alone and no QueryID; the histories have only the stages that were
// recorded. A statement that still runs is there with the stages it has been
// through, if there is a stage history. Any goroutine may call it.
func (s *Reader) SessionProfiles(threads ...*Thread) [][]StageProfile {
	out := make([][]StageProfile, len(threads))
	if !s.Schema().Enabled() {
		return out
	}
	long := s.StagesHistoryLong()
	for i, t := range threads {
		if t != nil {
			out[i] = t.sessionProfiles(long)
		}
	}
	return out
}

func (t *Thread) sessionProfiles(long []StageEvent) []StageProfile {
	all := t.StageProfiles()
	recorded, runs := make(map[uint64]bool, len(all)), make(map[uint64]bool, len(all))
	for i := range all {
		runs[all[i].run] = true
	}
	all = append(all, t.stageHistoryProfiles(runs)...)
	for i := range all {
		recorded[all[i].EventID] = true
	}
	stages := make(map[uint64][]StageEvent) // by statement
	seen := make(map[uint64]bool)
	for _, events := range [][]StageEvent{long, t.StagesHistory()} {
		for _, e := range events {
			if e.ThreadID == t.id && e.NestingType == EventStatement && e.EndTimed && !seen[e.EventID] {
				seen[e.EventID] = true
				stages[e.NestingEventID] = append(stages[e.NestingEventID], e)
			}
		}
	}
	for _, st := range t.StatementsHistory() {
		if events := stages[st.EventID]; len(events) > 0 && !recorded[st.EventID] {
			all = append(all, profileOfEvents(st, events))
		}
	}
	slices.SortStableFunc(all, func(a, b StageProfile) int { return cmp.Compare(a.start, b.start) })
	return all
}

// profileOfEvents makes a profile of the events of a statement and its stages.
func profileOfEvents(st StatementEvent, events []StageEvent) StageProfile {
	slices.SortFunc(events, func(a, b StageEvent) int { return cmp.Compare(a.EventID, b.EventID) })
	first := events[0].TimerStart / picoPerNano
	p := StageProfile{EventID: st.EventID, Text: cutRunes(st.SQLText, maxProfileText), start: first, Stages: make([]ProfileStage, len(events))}
	for i, e := range events {
		from, to := e.TimerStart/picoPerNano-first, e.TimerEnd/picoPerNano-first
		p.Stages[i] = ProfileStage{
			Seq: firstProfileSeq + i, State: cutRunes(stageState(e.Class.Name()), maxProfileState),
			Duration: time.Duration(micros(int64(to))-micros(int64(from))) * time.Microsecond, place: e.place,
		}
		p.Duration += p.Stages[i].Duration
	}
	return p
}
