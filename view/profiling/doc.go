// Package profiling has the tables of the schema profiling, which MySQL has not: what the
// profiler knows of executions, operators, sessions and digests, and what the process and the
// product itself cost.
//
// The rows come from view.Reader's Profiler, Overhead and History. [EndedProfiles] computes
// columns of many executions at once, for who stores them.
package profiling
