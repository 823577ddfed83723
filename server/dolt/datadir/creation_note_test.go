package datadir

import (
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
	notes := NewNotes(dir, NewFiles(nil))
	for _, name := range []string{"half", "gone", "a/b", "spaced name"} {
		if _, err := notes.Begin(name); err != nil {
			t.Fatal(err)
		}
	}
	done, err := notes.Begin("made")
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
	if _, err := notes.Begin("taken"); err != nil {
		t.Fatal(err)
	}

	got := notes.Unfinished()
	slices.Sort(got)
	want := []string{filepath.Join(dir, "half"), filepath.Join(dir, "spaced name")}
	if !slices.Equal(got, want) {
		t.Fatalf("unfinished are %v, want %v", got, want)
	}
	if err := notes.Settle(got); err != nil {
		t.Fatal(err)
	}
	for _, path := range want {
		if notes.files.Exists(path) {
			t.Errorf("%s is still there", path)
		}
	}
	for _, name := range []string{"made", "damaged", "taken"} {
		if !notes.files.Exists(filepath.Join(dir, name)) {
			t.Errorf("%s was removed", name)
		}
	}
	if left := notes.noted(); len(left) > 0 {
		t.Errorf("notes are left: %v", left)
	}
}
