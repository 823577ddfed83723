// Package pipeline knows the goroutines that work on one statement, and the rows that pass
// between them: one reads rows, one makes them ready for the client, one sends them; a GROUP BY
// adds one that groups.
//
// A connection owns a [Detail], a [Window] and [Helpers], and uses them again for each statement.
// The Detail says for a profiler where in the plan each goroutine is and which one waits for
// another. The Window bounds how many bytes of a result are read before the client has taken
// those before them. Helpers gives goroutines without a Thread a child of the connection's.
//
// The engine's channels are out of reach, so an [Exchange] counts the rows on both sides of each.
// While no profiler samples, the Detail does nothing.
package pipeline
