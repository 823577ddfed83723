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
package perfschema
