package datadir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"
)

// TemporaryDir returns the directory for temporary files of the storage in a data directory.
func TemporaryDir(dir string) string { return filepath.Join(dir, ConfigDir, "tmp") }

// unfinishedFile is a file that was being written when the server was killed, and
// that would have taken the place of another: of accounts, branch permissions,
// settings, or the list of a database's files.
var unfinishedFile = regexp.MustCompile(`^((privileges|branch_control)\.db-|config(_global)?\.json-|nbs_manifest_)\d+$`)

// RemoveTemporary removes temporary files that a killed server left in a data
// directory.
func (f *Files) RemoveTemporary(dir string) error {
	failed := os.RemoveAll(TemporaryDir(dir))
	config := filepath.Join(dir, ConfigDir)
	dirs := []string{config, filepath.Join(config, dbfactory.DoltDir)}
	for _, path := range f.DatabaseDirs(dir) {
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
