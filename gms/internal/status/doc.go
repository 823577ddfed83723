// Package status counts what status variables show that nothing else counts: what sessions do
// ([Counts]: Com_*, Handler_*, Select_* and their like), how long the server has run ([Uptime]),
// the most connections and when ([Peak]), and uses of what is deprecated ([Use]).
//
// A session's Counts are its own: its goroutine adds to them and any goroutine reads them, without
// a lock. Sums by server, account and host are made when somebody asks. Times are given by the
// caller, who owns the clock.
package status
