//go:build unix

package dolt

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// checkWritable says whether this user may read and change a file or directory.
func checkWritable(path string) error {
	mode := uint32(unix.R_OK | unix.W_OK)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		mode |= unix.X_OK
	}
	if err := unix.Access(path, mode); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
