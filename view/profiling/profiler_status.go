package profiling

import (
	"time"

	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// profilerState is what the row of profiler_status tells of.
type profilerState struct {
	sampler.Status
	sessions activesession.Status
	memory   uint64
}

// profilerStatus declares profiling.profiler_status: how the profiler itself
// does, in one row, or none if there is no profiler.
func profilerStatus() *view.Table {
	type row = profilerState
	queue := func(name, comment string, of func(*sampler.RunQueue) (time.Duration, bool)) field.Field[row] {
		return field.Field[row]{Column: view.Column{Name: name, Type: field.Milliseconds, Nullable: true, Comment: comment + " (milliseconds); NULL where the platform does not tell"},
			Value: func(s *row) any {
				d, known := of(&s.RunQueue)
				return field.Unless(!s.RunQueue.Known || !known, ms(d))
			}}
	}
	fields := []field.Field[row]{
		{Column: view.Column{Name: "STATE", Type: "enum('RUNNING','ASLEEP','ENDED')", Comment: "ASLEEP: no query has run for a second; the next one wakes it"},
			Value: func(s *row) any {
				switch {
				case s.Ended:
					return "ENDED"
				case s.Asleep:
					return "ASLEEP"
				}
				return "RUNNING"
			}},
		{Column: view.Column{Name: "SAMPLE_INTERVAL", Type: field.Milliseconds, Comment: "Time between two ticks: profiling_sample_interval (milliseconds)"},
			Value: func(s *row) any { return ms(s.Interval) }},
		{Column: view.Column{Name: "TICKS", Type: field.BigintUnsigned, Comment: "How often it sampled what threads do"},
			Value: func(s *row) any { return s.Ticks }},
		{Column: view.Column{Name: "LATE_TICKS", Type: field.BigintUnsigned, Comment: "Ticks half an interval late or more; they are charged by the time that passed"},
			Value: func(s *row) any { return s.Late }},
		{Column: view.Column{Name: "LATENESS", Type: field.Milliseconds, Comment: "By how much these were late together (milliseconds)"},
			Value: func(s *row) any { return ms(s.Lateness) }},
		{Column: view.Column{Name: "MAX_LATENESS", Type: field.Milliseconds, Comment: "By how much the latest was (milliseconds)"},
			Value: func(s *row) any { return ms(s.MaxLateness) }},
		{Column: view.Column{Name: "CPU_TIME", Type: field.Milliseconds, Nullable: true, Comment: "CPU time that sampling took; NULL where the platform does not tell (milliseconds)"},
			Value: func(s *row) any { return field.Unless(!s.CPUKnown, ms(s.CPU)) }},
		queue("CPU_CLAIMED", "How long threads of queries said that they run, since the profiler began and while it was awake", func(q *sampler.RunQueue) (time.Duration, bool) { return q.Claimed, true }),
		queue("CPU_USED", "CPU time that the process used in that time, for whatever", func(q *sampler.RunQueue) (time.Duration, bool) { return q.Used, true }),
		queue("CPU_QUEUED", "How much of CPU_CLAIMED was waiting for a core: of the runtime's as it was seen, of the kernel's where a thread had no CPU time, and no more than THREADS_QUEUED", func(q *sampler.RunQueue) (time.Duration, bool) { return q.Queued, true }),
		queue("GOROUTINES_QUEUED", "How long goroutines of the process waited for the runtime to run them, estimated from one in eight times", func(q *sampler.RunQueue) (time.Duration, bool) { return q.Goroutines, true }),
		queue("THREADS_QUEUED", "How long threads of the process waited for the kernel to run them", func(q *sampler.RunQueue) (time.Duration, bool) { return q.Threads, q.ThreadsKnown }),
		{Column: view.Column{Name: "QUERIES_RUNNING", Type: field.BigintUnsigned, Comment: "Queries that run, as far as it has seen"},
			Value: func(s *row) any { return uint64(s.Running) }},
		{Column: view.Column{Name: "QUERY_PROFILES", Type: field.BigintUnsigned, Comment: "Profiles kept of queries that ended"},
			Value: func(s *row) any { return uint64(s.Kept) }},
		{Column: view.Column{Name: "MAX_QUERY_PROFILES", Type: field.BigintUnsigned, Comment: "How many are kept at most: profiling_max_query_profiles"},
			Value: func(s *row) any { return uint64(s.MaxProfiles) }},
		{Column: view.Column{Name: "QUERY_PROFILES_EVICTED", Type: field.BigintUnsigned, Comment: "Profiles that made room for newer ones"},
			Value: func(s *row) any { return s.Evicted }},
		{Column: view.Column{Name: "SLOW_QUERY_TIME", Type: field.Milliseconds, Comment: "From how long on a query is slow: profiling_slow_query_time (milliseconds)"},
			Value: func(s *row) any { return ms(s.SlowTime) }},
		{Column: view.Column{Name: "SLOW_QUERY_PROFILES", Type: field.BigintUnsigned, Comment: "Profiles kept of slow queries and of the slowest of each digest: profiling_slow_query_share of the room is theirs"},
			Value: func(s *row) any { return uint64(s.SlowKept) }},
		{Column: view.Column{Name: "SLOW_QUERY_PROFILES_EVICTED", Type: field.BigintUnsigned, Comment: "Those of QUERY_PROFILES_EVICTED that had been of these"},
			Value: func(s *row) any { return s.SlowEvicted }},
		{Column: view.Column{Name: "TEXTS_EVICTED", Type: field.BigintUnsigned, Comment: "Profiles that lost their SQL_TEXT before that: 1,024 bytes are kept for each profile there is room for, on average"},
			Value: func(s *row) any { return s.TextsEvicted }},
		{Column: view.Column{Name: "PLANS_EVICTED", Type: field.BigintUnsigned, Comment: "Profiles that lost their plan before that: 16 nodes are kept for each profile there is room for, on average"},
			Value: func(s *row) any { return s.PlansEvicted }},
		{Column: view.Column{Name: "QUERY_PROFILES_LOST", Type: field.BigintUnsigned, Comment: "Queries without a profile, because too many ended between two ticks"},
			Value: func(s *row) any { return s.Lost }},
		{Column: view.Column{Name: "QUERY_PROFILES_LEFT_OUT", Type: field.BigintUnsigned, Comment: "Short queries without a profile, because more than 40 ended between two ticks in the mean; others stand for them in the sums by digest. An estimate"},
			Value: func(s *row) any { return s.LeftOut }},
		{Column: view.Column{Name: "SHORT_QUERIES_KEPT_ONE_IN", Type: field.BigintUnsigned, Comment: "N where one in N short queries has a profile now; 1 is all"},
			Value: func(s *row) any { return uint64(s.KeptOneIn) }},
		{Column: view.Column{Name: "DIGESTS", Type: field.BigintUnsigned, Comment: "Digests told apart"},
			Value: func(s *row) any { return uint64(s.Digests) }},
		{Column: view.Column{Name: "MAX_DIGESTS", Type: field.BigintUnsigned, Comment: "How many are at most: profiling_max_digests"},
			Value: func(s *row) any { return uint64(s.MaxDigests) }},
		{Column: view.Column{Name: "DIGESTS_LOST", Type: field.BigintUnsigned, Comment: "Queries whose digest found no room"},
			Value: func(s *row) any { return s.DigestsLost }},
		{Column: view.Column{Name: "PLANS", Type: field.BigintUnsigned, Comment: "Rows of query_plans"},
			Value: func(s *row) any { return uint64(s.Plans) }},
		{Column: view.Column{Name: "MAX_PLANS", Type: field.BigintUnsigned, Comment: "How many there are at most: profiling_max_plans"},
			Value: func(s *row) any { return uint64(s.MaxPlans) }},
		{Column: view.Column{Name: "PLANS_REPLACED", Type: field.BigintUnsigned, Comment: "Those that gave their place to others, for not having been seen for longest"},
			Value: func(s *row) any { return s.PlansReplaced }},
		{Column: view.Column{Name: "ACTIVE_SESSION_ROWS", Type: field.BigintUnsigned, Comment: "Rows of active_session_history"},
			Value: func(s *row) any { return uint64(s.sessions.Rows) }},
		{Column: view.Column{Name: "ACTIVE_SESSION_SINCE", Type: field.MicroTimestamp, Nullable: true, Comment: "From when on none is missing: since the recording began, or since the last row that made room for newer ones or was truncated; NULL if it is off"},
			Value: func(s *row) any { return field.Unless(s.sessions.Since.IsZero(), s.sessions.Since) }},
		{Column: view.Column{Name: "ACTIVE_SESSION_ROWS_EVICTED", Type: field.BigintUnsigned, Comment: "Rows of it that made room for newer ones: profiling_active_session_history_size"},
			Value: func(s *row) any { return s.sessions.Evicted }},
		{Column: view.Column{Name: "ACTIVE_SESSION_ROWS_LOST", Type: field.BigintUnsigned, Comment: "Threads that were seen at work and have no row, because the profiler was not told what became of their query"},
			Value: func(s *row) any { return s.sessions.Lost }},
		{Column: view.Column{Name: "MEMORY", Type: field.BigintUnsigned, Comment: "Bytes its buffers take, with the texts and plans they keep"},
			Value: func(s *row) any { return s.memory }},
	}
	return &view.Table{
		Name: "profiler_status", Comment: "How the profiler itself does",
		Columns: field.Columns(fields),
		Open: field.Opener(fields, field.Listed(func(r view.Reader) []row {
			if r.Profiler == nil {
				return nil
			}
			s := row{Status: r.Profiler.Status(), sessions: r.ActiveSessions.Status()}
			s.memory = s.sessions.Bytes
			for _, b := range r.Profiler.Buffers() {
				s.memory += b.Memory
			}
			return []row{s}
		})),
	}
}
