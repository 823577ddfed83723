//go:build !unix

package wire

// pollState is what asking about a socket needs.
type pollState struct{}

// isReadable would say whether a read would not have to wait. Where that cannot
// be asked, the first read after an idle time waits, and counts as recv.
func (s *Socket) isReadable(uintptr) bool { return true }
