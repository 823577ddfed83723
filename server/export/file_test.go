package export

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func left(t *testing.T, dir string) int {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

func TestFileAppearsWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.csv")
	for i, text := range []string{"first", "second"} {
		f, err := Create(path, i > 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, text); err != nil {
			t.Fatal(err)
		}
		if before, _ := os.ReadFile(path); i == 0 && before != nil || i > 0 && string(before) != "first" {
			t.Errorf("before Commit it holds %q", before)
		}
		n, err := f.Commit()
		if after, _ := os.ReadFile(path); err != nil || string(after) != text || n != int64(len(text)) {
			t.Errorf("%q, %d bytes, %v", after, n, err)
		}
		f.Abort()
	}
	if _, err := Create(path, false); !errors.Is(err, ErrExists) {
		t.Errorf("written over: %v", err)
	}
	if n := left(t, filepath.Dir(path)); n != 1 {
		t.Errorf("%d files left", n)
	}
}

func TestFileAborts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.csv")
	f, err := Create(path, false)
	if err != nil {
		t.Fatal(err)
	}
	f.Abort()
	if n := left(t, filepath.Dir(path)); n != 0 {
		t.Errorf("%d files left", n)
	}
	// One that has come meanwhile is not written over.
	if f, err = Create(path, false); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("theirs"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Commit(); !errors.Is(err, ErrExists) {
		t.Errorf("committed: %v", err)
	}
	if b, _ := os.ReadFile(path); string(b) != "theirs" || left(t, filepath.Dir(path)) != 1 {
		t.Errorf("%q", b)
	}
	if _, err := Create(t.TempDir(), true); err == nil {
		t.Error("a directory was created over")
	}
	if _, err := Create(filepath.Join(path, "y"), true); err == nil {
		t.Error("created below a file")
	}
}

func TestFileCompresses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.csv.gz")
	f, err := Create(path, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, "text"); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	r, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	z, err := gzip.NewReader(r)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(z); string(b) != "text" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
}
