package dolt

import (
	"fmt"
	"os"

	"github.com/perfschema/perfschema/server/dolt/datadir"
)

// temporary makes the storage's temporary files, which may be as large as a
// database, in the data directory: the system's directory for such may be small,
// or memory, or read by others. Several servers of a process share one, as Dolt
// has one maker of such files for them all. If the server that owns it closes, what
// another has in hand there, as a garbage collection, ends in an error and changes nothing.
type temporary struct{}

// GetTempDir implements tempfiles.TempFileProvider.
func (temporary) GetTempDir() string {
	storages.RLock()
	defer storages.RUnlock()
	if n := len(storages.list); n > 0 {
		return datadir.TemporaryDir(storages.list[n-1].dir)
	}
	return os.TempDir()
}

// NewFile implements tempfiles.TempFileProvider.
func (t temporary) NewFile(dir, pattern string) (*os.File, error) {
	if dir == "" {
		dir = t.GetTempDir()
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, fmt.Errorf("a directory for temporary files: %w", err)
		}
	}
	return os.CreateTemp(dir, pattern)
}

// Clean implements tempfiles.TempFileProvider. Who makes a file removes it, and
// what a kill leaves the next start removes.
func (temporary) Clean() {}
