package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// keepBlocks allocates blocks of a file, and leaves its size.
func keepBlocks(f *os.File, from, bytes int64) error {
	for {
		err := unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_KEEP_SIZE, from, bytes)
		if !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
