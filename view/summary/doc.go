// Package summary has the tables that add events up: by instrument and thread, account, user
// or host, by digest, stored program, prepared statement, file, socket, table and index.
//
// [Family] declares the five summaries of one kind of event. [SinceStart] and its kin read
// sums that no TRUNCATE resets, for who keeps differences of them.
package summary
