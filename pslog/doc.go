// Package pslog counts what is logged by log/slog on the statements that log it.
//
//	slog.SetDefault(slog.New(pslog.Handler(slog.NewJSONHandler(os.Stderr, nil))))
//
// A record of level WARN or above is one of the WARNINGS of the statement that runs on
// the goroutine's Thread ([perfschema.Thread.Bind]): the request that package phttp
// serves, or the query within it. SUM_WARNINGS of events_statements_summary_by_digest
// says of which route or query there is much to tell. Texts of records are not kept. What
// is logged on a goroutine without a Thread, or while no statement runs, is counted
// nowhere.
package pslog
