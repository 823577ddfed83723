package dolt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"
)

// temporary makes the storage's temporary files, which may be as large as a
// database, in the data directory: the system's directory for such may be small,
// or memory, or read by others. Several servers of a process share one, as Dolt
// has one maker of such files for them all.
type temporary struct{}

// GetTempDir implements tempfiles.TempFileProvider.
func (temporary) GetTempDir() string {
	storages.RLock()
	defer storages.RUnlock()
	if n := len(storages.list); n > 0 {
		return temporaryDir(storages.list[n-1].dir)
	}
	return os.TempDir()
}

func temporaryDir(dir string) string { return filepath.Join(dir, configDir, "tmp") }

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

// unfinishedFile is a file that was being written when the server was killed, and
// that would have taken the place of another: of accounts, branch permissions,
// settings, or the list of a database's files.
var unfinishedFile = regexp.MustCompile(`^((privileges|branch_control)\.db-|config(_global)?\.json-|nbs_manifest_)\d+$`)

// removeTemporary removes temporary files that a killed server left in a data
// directory.
func (f *files) removeTemporary(dir string) error {
	failed := os.RemoveAll(temporaryDir(dir))
	config := filepath.Join(dir, configDir)
	dirs := []string{config, filepath.Join(config, dbfactory.DoltDir)}
	for _, path := range f.databaseDirs(dir) {
		data := filepath.Join(path, dbfactory.DoltDataDir)
		dirs = append(dirs, data, filepath.Join(data, "oldgen"))
	}
	for _, d := range dirs {
		entries, err := os.ReadDir(d)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = errors.Join(failed, err)
		}
		for _, e := range entries {
			if unfinishedFile.MatchString(e.Name()) && e.Type().IsRegular() {
				failed = errors.Join(failed, os.Remove(filepath.Join(d, e.Name())))
			}
		}
	}
	if failed != nil {
		return fmt.Errorf("removing temporary files: %w", failed)
	}
	return nil
}
