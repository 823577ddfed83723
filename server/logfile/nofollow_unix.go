//go:build unix

package logfile

import "golang.org/x/sys/unix"

// noFollow refuses to write through a symbolic link.
const noFollow = unix.O_NOFOLLOW
