//go:build unix

package wire

import "golang.org/x/sys/unix"

// pollState is what asking about a socket needs.
type pollState [1]unix.PollFd

// isReadable says whether a read would not have to wait: there is data, or the
// end of it, or an error.
func (s *Socket) isReadable(fd uintptr) bool {
	s.poll[0] = unix.PollFd{Fd: int32(fd), Events: unix.POLLIN}
	for {
		n, err := unix.Poll(s.poll[:], 0)
		if err != unix.EINTR {
			return n != 0 || err != nil
		}
	}
}
