package perfschema

import (
	"cmp"
	"slices"
	"time"

	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/internal/usage"
	"github.com/perfschema/perfschema/record"
)

const (
	maxProfileText  = 300
	maxProfileState = 30
	firstProfileSeq = 2
)

// export makes of a record what a reader sees.
func (p *StageProfiler) export(r *profileRecord) record.StageProfile {
	out := record.StageProfile{QueryID: r.id, EventID: r.eventID, Text: r.text, Run: r.run, Stages: make([]record.ProfileStage, len(r.marks))}
	thread, process := p.fields()
	known := thread
	if r.scope == record.ProfileProcess {
		known = process
	}
	if len(r.marks) == 0 {
		return out
	}
	// Each number is rounded where a stage ends, counted from the beginning:
	// then the parts add up to the whole.
	first := &r.marks[0]
	out.Began = first.at
	whole := r.end.used
	whole.Sub(&first.used)
	var cpu splitCPU
	for i := range r.marks {
		from, to := &r.marks[i], &r.end
		if i+1 < len(r.marks) {
			to = &r.marks[i+1]
		}
		s := &out.Stages[i]
		s.Seq, s.Site = firstProfileSeq+i, callsite.Site{PC: from.pc}
		for f := range s.Known {
			s.Known[f] = known.Has(usage.Field(f))
		}
		if c := p.thread.schema.classes[KindStage].at(from.key); c != nil {
			s.State = cutRunes(stageState(c.Name()), maxProfileState)
		}
		s.Duration = time.Duration(micros(int64(to.at-first.at))-micros(int64(from.at-first.at))) * time.Microsecond
		used := to.used
		used.Sub(&from.used)
		cpu.add(&used, &whole)
		s.Used = used.N
		s.Used[usage.UserCPU], s.Used[usage.SystemCPU] = cpu.take()
	}
	out.Duration = time.Duration(micros(int64(r.end.at-first.at))) * time.Microsecond
	return out
}

func micros(ns int64) int64 { return ns / 1000 }

// splitCPU divides the CPU time of stages between user and system: as the
// platform's coarser clocks divide it in the stage, or, if they did not move,
// in the whole statement.
type splitCPU struct {
	user, system           int64 // nanoseconds so far
	shownUser, shownSystem int64 // microseconds so far
}

func (c *splitCPU) add(stage, whole *usage.Sample) {
	total := max(stage.CPU, 0)
	user, system := stage.N[usage.UserCPU], stage.N[usage.SystemCPU]
	if user+system <= 0 || user < 0 || system < 0 {
		user, system = max(whole.N[usage.UserCPU], 0), max(whole.N[usage.SystemCPU], 0)
	}
	inSystem := int64(0)
	if user+system > 0 {
		inSystem = int64(float64(total) * float64(system) / float64(user+system))
	}
	c.system += inSystem
	c.user += total - inSystem
}

// take gives what has been added since the last time.
func (c *splitCPU) take() (user, system int64) {
	user, system = micros(c.user)-c.shownUser, micros(c.system)-c.shownSystem
	c.shownUser += user
	c.shownSystem += system
	return user, system
}

// cutRunes keeps the first n characters.
func cutRunes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// SessionProfiles gives, for each of some Threads, the profiles of its recent
// statements, oldest first: those it recorded itself, and those it did not
// profile as far as its stage history (profiling_session_stages) or the
// histories of statements and stages still hold them. The latter two have times
// and source alone and no QueryID; the histories have only the stages that were
// recorded. A statement that still runs is there with the stages it has been
// through, if there is a stage history. Any goroutine may call it.
func (s *Reader) SessionProfiles(threads ...*Thread) [][]record.StageProfile {
	out := make([][]record.StageProfile, len(threads))
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

func (t *Thread) sessionProfiles(long []record.StageEvent) []record.StageProfile {
	all := t.profiler.Load().Profiles()
	recorded, runs := make(map[uint64]bool, len(all)), make(map[uint64]bool, len(all))
	for i := range all {
		runs[all[i].Run] = true
	}
	all = append(all, t.stageHistoryProfiles(runs)...)
	for i := range all {
		recorded[all[i].EventID] = true
	}
	stages := make(map[uint64][]record.StageEvent) // by statement
	seen := make(map[uint64]bool)
	for _, events := range [][]record.StageEvent{long, t.StagesHistory()} {
		for _, e := range events {
			if e.ThreadID == t.id && e.NestingType == record.EventStatement && e.EndTimed && !seen[e.EventID] {
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
	slices.SortStableFunc(all, func(a, b record.StageProfile) int { return cmp.Compare(a.Began, b.Began) })
	return all
}

// profileOfEvents makes a profile of the events of a statement and its stages.
func profileOfEvents(st record.StatementEvent, events []record.StageEvent) record.StageProfile {
	slices.SortFunc(events, func(a, b record.StageEvent) int { return cmp.Compare(a.EventID, b.EventID) })
	first := events[0].TimerStart / picoPerNano
	p := record.StageProfile{EventID: st.EventID, Text: cutRunes(st.SQLText, maxProfileText), Began: first, Stages: make([]record.ProfileStage, len(events))}
	for i, e := range events {
		from, to := e.TimerStart/picoPerNano-first, e.TimerEnd/picoPerNano-first
		p.Stages[i] = record.ProfileStage{
			Seq: firstProfileSeq + i, State: cutRunes(stageState(e.EventName), maxProfileState),
			Duration: time.Duration(micros(int64(to))-micros(int64(from))) * time.Microsecond, Site: e.Site,
		}
		p.Duration += p.Stages[i].Duration
	}
	return p
}
