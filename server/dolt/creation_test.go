package dolt

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// mkdirs makes a database directory with the files named.
func mkdirs(t *testing.T, dir string, files ...string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, ".dolt", "noms"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f), []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestUnfinishedDatabasesAreThoseNoted(t *testing.T) {
	dir := t.TempDir()
	notes := creationNotes{dir, newFiles(nil)}
	for _, name := range []string{"half", "gone", "a/b", "spaced name"} {
		if _, err := notes.begin(name); err != nil {
			t.Fatal(err)
		}
	}
	done, err := notes.begin("made")
	if err != nil {
		t.Fatal(err)
	}
	mkdirs(t, filepath.Join(dir, "half"))
	mkdirs(t, filepath.Join(dir, "spaced name"), ".dolt/repo_state.json")
	mkdirs(t, filepath.Join(dir, "made"), ".dolt/repo_state.json")
	mkdirs(t, filepath.Join(dir, "damaged")) // never noted
	done()
	// A database that is there already is nobody's to remove.
	mkdirs(t, filepath.Join(dir, "taken"))
	if _, err := notes.begin("taken"); err != nil {
		t.Fatal(err)
	}

	got := notes.unfinished()
	slices.Sort(got)
	want := []string{filepath.Join(dir, "half"), filepath.Join(dir, "spaced name")}
	if !slices.Equal(got, want) {
		t.Fatalf("unfinished are %v, want %v", got, want)
	}
	if err := notes.settle(got); err != nil {
		t.Fatal(err)
	}
	for _, path := range want {
		if exists(notes.files.directory, path) {
			t.Errorf("%s is still there", path)
		}
	}
	for _, name := range []string{"made", "damaged", "taken"} {
		if !exists(notes.files.directory, filepath.Join(dir, name)) {
			t.Errorf("%s was removed", name)
		}
	}
	if left := notes.noted(); len(left) > 0 {
		t.Errorf("notes are left: %v", left)
	}
}

func TestOwnDirectories(t *testing.T) {
	for name, tt := range map[string]struct {
		dirs, files []string
		own         bool
	}{
		"empty":                 {own: true},
		"new file system":       {dirs: []string{"lost+found", ".Trash"}, files: []string{".profile", lockName}, own: true},
		"served before":         {dirs: []string{configDir}, files: []string{"notes"}, own: true},
		"with a database":       {dirs: []string{"shop/.dolt"}, files: []string{"notes"}, own: true},
		"a database itself":     {dirs: []string{".dolt/noms"}, files: []string{"notes"}, own: true},
		"another program's":     {dirs: []string{"mysql"}, files: []string{"ibdata1"}},
		"with a file":           {files: []string{"notes"}},
		"with a directory":      {dirs: []string{"notes"}},
		"with one of that name": {files: []string{"notes.dolt"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := &directory{path: t.TempDir(), files: newFiles(nil)}
			for _, in := range tt.dirs {
				if err := os.MkdirAll(filepath.Join(d.path, in), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			for _, in := range tt.files {
				if err := os.WriteFile(filepath.Join(d.path, in), nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := d.checkOwn(); (err == nil) != tt.own || err != nil && !errors.Is(err, ErrForeign) {
				t.Errorf("got %v, own %v", err, tt.own)
			}
		})
	}
}
