//go:build !linux && !darwin && !windows

package usage

// system is a platform of which nothing is known.
type system struct{}

// Fields implements Platform.
func (system) Fields() (thread, process Fields) { return 0, 0 }

// Self implements Platform.
func (system) Self() Thread { return 0 }

// SelfCPU implements Platform.
func (system) SelfCPU() int64 { return 0 }

// ReadSelf implements Platform.
func (system) ReadSelf(*Sample) {}

// ReadCounts implements Platform.
func (system) ReadCounts(*Sample) {}

// CPU implements Platform.
func (system) CPU(Thread) (int64, bool) { return 0, false }

// ReadProcess implements Platform.
func (system) ReadProcess(*Sample) {}
