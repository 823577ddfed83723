package dolt

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"github.com/dolthub/dolt/go/libraries/doltcore/dbfactory"
	"github.com/sirupsen/logrus"
)

// creationNotes are the notes of the data directory at path. A note is an empty
// file named after the database.
type creationNotes struct {
	path  string
	files *files
}

// newCreationNotes returns the notes of the data directory at path.
func newCreationNotes(path string, f *files) creationNotes { return creationNotes{path, f} }

func (n creationNotes) dir() string { return filepath.Join(n.path, configDir, "creating") }

// begin notes that a database is being made. Whether the name will do is for
// Dolt to say; a name that is taken needs no note.
func (n creationNotes) begin(name string) (done func(), err error) {
	if filepath.Base(name) != name || n.files.exists(filepath.Join(n.path, name)) {
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

// unfinished lists the databases noted that were not made whole. Nobody was
// told that they exist.
func (n creationNotes) unfinished() (databases []string) {
	for _, name := range n.noted() {
		path := filepath.Join(n.path, name)
		if !n.files.exists(path) {
			continue
		}
		_, err := n.files.verify(path)
		if err != nil || !exists(n.files.repoState, filepath.Join(path, dbfactory.DoltDir, "repo_state.json")) {
			databases = append(databases, path)
		}
	}
	return databases
}

func (n creationNotes) noted() (names []string) {
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

// settle removes the databases listed, and all notes.
func (n creationNotes) settle(unfinished []string) error {
	for _, path := range unfinished {
		if err := os.RemoveAll(path); err != nil {
			return notWritable(n.path, err)
		}
	}
	for _, name := range n.noted() {
		if err := n.files.note.Remove(filepath.Join(n.dir(), url.PathEscape(name))); err != nil {
			return notWritable(n.path, err)
		}
	}
	return nil
}
