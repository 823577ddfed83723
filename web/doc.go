// Package web shows what a Schema has recorded as pages in a browser: where the time of
// the last minute's statements went, which statement took it and what would help, down to
// the plan of one execution, who runs what and waits for whom, waits, files, memory,
// errors and instruments.
//
//	mux.Handle("/debug/perfschema/", web.Handler(ps))
//
// Pages are made by the server out of templates, need no script (a small one refreshes
// them), load nothing from elsewhere and link to each other by relative paths, so that
// they work below any path that ends in a slash. Every table can be had as CSV and JSON,
// and shows the SQL that gives it.
//
// A page tells of a span of time, the last minute unless somebody chooses, and says which.
// For that the Handler reads the counters of digests, waits, files, tables and errors every
// five seconds, from the first page that is looked at until five minutes after the last.
// While nobody looks there is no goroutine and no memory, and a statement pays nothing
// either way. Who was at work before the first look is told by active session history, which
// a program that has a profiler keeps anyway ([Options.ActiveSessions]).
//
// # Who may look
//
// By default only who comes from this machine, and asks for it by a name that no name
// server has a say in: the pages show the texts of statements. A program that knows its
// users says itself who may look ([Options.Allow]), and what they may change
// ([Options.Change], [Options.Kill]); by default they may change nothing.
//
//	pages := web.New(ps, web.Options{Allow: func(r *http.Request) bool { return isOperator(r) }})
package web
