//go:build !unix

package export

import "io/fs"

// newFileMode is the mode of the files the user makes.
func newFileMode() fs.FileMode { return 0o666 }
