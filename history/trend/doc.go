// Package trend answers questions about spans of time from the windows that package
// history keeps: what took the time ([Sum]), what has changed between two spans
// ([Compare]), and how one statement went along ([Follow]). It reads them from the files
// of a directory ([Files]) or from a server's SQL ([Server]), and has the SQL that gives
// the same.
//
// A window belongs to the span in which it begins, whole: spans that adjoin share none,
// and their sums add up. Durations are picoseconds.
package trend
