package pfile_test

import (
	"path/filepath"
	"runtime"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pfile"
	"github.com/perfschema/perfschema/record"
)

// fixture is a Schema with a file instrument, all consumers on.
type fixture struct {
	*perfschema.Schema
	key perfschema.FileKey
	fs  pfile.FS
	dir string
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{Schema: s, dir: t.TempDir()}
	f.key = s.RegisterFile("app", perfschema.Info{Name: "data"})
	for _, c := range perfschema.Consumers() {
		f.SetConsumer(c, true)
	}
	f.fs = pfile.New(s, f.key)
	return f
}

// bind makes the test's goroutine work for a new Thread until the test ends.
func (f *fixture) bind(t testing.TB) *perfschema.Thread {
	th := f.NewThread(0, perfschema.ThreadOptions{})
	th.Bind()
	t.Cleanup(th.Unbind)
	return th
}

func (f *fixture) path(name string) string { return filepath.Join(f.dir, name) }

// create makes an open file with the given content; it is closed when the test
// ends.
func (f *fixture) create(t testing.TB, name, content string) *pfile.File {
	t.Helper()
	file, err := f.fs.Create(f.path(name))
	must(t, err)
	t.Cleanup(func() { _ = file.Close() })
	_, err = file.WriteString(content)
	must(t, err)
	return file
}

// row is the file's row of file_instances; ok is false if there is none.
func (f *fixture) row(name string) (row record.FileInfo, ok bool) {
	for _, r := range f.Read().FileInstances() {
		if r.Name == f.path(name) {
			return r, true
		}
	}
	return row, false
}

// ops are the operations of the Thread's history.
func ops(th *perfschema.Thread) (out []string) {
	for _, e := range th.WaitsHistory() {
		out = append(out, e.Operation)
	}
	return out
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		_, file, line, _ := runtime.Caller(1)
		t.Fatalf("%s:%d: %v", filepath.Base(file), line, err)
	}
}

// both runs a test with os and with a recording and a zero FS: the same errors
// and results are wanted of all.
func both(t *testing.T, test func(t *testing.T, fs pfile.FS, dir string)) {
	f := newFixture(t)
	f.bind(t)
	t.Run("recording", func(t *testing.T) { test(t, f.fs, t.TempDir()) })
	t.Run("zero", func(t *testing.T) { test(t, pfile.FS{}, t.TempDir()) })
	t.Run("off", func(t *testing.T) { test(t, pfile.New(nil, 1), t.TempDir()) })
}
