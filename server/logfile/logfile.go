package logfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/perfschema/perfschema/pfile"
)

// Options say what a File is. None may be left out but FS.
type Options struct {
	Dir      string
	FS       pfile.FS // opens it
	What     string   // is written, as the warning says
	Variable string   // has its name, as the warning says
	// Server tells what a file begins with, when it is opened: what the server is, and the
	// port it listens on, 0 for none.
	Server func() (what string, port uint64)
	// Warn is told once when nothing can be written, until something has been.
	Warn func(error)
}

// File is the file of a log. An entry is written before the goroutine that writes it goes on,
// in one write; one that cannot be written is left out, and leaves nothing of itself behind.
// It may be used by many goroutines; they write one after the other.
type File struct {
	options Options

	mu      sync.Mutex
	name    string // of the file that is open, or that could not be opened
	file    *pfile.File
	failing bool // and that has been told
	closed  bool
	text    strings.Builder
}

// New is a log in files of a directory.
func New(o Options) *File { return &File{options: o} }

// header is what a file begins with.
func (f *File) header() string {
	what, port := f.options.Server()
	return fmt.Sprintf("%s. started with:\nTcp port: %d  Unix socket: \nTime                 Id Command    Argument\n", Printable(what), port)
}

// ErrName is a name that no log may have.
var ErrName = errors.New("want the name of a file in the data directory that ends in .log")

// Write appends what entry writes to the file of a name: one in the directory of the log,
// that ends in .log, so that nobody who may set a variable writes over another file. fresh
// says that the file has been opened for it. Entry runs under the log's lock.
func (f *File) Write(name string, entry func(b *strings.Builder, fresh bool)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tell(f.write(name, entry))
}

// Open opens the file of a name, if it is not open; Write does, too.
func (f *File) Open(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return
	}
	_, err := f.opened(name)
	f.tell(err)
}

// tell says once that nothing can be written.
func (f *File) tell(err error) {
	if err == nil {
		f.failing = false
		return
	}
	f.close()
	if !f.failing {
		f.failing = true
		f.options.Warn(fmt.Errorf("%s are not logged: %w", f.options.What, err))
	}
}

func (f *File) write(name string, entry func(b *strings.Builder, fresh bool)) error {
	if f.closed {
		return nil
	}
	fresh, err := f.opened(name)
	if err != nil {
		return err
	}
	f.text.Reset()
	entry(&f.text, fresh)
	text := f.text.String()
	if f.text.Cap() > 1<<16 { // of a long text nothing is kept
		f.text = strings.Builder{}
	}
	n, err := f.file.WriteString(text)
	if err != nil && n > 0 {
		if size, sizeErr := f.file.Seek(0, io.SeekEnd); sizeErr == nil {
			_ = f.file.Truncate(size - int64(n))
		}
	}
	return err
}

// opened opens the file for appending, unless it is open.
func (f *File) opened(name string) (fresh bool, err error) {
	if f.file != nil && name == f.name {
		return false, nil
	}
	f.close()
	base := filepath.Base(name)
	if dir := filepath.Dir(name); dir != "." && filepath.Clean(dir) != filepath.Clean(f.options.Dir) || !strings.HasSuffix(base, ".log") || strings.HasPrefix(base, ".") {
		return false, fmt.Errorf("%s is %q: %w", f.options.Variable, name, ErrName)
	}
	file, err := f.options.FS.OpenFile(filepath.Join(f.options.Dir, base), os.O_WRONLY|os.O_APPEND|os.O_CREATE|noFollow, 0o640)
	if err != nil {
		return false, err
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		file.Close()
		return false, fmt.Errorf("%s is no file", base)
	}
	if _, err := file.WriteString(f.header()); err != nil {
		_ = file.Truncate(info.Size())
		file.Close()
		return false, err
	}
	f.name, f.file = name, file
	return true, nil
}

func (f *File) close() {
	if f.file != nil {
		_ = f.file.Close()
		f.file = nil
	}
}

// Leave closes the file; the next entry opens it anew. Who has renamed it gets a new one.
func (f *File) Leave() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.close()
}

// Close ends the log: nothing is written any more.
func (f *File) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	f.close()
}

// Printable is a name on one line.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, s)
}
