// Package status counts what status variables show that nothing else counts: how long the
// server has run ([Uptime]), the most connections and when ([Peak]), and uses of what is
// deprecated ([Use]). Times are given by the caller, who owns the clock. Any goroutine may
// call any method.
package status
