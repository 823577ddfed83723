// Package profile records the stages of a session's statements with the CPU time and the other
// resources of each, and shows them: SHOW PROFILE, SHOW PROFILES and INFORMATION_SCHEMA.PROFILING.
//
// A session has a [Profiling], which Begin and End bracket for each statement; its Watch wraps
// the iterators of the goroutines that read rows. [Statements] is what shows the profiles. What
// both ask of a session is [Session] and [Caller].
//
// While @@profiling is off, the profiler is nil, and its methods do nothing.
package profile
