//go:build unix

package export

import (
	"io/fs"
	"sync"

	"golang.org/x/sys/unix"
)

// newFileMode is the mode of the files the user makes. The process's mask can
// only be read by setting it.
var newFileMode = sync.OnceValue(func() fs.FileMode {
	mask := unix.Umask(0o077)
	unix.Umask(mask)
	return 0o666 &^ fs.FileMode(mask)
})
