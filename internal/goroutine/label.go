package goroutine

import (
	"context"
	"runtime/pprof"
	"unsafe"
)

// Labels are labels of Go's profiles, as a goroutine has them; the zero value is none.
type Labels struct{ set unsafe.Pointer }

// LabelsOf are those that a context has from [pprof.WithLabels].
func LabelsOf(ctx context.Context) Labels {
	before := Labels{profLabel()}
	pprof.SetGoroutineLabels(ctx)
	l := Labels{profLabel()}
	setProfLabel(before.set)
	return l
}

// Set gives the running goroutine the labels, instead of those that it had, which it
// returns. Two loads and a store.
func (l Labels) Set() (before Labels) {
	before = Labels{profLabel()}
	setProfLabel(l.set)
	return before
}

// Package pprof sets labels by what the runtime keeps for its sake, and for that of others
// who want those back that were there: a context does not tell which they are.

//go:linkname profLabel runtime/pprof.runtime_getProfLabel
func profLabel() unsafe.Pointer

//go:linkname setProfLabel runtime/pprof.runtime_setProfLabel
func setProfLabel(unsafe.Pointer)
