// Package activesession keeps active session history: once a second a row for each thread that
// was at work, with what it worked on, what it waited for and who held that. Hours later it says
// who was active at a moment, and blocked by whom.
//
// A [Recorder] is told of the threads by a sampler.Profiler, whose samples it takes: nothing is
// asked of the threads themselves, and a statement pays nothing for it. Rows lie packed in a ring
// of so many bytes, the oldest make room for new ones and are counted. Shares of rows are shares
// of time: of an hour in which 10 rows a second say waiting, 10 threads waited on average.
//
// profiling.active_session_history shows the rows. [Averages] and [Course] compute average active
// sessions of them by any column and over time, for the pages of package web and for perfschema top,
// which counts rows in SQL. A [Follower] reads each row once, before it is gone: package history
// keeps them so.
package activesession
