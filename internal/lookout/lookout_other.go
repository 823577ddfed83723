//go:build !linux || !amd64 || portable

package lookout

import (
	"time"
	"unsafe"
)

// Lookout is a thread that samples. There is none here.
type Lookout struct{}

// Start fails with ErrUnsupported.
func Start(Options) (*Lookout, error) { return nil, ErrUnsupported }

// AddPage does nothing.
func (*Lookout) AddPage(int, unsafe.Pointer, unsafe.Pointer) {}

// Covers is never.
func Covers(uint32) bool { return false }

// Ready is never.
func (*Lookout) Ready() bool { return false }

// SetSlots does nothing.
func (*Lookout) SetSlots(int, func(int) uint32) bool { return false }

// Next is none.
func (*Lookout) Next() (Sample, bool) { return Sample{}, false }

// Dropped is 0.
func (*Lookout) Dropped() uint64 { return 0 }

// Probe does nothing.
func (*Lookout) Probe(bool) {}

// Pause does nothing.
func (*Lookout) Pause() {}

// Resume does nothing.
func (*Lookout) Resume() {}

// Close does nothing.
func (*Lookout) Close() {}

// SelfCPU is 0.
func (*Lookout) SelfCPU() time.Duration { return 0 }

// Bytes is 0.
func (*Lookout) Bytes() uint64 { return 0 }

// Now is 0.
func Now() int64 { return 0 }
