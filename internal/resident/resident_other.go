//go:build !linux && !darwin && !windows

package resident

// Read knows nothing on this platform.
func Read() (Set, error) { return Set{}, ErrUnknown }
