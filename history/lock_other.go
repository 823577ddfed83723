//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package history

import "os"

// lockFile opens a file. That nobody else writes to the directory is for the caller to see
// to here.
func lockFile(path string) (*os.File, error) { return os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) }
