package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// repository is the root of the repository that a directory is in.
func repository(dir string) (string, error) {
	out, err := git(dir, "rev-parse", "--show-toplevel")
	return strings.TrimSpace(out), err
}

func git(dir string, arguments ...string) (string, error) {
	c := exec.Command("git", arguments...)
	c.Dir = dir
	var failure bytes.Buffer
	c.Stderr = &failure
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", arguments[0], err, bytes.TrimSpace(failure.Bytes()))
	}
	return string(out), nil
}

// writeProxy writes all modules to a directory as the module proxy protocol has them.
// What they consist of are the files that git has or would take.
func writeProxy(root, dir, version string) error {
	files, err := git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
	if err != nil {
		return err
	}
	names := strings.Split(strings.TrimSuffix(files, "\x00"), "\x00")
	for _, m := range modules {
		if err := m.check(root, version); err != nil {
			return err
		}
		if err := m.write(root, dir, version, names); err != nil {
			return fmt.Errorf("write %s: %w", m.path(), err)
		}
	}
	return nil
}

func (p published) write(root, dir, version string, names []string) error {
	escaped, err := module.EscapePath(p.path())
	if err != nil {
		return err
	}
	at := filepath.Join(dir, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(at, 0o755); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(p.dir), "go.mod"))
	if err != nil {
		return err
	}
	info, err := json.Marshal(struct {
		Version string
		Time    time.Time
	}{version, time.Now().UTC()})
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{"list": []byte(version + "\n"), version + ".mod": text, version + ".info": info} {
		if err := os.WriteFile(filepath.Join(at, name), content, 0o644); err != nil {
			return err
		}
	}
	w, err := os.Create(filepath.Join(at, version+".zip"))
	if err != nil {
		return err
	}
	if err := zip.Create(w, module.Version{Path: p.path(), Version: version}, p.files(root, names)); err != nil {
		w.Close()
		return err
	}
	return w.Close()
}

// files are those of the module among those of the repository. zip leaves out what is
// another module's.
func (p published) files(root string, names []string) []zip.File {
	var files []zip.File
	for _, name := range names {
		within := name
		if p.dir != "" {
			rest, ok := strings.CutPrefix(name, p.dir+"/")
			if !ok {
				continue
			}
			within = rest
		}
		at := filepath.Join(root, filepath.FromSlash(name))
		if _, err := os.Lstat(at); err == nil { // git knows files that were deleted since
			files = append(files, file{within, at})
		}
	}
	if p.dir != "" { // a module below the root has the root's licence
		files = append(files, file{"LICENSE", filepath.Join(root, "LICENSE")})
	}
	return files
}

// file is a file of a module: its name there, and where it is.
type file struct{ name, at string }

// Path implements zip.File.
func (f file) Path() string { return f.name }

// Lstat implements zip.File.
func (f file) Lstat() (os.FileInfo, error) { return os.Lstat(f.at) }

// Open implements zip.File.
func (f file) Open() (io.ReadCloser, error) { return os.Open(f.at) }
