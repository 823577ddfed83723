// Package report writes where a program's goroutines waited, for a person to read.
//
// In goes a Snapshot: sums of waits by reason, by place (reason and stack) and by instance
// (the address of a lock, condition or channel), added up over the Ps of the runtime. Out
// comes text.
//
// The package is part of perfschema and, as runtime/perfschema/internal/report, of every
// program built by perfschema build: it imports the standard library alone.
package report
