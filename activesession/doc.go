// Package activesession keeps active session history: once a second a row for each thread that
// was at work, with what it worked on, what it waited for and who held that. Hours later it says
// who was active at a moment, and blocked by whom.
//
// A [Recorder] is told of the threads by a sampler.Profiler, whose samples it takes: nothing is
// asked of the threads themselves, and a statement pays nothing for it. Rows lie packed in a ring
// of so many bytes, the oldest make room for new ones and are counted. Shares of rows are shares
// of time: of an hour in which 10 rows a second say waiting, 10 threads waited on average.
//
// profiling.active_session_history shows the rows.
package activesession
