package pfile_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/perfschema/perfschema/pfile"
)

// Whatever fails, fails with os's error.
func TestErrorsAreTheTwins(t *testing.T) {
	f := newFixture(t)
	must(t, os.Mkdir(f.path("dir"), 0o700))
	must(t, os.WriteFile(f.path("dir/file"), []byte("x"), 0o600))
	missing, dir, file := f.path("missing"), f.path("dir"), f.path("dir/file")
	second := func(_ any, err error) error { return err }
	for name, err := range map[string][2]error{
		"Open":       {second(os.Open(missing)), second(f.fs.Open(missing))},
		"Open \x00":  {second(os.Open("a\x00b")), second(f.fs.Open("a\x00b"))},
		"Create":     {second(os.Create(dir)), second(f.fs.Create(dir))},
		"OpenFile":   {second(os.OpenFile(file, os.O_CREATE|os.O_EXCL, 0)), second(f.fs.OpenFile(file, os.O_CREATE|os.O_EXCL, 0))},
		"CreateTemp": {second(os.CreateTemp(dir, "a/b")), second(f.fs.CreateTemp(dir, "a/b"))},
		"OpenInRoot": {second(os.OpenInRoot(dir, "../x")), second(f.fs.OpenInRoot(dir, "../x"))},
		"Remove":     {os.Remove(dir), f.fs.Remove(dir)},
		"RemoveAll":  {os.RemoveAll("."), f.fs.RemoveAll(".")},
		"Rename":     {os.Rename(missing, dir), f.fs.Rename(missing, dir)},
		"Stat":       {second(os.Stat(missing)), second(f.fs.Stat(missing))},
		"Lstat":      {second(os.Lstat(missing)), second(f.fs.Lstat(missing))},
		"Truncate":   {os.Truncate(dir, 1), f.fs.Truncate(dir, 1)},
		"ReadFile":   {second(os.ReadFile(dir)), second(f.fs.ReadFile(dir))},
		"WriteFile":  {os.WriteFile(dir, nil, 0), f.fs.WriteFile(dir, nil, 0)},
		"Chmod":      {os.Chmod(missing, 0), f.fs.Chmod(missing, 0)},
		"Chown":      {os.Chown(missing, 1, 1), f.fs.Chown(missing, 1, 1)},
		"Lchown":     {os.Lchown(missing, 1, 1), f.fs.Lchown(missing, 1, 1)},
		"Chtimes":    {os.Chtimes(missing, time.Now(), time.Now()), f.fs.Chtimes(missing, time.Now(), time.Now())},
		"Mkdir":      {os.Mkdir(dir, 0), f.fs.Mkdir(dir, 0)},
		"MkdirAll":   {os.MkdirAll(file, 0), f.fs.MkdirAll(file, 0)},
		"MkdirTemp":  {second(os.MkdirTemp(missing, "a/b")), second(f.fs.MkdirTemp(missing, "a/b"))},
		"ReadDir":    {second(os.ReadDir(missing)), second(f.fs.ReadDir(missing))},
		"Link":       {os.Link(missing, missing), f.fs.Link(missing, missing)},
		"Symlink":    {os.Symlink(dir, file), f.fs.Symlink(dir, file)},
		"Readlink":   {second(os.Readlink(file)), second(f.fs.Readlink(file))},
	} {
		if err[0] == nil || err[1] == nil || err[0].Error() != err[1].Error() || reflect.TypeOf(err[0]) != reflect.TypeOf(err[1]) {
			t.Errorf("%s: %v, os says %v", name, err[1], err[0])
		}
	}
}

func TestReadFileAndWriteFile(t *testing.T) {
	both(t, func(t *testing.T, fs pfile.FS, dir string) {
		name := filepath.Join(dir, "a")
		for _, n := range []int{0, 1, 511, 512, 513, 100_000} {
			want := strings.Repeat("x", n)
			must(t, fs.WriteFile(name, []byte(want), 0o640))
			got, err := fs.ReadFile(name)
			if string(got) != want || got == nil || err != nil {
				t.Errorf("%d bytes: %d, %v", n, len(got), err)
			}
		}
		if st, err := fs.Stat(name); err != nil || st.Mode() != 0o640 {
			t.Error(st, err)
		}
		must(t, fs.Truncate(name, 7))
		if st, err := fs.Lstat(name); err != nil || st.Size() != 7 {
			t.Error(st, err)
		}
	})
	f := newFixture(t)
	th := f.bind(t)
	must(t, f.fs.WriteFile(f.path("a"), []byte("abc"), 0o600))
	_, err := f.fs.ReadFile(f.path("a"))
	must(t, err)
	if got, want := ops(th), []string{"create", "write", "close", "open", "read", "close"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if r, _ := f.row("a"); r.OpenCount != 0 || r.IO.BytesRead != 3 || r.IO.BytesWritten != 3 {
		t.Errorf("%+v", r)
	}
	if b, err := f.fs.ReadFile("/proc/self/stat"); err == nil && len(b) == 0 {
		t.Error("nothing read of a file that says it is empty")
	}
}

func TestDirFS(t *testing.T) {
	both(t, func(t *testing.T, fs_ pfile.FS, dir string) {
		must(t, os.MkdirAll(filepath.Join(dir, "sub"), 0o700))
		must(t, os.WriteFile(filepath.Join(dir, "a"), []byte("x"), 0o600))
		must(t, os.WriteFile(filepath.Join(dir, "sub/b"), []byte("yz"), 0o600))
		must(t, os.Symlink("a", filepath.Join(dir, "l")))
		fsys := fs_.DirFS(dir)
		must(t, fstest.TestFS(fsys, "a", "sub/b", "l"))
		for _, name := range []string{"../a", "/a", "missing", ""} {
			_, want := os.DirFS(dir).Open(name)
			f, got := fsys.Open(name)
			if f != nil || got == nil || got.Error() != want.Error() {
				t.Errorf("%q: %v, want %v", name, got, want)
			}
		}
		if _, err := fs_.DirFS("").Open("a"); !errors.Is(err, fs.ErrInvalid) {
			t.Error(err)
		}
	})
	f := newFixture(t)
	must(t, f.fs.WriteFile(f.path("a"), []byte("x"), 0o600))
	file, err := f.fs.DirFS(f.dir).Open("a")
	must(t, err)
	defer file.Close()
	if _, err := io.ReadAll(file); err != nil {
		t.Error(err)
	}
	if r, _ := f.row("a"); r.IO.BytesRead != 1 || r.OpenCount != 1 {
		t.Errorf("%+v", r)
	}
}

func TestSourceIsTheUsers(t *testing.T) {
	if raceEnabled {
		t.Skip("the line may be the stand-in's under the race detector")
	}
	f := newFixture(t)
	th := f.bind(t)
	file := f.create(t, "a", "xyz")
	_, _ = file.ReadAt(make([]byte, 1), 0)
	_, _ = f.fs.Stat("/")
	must(t, f.fs.WriteFile(f.path("b"), nil, 0o600))
	for _, e := range th.WaitsHistory()[2:] {
		if got := e.Source().String(); !strings.HasPrefix(got, "fs_test.go:") {
			t.Errorf("%s: SOURCE %q", e.Operation, got)
		}
	}
}
