package export

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/server/internal/smallfile"
)

// Open opens a main file, in CSV, gzipped CSV or Parquet, in either layout: one
// that was exported, or one of the Snowset's. Of a directory it reads all files
// of these kinds, by name; another kind of file among them, as a pipe, is an error, since
// opening it may wait for ever. "-" is CSV from stdin.
func Open(path string) (Source, error) {
	if path == "-" {
		return newCSVFrom(os.Stdin, io.NopCloser(os.Stdin), "standard input")
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, cannotRead(err)
	}
	if !info.IsDir() {
		return openFile(path)
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, cannotRead(err)
	}
	var d directory
	for _, e := range entries {
		if !e.IsDir() && isProfiles(e.Name()) {
			d.paths = append(d.paths, filepath.Join(path, e.Name()))
		}
	}
	if len(d.paths) == 0 {
		return nil, fmt.Errorf("the directory %s holds no file that ends in .csv, .csv.gz or .parquet", path)
	}
	slices.Sort(d.paths)
	if err := d.next(); err != nil {
		return nil, err
	}
	return &d, nil
}

// cannotRead names the file, and not what was tried with it.
func cannotRead(err error) error {
	if in := (*fs.PathError)(nil); errors.As(err, &in) {
		return fmt.Errorf("cannot read %s: %w", in.Path, in.Err)
	}
	return fmt.Errorf("cannot read it: %w", err)
}

func isProfiles(name string) bool {
	for _, ext := range []string{".csv", ".csv.gz", ".parquet"} {
		if strings.HasSuffix(name, ext) && !strings.HasPrefix(name, ".") {
			return true
		}
	}
	return false
}

// openFile tells a file's format by how it begins.
func openFile(path string) (Source, error) {
	f, err := os.Open(path) //nolint:gosec // the path is what the user wants read
	if err != nil {
		return nil, cannotRead(err)
	}
	magic := make([]byte, 4)
	n, err := f.ReadAt(magic, 0)
	if err == nil && bytes.Equal(magic, []byte("PAR1")) {
		info, err := f.Stat()
		if err == nil {
			var s Source
			if s, err = newParquetSource(f, info.Size(), f); err == nil {
				return &named{s, path}, nil
			}
		}
		_ = f.Close()
		return nil, fmt.Errorf("cannot read %s: %w", path, err)
	}
	if n >= 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(bufio.NewReaderSize(f, 1<<20))
		if err != nil {
			_ = f.Close()
			return nil, fmt.Errorf("cannot read %s: %w", path, err)
		}
		return newCSVFrom(z, f, path)
	}
	return newCSVFrom(f, f, path)
}

func newCSVFrom(r io.Reader, c io.Closer, name string) (Source, error) {
	s, err := newCSVSource(bufio.NewReaderSize(&lineReader{r: r}, 1<<20))
	if err != nil {
		_ = c.Close()
		return nil, fmt.Errorf("cannot read %s: %w", name, err)
	}
	return &named{&closing{s, c}, name}, nil
}

// closing closes what a source reads from.
type closing struct {
	Source
	c io.Closer
}

func (c *closing) Close() error { return errors.Join(c.Source.Close(), c.c.Close()) }

// named says in errors which file it is.
type named struct {
	Source
	path string
}

func (n *named) Next(p *Profile) error {
	err := n.Source.Next(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("cannot read %s: %w", n.path, err)
	}
	return err
}

// directory reads several files one after the other.
type directory struct {
	Source
	paths []string
}

// next goes on to the next file.
func (d *directory) next() error {
	if d.Source != nil {
		if err := d.Source.Close(); err != nil {
			return err
		}
	}
	if err := smallfile.Check(d.paths[0], math.MaxInt64); err != nil {
		return fmt.Errorf("cannot read the directory %s: %w; give it alone if it is to be read", filepath.Dir(d.paths[0]), err)
	}
	s, err := openFile(d.paths[0])
	if err == nil {
		d.Source, d.paths = s, d.paths[1:]
	}
	return err
}

func (d *directory) Next(p *Profile) error {
	for {
		err := d.Source.Next(p)
		if !errors.Is(err, io.EOF) || len(d.paths) == 0 {
			return err
		}
		if err := d.next(); err != nil {
			return err
		}
	}
}
