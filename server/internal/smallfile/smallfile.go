// Package smallfile reads files that are small unless they are damaged: settings, accounts,
// keys. A file of another kind or size is refused before it is read, so that reading it takes
// no more memory than its limit and always ends: a device has no end, and opening a pipe waits
// for a writer.
package smallfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ErrUnfit is wrapped by errors of files that are not read.
var ErrUnfit = errors.New("file is not read")

// Check returns an error that wraps [ErrUnfit] if a path names something else than a regular
// file of at most limit bytes; nil where nothing is there or the caller may not look. Links are
// followed.
func Check(path string, limit int64) error {
	info, err := os.Stat(path)
	if err != nil {
		return nil //nolint:nilerr // the caller's own reading says so
	}
	switch kind := info.Mode().Type(); {
	case kind.IsDir():
		return unfit(path, "is a directory")
	case kind&fs.ModeNamedPipe != 0:
		return unfit(path, "is a pipe")
	case kind&fs.ModeDevice != 0:
		return unfit(path, "is a device")
	case !kind.IsRegular():
		return unfit(path, "is no regular file")
	case info.Size() > limit:
		return tooLarge(path, limit)
	}
	return nil
}

// Read reads a regular file of at most limit bytes.
func Read(path string, limit int64) ([]byte, error) {
	if err := Check(path, limit); err != nil {
		return nil, err
	}
	return ReadAny(path, limit)
}

// ReadAny reads at most limit bytes of whatever a path names; a pipe waits for its writer. It
// is for files that a user names, who may give one by a shell's process substitution.
func ReadAny(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err //nolint:wrapcheck // names the path
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err //nolint:wrapcheck // names the path
	}
	if int64(len(data)) > limit {
		return nil, tooLarge(path, limit)
	}
	return data, nil
}

func unfit(path, why string) error { return fmt.Errorf("%w: %s %s", ErrUnfit, path, why) }

func tooLarge(path string, limit int64) error {
	return fmt.Errorf("%w: %s has more than %d KiB", ErrUnfit, path, limit>>10)
}
