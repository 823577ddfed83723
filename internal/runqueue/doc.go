// Package runqueue measures for how long the program waited for a core: its
// goroutines for one of the runtime's, its threads for one of the machine's.
package runqueue
