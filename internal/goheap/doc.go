// Package goheap reads what the Go runtime says of its own memory: the heap
// profile, added up by the package that allocated, and the runtime's figures
// of what it holds of the operating system.
package goheap
