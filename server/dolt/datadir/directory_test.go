package datadir

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestOwnDirectories(t *testing.T) {
	for name, tt := range map[string]struct {
		dirs, files []string
		own         bool
	}{
		"empty":                 {own: true},
		"new file system":       {dirs: []string{"lost+found", ".Trash"}, files: []string{".profile", LockName}, own: true},
		"served before":         {dirs: []string{ConfigDir}, files: []string{"notes"}, own: true},
		"with a database":       {dirs: []string{"shop/.dolt"}, files: []string{"notes"}, own: true},
		"a database itself":     {dirs: []string{".dolt/noms"}, files: []string{"notes"}, own: true},
		"another program's":     {dirs: []string{"mysql"}, files: []string{"ibdata1"}},
		"with a file":           {files: []string{"notes"}},
		"with a directory":      {dirs: []string{"notes"}},
		"with one of that name": {files: []string{"notes.dolt"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := &Directory{Path: t.TempDir(), files: NewFiles(nil)}
			for _, in := range tt.dirs {
				if err := os.MkdirAll(filepath.Join(d.Path, in), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			for _, in := range tt.files {
				if err := os.WriteFile(filepath.Join(d.Path, in), nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := d.CheckOwn(); (err == nil) != tt.own || err != nil && !errors.Is(err, ErrForeign) {
				t.Errorf("got %v, own %v", err, tt.own)
			}
		})
	}
}
