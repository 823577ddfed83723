package datadir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"

	"github.com/perfschema/perfschema/pfile"
)

// snapshot is what the storage may change when it opens a database: the small
// files, by content, and which files there are. Opening a database that turns
// out to be damaged must leave it as it was, for whoever repairs it.
type snapshot struct {
	small map[string]pfile.FS
	files map[string][]byte
	names map[string]bool
	dirs  []string
}

// TakeSnapshot reads the small files of the databases.
func (f *Files) TakeSnapshot(databases []string) (*snapshot, error) {
	s := &snapshot{small: f.small(), files: map[string][]byte{}, names: map[string]bool{}}
	for _, path := range databases {
		data := filepath.Join(path, dbfactory.DoltDataDir)
		for _, dir := range []string{filepath.Join(path, dbfactory.DoltDir), data, filepath.Join(data, "oldgen")} {
			entries, err := os.ReadDir(dir)
			if errors.Is(err, os.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, NotWritable(path, err)
			}
			s.dirs = append(s.dirs, dir)
			for _, e := range entries {
				s.names[filepath.Join(dir, e.Name())] = true
			}
			for name, fs := range s.small {
				file := filepath.Join(dir, name)
				content, err := fs.ReadFile(file)
				if errors.Is(err, os.ErrNotExist) {
					continue
				}
				if err != nil {
					return nil, NotWritable(path, err)
				}
				s.files[file] = content
			}
		}
	}
	return s, nil
}

// Restore puts the small files back and removes those that are new.
func (s *snapshot) Restore() error {
	var failed error
	for _, dir := range s.dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		for _, e := range entries {
			if file := filepath.Join(dir, e.Name()); !s.names[file] {
				failed = errors.Join(failed, os.RemoveAll(file))
			}
		}
	}
	for file, content := range s.files {
		fs := s.small[filepath.Base(file)]
		if now, err := fs.ReadFile(file); err == nil && string(now) == string(content) {
			continue
		}
		if err := fs.WriteFile(file, content, 0o600); err != nil {
			failed = errors.Join(failed, fmt.Errorf("restoring %s: %w", file, err))
		}
	}
	return failed
}
