package sampler

import (
	"fmt"
	"time"

	"github.com/perfschema/perfschema"
)

// Variable describes one of the system variables that set a Profiler up, as
// [perfschema.Variable] does those of the Schema. The list of them is the one
// source of option names, SHOW VARIABLES and documentation. They are read-only
// while a server runs.
type Variable struct {
	Name string
	// Bool variables are 0 or 1.
	Bool              bool
	Default, Min, Max int64
	// Doc says what the variable does, and in which unit.
	Doc string

	set func(*Options, int64)
	get func(Options) int64
}

var variables = []Variable{
	{Name: "profiling_active_session_history_interval", Default: int64(DefaultSessionInterval / time.Millisecond), Min: 100, Max: 60_000,
		Doc: "milliseconds between two samples that profiling.active_session_history keeps",
		set: func(o *Options, n int64) { o.SessionInterval = time.Duration(n) * time.Millisecond },
		get: func(o Options) int64 { return o.SessionInterval.Milliseconds() }},
	{Name: "profiling_active_session_history_size", Default: DefaultSessionBytes, Max: 1 << 34,
		Doc: "bytes that the rows of profiling.active_session_history may take, as they are needed; 0 keeps none",
		set: func(o *Options, n int64) {
			if o.SessionBytes = n; n == 0 {
				o.SessionBytes = -1
			}
		},
		get: func(o Options) int64 { return max(o.SessionBytes, 0) }},
	{Name: "profiling_max_digests", Default: DefaultMaxDigests, Max: 1 << 20,
		Doc: "digests told apart in profiling.query_profiles_summary_by_digest",
		set: func(o *Options, n int64) { o.MaxDigests = orNone(n) },
		get: func(o Options) int64 { return int64(max(o.MaxDigests, 0)) }},
	{Name: "profiling_max_plans", Default: DefaultMaxPlans, Max: 1 << 20,
		Doc: "plans of digests told apart in profiling.query_plans",
		set: func(o *Options, n int64) { o.MaxPlans = orNone(n) },
		get: func(o Options) int64 { return int64(max(o.MaxPlans, 0)) }},
	{Name: "profiling_max_query_profiles", Default: DefaultMaxProfiles, Max: 1 << 20,
		Doc: "profiles kept of statements that have ended: rows in profiling.query_profiles",
		set: func(o *Options, n int64) { o.MaxProfiles = orNone(n) },
		get: func(o Options) int64 { return int64(max(o.MaxProfiles, 0)) }},
	{Name: "profiling_sample_interval", Default: int64(DefaultInterval / time.Millisecond), Min: 1, Max: 10_000,
		Doc: "milliseconds between two samples of the profiler at what threads do",
		set: func(o *Options, n int64) { o.Interval = time.Duration(n) * time.Millisecond },
		get: func(o Options) int64 { return o.Interval.Milliseconds() }},
	{Name: "profiling_sampler", Bool: true, Default: 1, Max: 1,
		Doc: "whether the profiler runs, which tells where the time of queries goes",
		set: func(o *Options, n int64) { o.Off = n == 0 },
		get: func(o Options) int64 {
			if o.Off {
				return 0
			}
			return 1
		}},
	{Name: "profiling_slow_query_share", Default: DefaultSlowShare, Max: 100,
		Doc: "percent of profiling_max_query_profiles that are reserved for slow queries and, as far as these leave room, for the slowest of each digest",
		set: func(o *Options, n int64) { o.SlowShare = orNone(n) },
		get: func(o Options) int64 { return int64(max(o.SlowShare, 0)) }},
	{Name: "profiling_slow_query_time", Default: int64(DefaultSlowTime / time.Millisecond), Min: 1, Max: 86_400_000,
		Doc: "milliseconds from which on a query is slow: its profile is kept longer",
		set: func(o *Options, n int64) { o.SlowTime = time.Duration(n) * time.Millisecond },
		get: func(o Options) int64 { return o.SlowTime.Milliseconds() }},
}

// orNone is a size as Options have it, where 0 is the default.
func orNone(n int64) int {
	if n == 0 {
		return -1
	}
	return int(n)
}

// Variables lists the system variables, by name.
func Variables() []Variable { return append([]Variable(nil), variables...) }

// Set puts a value into the options of a Profiler not yet started. It fails
// with an error that wraps [perfschema.ErrVariable] where the value is out of
// range.
func (v Variable) Set(o *Options, value int64) error {
	if value < v.Min || value > v.Max {
		return fmt.Errorf("%w %s to %d: want %d to %d", perfschema.ErrVariable, v.Name, value, v.Min, v.Max)
	}
	v.set(o, value)
	return nil
}

// Value is the variable's value in options, the default where they leave it
// open.
func (v Variable) Value(o Options) int64 { return v.get(o.withDefaults()) }
