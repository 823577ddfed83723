// Package perfschema is MySQL's Performance Schema for Go: it records what
// every statement, stage and transaction of a running server costs, per
// thread, cheaply enough to leave on.
//
// A server author makes one [Schema], registers instruments with it, starts a
// [Thread] for every connection and background worker, and tells the thread
// what it does:
//
//	ps, err := perfschema.New(perfschema.Config{})
//	lookup := ps.RegisterStatement("app", perfschema.Info{Name: "lookup"})
//	t := ps.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})
//	st := t.BeginStatement(lookup)
//	st.End()
//
// A Thread is a unit of work, not an OS thread, and has one writer at a time:
// the goroutine that does the work. Reading is safe from anywhere and never
// holds up a writer for longer than a copy. Every method of Schema and Thread
// accepts a nil receiver, and every one of Statement and Transaction the zero
// value, and then does nothing, so that code need not ask whether it is watched.
//
// A reader calls [Schema.Read], whose methods return rows of package record;
// package view has the tables that show them.
//
// # What is for whom
//
// A program that instruments itself needs [New], [Config], [Schema], [Thread] and, for what it
// records, one of these and what their methods return:
//   - requests and queries: [Statement] with its [Digest], [Transaction], stages ([StageKey]), [Go]
//     for goroutines that work for a statement, [NewContext] and [FromContext] for code that has a
//     context, [Thread.Bind] and [Bound] for code that has none;
//   - waits: the packages psync, pfile, pnet, pchan, pslog and pdb are watched forms of the standard
//     library's; [Wait] and the Instance types are what they are made of;
//   - memory: package pmemory, [Memory], [MemoryBlock].
//
// [Consumer], [Class], [InstrumentRule] and [Variable] set which events are recorded, as MySQL's
// setup tables and variables do.
//
// An engine of SQL has more to tell: prepared statements ([PreparedStatement]), stored programs
// ([Program]), metadata locks ([MetadataLock]), tables ([TableInstance], [TableHandle], [TableIO]),
// SHOW PROFILE ([StageProfiler]), the operators of a plan ([Thread.EnterOperator]). Package gms
// tells it of go-mysql-server.
//
// A reader of any kind, and a profiler ([Sampling]), begins with [Reader].
package perfschema
