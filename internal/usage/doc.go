// Package usage reads what a thread of the operating system, or the whole
// process, has taken of the machine: CPU time, context switches, page faults,
// block operations. Each platform fills what it measures; the rest is unknown,
// see [Platform.Fields].
package usage
