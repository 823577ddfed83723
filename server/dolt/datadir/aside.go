package datadir

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/dolthub/dolt/go/libraries/utils/file"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/pfile"
)

// Aside are files that a crash left and that the storage must not see, each with
// the name it was given. Nothing is deleted: who wants to know what happened, or
// does not trust the server's judgement, has them all.
type Aside struct {
	journal pfile.FS
	moved   []move
}

// NewAside returns the files of a data directory that are set aside: none yet.
func NewAside(f *Files) Aside { return Aside{journal: f.journal} }

type move struct{ from, to string }

// Set renames files of one database.
func (a *Aside) Set(database string, paths []string) error {
	for _, path := range paths {
		to, err := a.freeName(path)
		if err != nil {
			return NotWritable(database, err)
		}
		if err := a.journal.Rename(path, to); err != nil {
			return NotWritable(database, err)
		}
		a.moved = append(a.moved, move{path, to})
		if err := file.SyncDirectoryHandle(filepath.Dir(path)); err != nil {
			return NotWritable(database, err)
		}
		logrus.Warnf("database %s: %s holds nothing, as when a server is killed after a garbage collection; it is %s now, and all that was committed is there",
			database, filepath.Base(path), filepath.Base(to))
	}
	return nil
}

// freeName finds a name beside a file that is not taken.
func (a *Aside) freeName(path string) (string, error) {
	for i := 1; ; i++ {
		name := fmt.Sprintf("%s.aside.%d", path, i)
		if _, err := a.journal.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name, nil
		} else if err != nil {
			return "", err
		}
	}
}

// Undo gives the files their names back.
func (a *Aside) Undo() {
	for _, m := range a.moved {
		_ = a.journal.Rename(m.to, m.from)
	}
}
