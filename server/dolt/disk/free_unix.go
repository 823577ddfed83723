//go:build linux || darwin

package disk

import (
	"os"

	"golang.org/x/sys/unix"
)

// freeSpace is what this user may still write to the file system of a directory,
// and the size of that.
func freeSpace(dir string) (free, total uint64, err error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, 0, err
	}
	blocks := s.Bavail
	if os.Geteuid() == 0 {
		blocks = s.Bfree // with what is kept for root
	}
	return blocks * uint64(s.Bsize), s.Blocks * uint64(s.Bsize), nil
}
