package pfile

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/perfschema/perfschema"
)

// FS has the functions of package os as methods, and an instrument that the
// files count under. The zero value records nothing. It is a small value, safe
// for concurrent use.
type FS struct {
	schema *perfschema.Schema
	key    perfschema.FileKey
}

// New returns an FS whose files count under the instrument; with key 0 or a
// Schema that is nil or off they are not recorded.
func New(s *perfschema.Schema, key perfschema.FileKey) FS { return FS{s, key} }

// instance is the file's, made if need be. Whoever asked for it and does not
// keep it open says so by Abandon.
func (s FS) instance(name string) *perfschema.FileInstance {
	if s.key == 0 || !s.schema.Enabled() {
		return nil
	}
	return s.schema.FileInstance(s.key, absolute(name))
}

// absolute is what file_instances calls a file.
func absolute(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}

// thread is the Thread of the goroutine, if an operation is recorded or, by a
// profiler, seen.
func thread(in *perfschema.FileInstance) *perfschema.Thread {
	if in.Watched() {
		return perfschema.Bound()
	}
	return nil
}

// opened makes a File of what os has returned.
func opened(f *os.File, err error, in *perfschema.FileInstance) (*File, error) {
	if err != nil {
		in.Abandon()
		return nil, err
	}
	out := &File{File: f}
	if !in.Opened() {
		in.Abandon() // no handle is left: the file is not recorded
		return out, nil
	}
	out.in = in
	out.forgotten = runtime.AddCleanup(out, (*perfschema.FileInstance).Closed, in)
	return out, nil
}

// below calls do for each instance of a file in a directory, with its name
// within the directory.
func (s FS) below(dir string, do func(in *perfschema.FileInstance, rest string)) {
	if s.key == 0 || !s.schema.Enabled() {
		return
	}
	dir = absolute(dir) + string(filepath.Separator)
	for _, f := range s.schema.Read().FileInstances() {
		if rest, ok := strings.CutPrefix(f.Name, dir); ok {
			do(s.schema.FileInstance(s.key, f.Name), rest)
		}
	}
}
