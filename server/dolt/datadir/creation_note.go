package datadir

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"
	"github.com/sirupsen/logrus"
)

// Notes are the notes of the data directory at path. A note is an empty
// file named after the database.
type Notes struct {
	path  string
	files *Files
}

// NewNotes returns the notes of the data directory at path.
func NewNotes(path string, f *Files) Notes { return Notes{path, f} }

func (n Notes) dir() string { return filepath.Join(n.path, ConfigDir, "creating") }

// Begin notes that a database is being made. Whether the name will do is for
// Dolt to say; a name that is taken needs no note.
func (n Notes) Begin(name string) (done func(), err error) {
	if filepath.Base(name) != name || n.files.Exists(filepath.Join(n.path, name)) {
		return func() {}, nil
	}
	if err := os.MkdirAll(n.dir(), 0o700); err != nil {
		return nil, fmt.Errorf("noting the new database: %w", err)
	}
	file := filepath.Join(n.dir(), url.PathEscape(name))
	if err := n.files.note.WriteFile(file, nil, 0o600); err != nil {
		return nil, fmt.Errorf("noting the new database: %w", err)
	}
	return func() {
		if err := n.files.note.Remove(file); err != nil {
			logrus.Warnf("database %s was made, but not the note of it removed: %v", name, err)
		}
	}, nil
}

// Unfinished lists the databases noted that were not made whole. Nobody was
// told that they exist.
func (n Notes) Unfinished() (databases []string) {
	for _, name := range n.noted() {
		path := filepath.Join(n.path, name)
		if !n.files.Exists(path) {
			continue
		}
		_, err := n.files.Verify(path)
		if err != nil || !exists(n.files.repoState, filepath.Join(path, dbfactory.DoltDir, "repo_state.json")) {
			databases = append(databases, path)
		}
	}
	return databases
}

func (n Notes) noted() (names []string) {
	entries, err := os.ReadDir(n.dir())
	if err != nil {
		return nil // there are none
	}
	for _, e := range entries {
		name, err := url.PathUnescape(e.Name())
		if err == nil && name != "" && name != "." && name != ".." && filepath.Base(name) == name {
			names = append(names, name)
		}
	}
	return names
}

// Settle removes the databases listed, and all notes.
func (n Notes) Settle(unfinished []string) error {
	for _, path := range unfinished {
		if err := os.RemoveAll(path); err != nil {
			return NotWritable(n.path, err)
		}
	}
	for _, name := range n.noted() {
		if err := n.files.note.Remove(filepath.Join(n.dir(), url.PathEscape(name))); err != nil {
			return NotWritable(n.path, err)
		}
	}
	return nil
}
