package pfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pfile"
	"github.com/perfschema/perfschema/record"
)

var perfThread perfschema.ThreadOptions

func TestOpenCount(t *testing.T) {
	f := newFixture(t)
	a := f.create(t, "a", "x")
	b, err := f.fs.Open(f.path("a"))
	must(t, err)
	if r, _ := f.row("a"); r.OpenCount != 2 {
		t.Errorf("OPEN_COUNT %d", r.OpenCount)
	}
	must(t, a.Close())
	_ = a.Close()
	if r, _ := f.row("a"); r.OpenCount != 1 {
		t.Errorf("OPEN_COUNT %d", r.OpenCount)
	}
	must(t, b.Close())
	if r, ok := f.row("a"); !ok || r.OpenCount != 0 {
		t.Errorf("%+v, %v: closed files stay", r, ok)
	} else if n := f.Read().ClassNamed(r.EventName).FilesOpened(); n != 2 {
		t.Errorf("%d were opened", n)
	}
}

func TestForgottenFileIsCounted(t *testing.T) {
	f := newFixture(t)
	must(t, f.fs.WriteFile(f.path("a"), nil, 0o600))
	func() {
		_, err := f.fs.Open(f.path("a"))
		must(t, err)
	}()
	deadline := time.Now().Add(time.Minute)
	for {
		r, _ := f.row("a")
		if r.OpenCount == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("OPEN_COUNT %d", r.OpenCount)
		}
		runtime.GC()
		runtime.Gosched()
	}
}

// file_instances follows what becomes of the files.
func TestRowsFollowTheFiles(t *testing.T) {
	f := newFixture(t)
	th := f.bind(t)
	names := func() (out []string) {
		for _, r := range f.Read().FileInstances() {
			out = append(out, strings.TrimPrefix(r.Name, f.dir+"/"))
		}
		slices.Sort(out)
		return out
	}
	is := func(want ...string) {
		t.Helper()
		if got := names(); !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	a := f.create(t, "a", "x")
	f.create(t, "b", "x")
	must(t, f.fs.Rename(f.path("a"), f.path("c")))
	is("b", "c")
	_, err := a.WriteString("y") // the open handle goes on under the new name
	must(t, err)
	if r, _ := f.row("c"); r.IO.BytesWritten != 2 || r.OpenCount != 1 {
		t.Errorf("%+v", r)
	}
	must(t, f.fs.Rename(f.path("c"), f.path("b"))) // over another
	is("b")
	must(t, os.Mkdir(f.path("d"), 0o700))
	must(t, f.fs.Rename(f.path("b"), f.path("d/b")))
	is("d/b")
	must(t, f.fs.Rename(f.path("d"), f.path("e"))) // its directory
	is("e/b")
	must(t, f.fs.Remove(f.path("e/b")))
	is()
	f.create(t, "e/x", "")
	f.create(t, "y", "")
	must(t, f.fs.RemoveAll(f.path("e")))
	is("y")
	if got := ops(th); !slices.Contains(got, "delete") {
		t.Error(got)
	}
	if sum := f.Read().FileSummary()[f.key-1]; sum.BytesWritten != 3 {
		t.Errorf("%d bytes by event name", sum.BytesWritten)
	}
}

// What was never opened has no row, whatever was asked of it.
func TestNamesMakeNoRows(t *testing.T) {
	f := newFixture(t)
	f.bind(t)
	must(t, os.WriteFile(f.path("a"), nil, 0o600))
	_, err := f.fs.Stat(f.path("a"))
	must(t, err)
	_, err = f.fs.Lstat(f.path("a"))
	must(t, err)
	must(t, f.fs.Truncate(f.path("a"), 3))
	must(t, f.fs.Rename(f.path("a"), f.path("b")))
	must(t, f.fs.Remove(f.path("b")))
	must(t, f.fs.RemoveAll(f.path("b")))
	_, e1 := f.fs.Open(f.path("b"))
	_, e2 := f.fs.Create(f.path("no/b"))
	_, e3 := f.fs.CreateTemp(f.path("no"), "x*")
	_, e4 := f.fs.ReadFile(f.path("b"))
	e5 := f.fs.WriteFile(f.path("no/b"), nil, 0o600)
	e6 := f.fs.Remove(f.path("b"))
	e7 := f.fs.Rename(f.path("b"), f.path("c"))
	for i, err := range []error{e1, e2, e3, e4, e5, e6, e7} {
		if !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%d: %v", i, err)
		}
	}
	if rows := f.Read().FileInstances(); len(rows) != 0 {
		t.Errorf("%+v", rows)
	}
	if sum := f.Read().FileSummary()[f.key-1]; sum.Misc.Count != 13 {
		t.Errorf("%d operations by event name, want 13", sum.Misc.Count)
	}
}

func TestCreateTemp(t *testing.T) {
	f := newFixture(t)
	a, err := f.fs.CreateTemp(f.dir, "x*y")
	must(t, err)
	b, err := f.fs.CreateTemp("", "perfschema")
	must(t, err)
	defer f.fs.Remove(b.Name())
	for _, file := range []*pfile.File{a, b} {
		found := slices.ContainsFunc(f.Read().FileInstances(), func(r record.FileInfo) bool { return r.Name == file.Name() && r.OpenCount == 1 })
		if !found {
			t.Errorf("%s is not among %+v", file.Name(), f.Read().FileInstances())
		}
		must(t, file.Close())
	}
	if _, err := f.fs.CreateTemp(f.dir, "x/y"); err == nil || len(f.Read().FileInstances()) != 2 {
		t.Error(err, f.Read().FileInstances())
	}
}

// Relative names are those of the working directory.
func TestNamesAreAbsolute(t *testing.T) {
	f := newFixture(t)
	t.Chdir(f.dir)
	file, err := f.fs.Create("./x")
	must(t, err)
	defer file.Close()
	if _, ok := f.row("x"); !ok || file.Name() != "./x" {
		t.Errorf("%s: %+v", file.Name(), f.Read().FileInstances())
	}
}

// A file that no handle was left for is not recorded: it makes no row either.
func TestFileWithoutAHandleHasNoRow(t *testing.T) {
	sizes := perfschema.DefaultSizes()
	sizes.FileHandles = 1
	s, err := perfschema.New(perfschema.Config{Sizes: sizes})
	must(t, err)
	key := s.RegisterFile("app", perfschema.Info{Name: "data"})
	fs, dir := pfile.New(s, key), t.TempDir()
	for _, name := range []string{"first", "second", "third"} {
		f, err := fs.Create(filepath.Join(dir, name))
		must(t, err)
		t.Cleanup(func() { _ = f.Close() })
	}
	if rows := s.Read().FileInstances(); len(rows) != 1 || rows[0].OpenCount != 1 {
		t.Errorf("%+v", rows)
	}
}
