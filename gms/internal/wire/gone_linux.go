package wire

import "golang.org/x/sys/unix"

// ClientGone says whether the client has closed its end, whatever it may have
// sent before.
func (s *Socket) ClientGone() (gone bool) {
	if s.raw == nil {
		return false
	}
	_ = s.raw.Control(func(fd uintptr) {
		p := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLRDHUP}}
		n, err := unix.Poll(p, 0)
		gone = err == nil && n > 0
	})
	return gone
}
