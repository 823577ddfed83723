//go:build unix

package disk

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// CheckWritable says whether this user may read and change a file or directory.
func CheckWritable(path string) error {
	mode := uint32(unix.R_OK | unix.W_OK)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		mode |= unix.X_OK
	}
	if err := unix.Access(path, mode); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
