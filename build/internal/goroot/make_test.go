package goroot

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/perfschema/perfschema/build/internal/patch"
)

// fake is a toolchain of a few files.
func fake(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"VERSION", "bin/go", "src/fmt/print.go", "src/runtime/proc.go", "src/runtime/chan.go", "src/runtime/cgo/cgo.go", "src/runtime/testdata/a.go", "pkg/tool/link"} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(name), 0o444); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func set() *patch.Set {
	return &patch.Set{
		Edited: map[string][]byte{"src/runtime/proc.go": []byte("edited")},
		Added:  map[string][]byte{"src/runtime/extra.go": []byte("extra"), "src/runtime/perfschema/start.go": []byte("start")},
	}
}

// check looks at each file of a GOROOT.
func check(t *testing.T, dir, toolchain string) {
	t.Helper()
	for name, want := range map[string]string{
		"VERSION": "VERSION", "bin/go": "bin/go", "src/fmt/print.go": "src/fmt/print.go", "src/runtime/chan.go": "src/runtime/chan.go",
		"src/runtime/cgo/cgo.go": "src/runtime/cgo/cgo.go", "pkg/tool/link": "pkg/tool/link",
		"src/runtime/proc.go": "edited", "src/runtime/extra.go": "extra", "src/runtime/perfschema/start.go": "start",
	} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(toolchain, "src/runtime/proc.go")); err != nil || string(text) != "src/runtime/proc.go" {
		t.Errorf("the toolchain's own file is %q, %v", text, err)
	}
	if target, err := os.Readlink(filepath.Join(dir, "src/fmt")); err != nil || target != filepath.Join(toolchain, "src/fmt") {
		t.Errorf("src/fmt is a link to %s, %v", target, err)
	}
	for name, copied := range map[string]bool{"src/runtime/chan.go": true, "src/runtime/cgo": true, "src/runtime/cgo/cgo.go": true, "src/runtime/testdata/a.go": false, "bin": false} {
		if i, err := os.Lstat(filepath.Join(dir, name)); err != nil || (i.Mode()&os.ModeSymlink == 0) != copied {
			t.Errorf("%s is copied: %v, %v", name, !copied, err)
		}
	}
	entries, err := os.ReadDir(filepath.Dir(dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "making-") {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

func TestMake(t *testing.T) {
	toolchain, cache := fake(t), t.TempDir()
	dir, err := Make(cache, toolchain, "go1.26.8", set())
	if err != nil {
		t.Fatal(err)
	}
	check(t, dir, toolchain)
	made, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Make(cache, toolchain, "go1.26.8", set())
	if err != nil || again != dir {
		t.Errorf("Make returned %s, %v for the second time", again, err)
	}
	if i, err := os.Stat(dir); err != nil || !os.SameFile(i, made) {
		t.Error("what was whole was made again")
	}
	if d, err := Make(cache, toolchain, "devel ../../x", set()); err != nil || filepath.Dir(d) != filepath.Dir(dir) {
		t.Errorf("a version with a path is in %s, %v", d, err)
	}
	other := set()
	other.Edited["src/runtime/proc.go"] = []byte("edited otherwise")
	if d, err := Make(cache, toolchain, "go1.26.8", other); err != nil || d == dir {
		t.Errorf("other patches are in %s, %v", d, err)
	}
	if d, err := Make(cache, toolchain, "go1.26.9", set()); err != nil || d == dir {
		t.Errorf("another version is in %s, %v", d, err)
	}
}

// TestMakeAtOnce makes one GOROOT many times at once, where a broken one is.
func TestMakeAtOnce(t *testing.T) {
	toolchain, cache := fake(t), t.TempDir()
	dirs := make([]string, 16)
	broken := filepath.Join(cache, gorootFolder, "go1.26.8-"+key(toolchain, "go1.26.8", set()))
	if err := os.MkdirAll(filepath.Join(broken, "src"), 0o777); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range dirs {
		wg.Go(func() {
			var err error
			if dirs[i], err = Make(cache, toolchain, "go1.26.8", set()); err != nil {
				t.Error(err)
			} else if err := whole(dirs[i], toolchain, set()); err != nil {
				t.Error("what Make returned is not whole: ", err)
			}
		})
	}
	wg.Wait()
	check(t, dirs[0], toolchain)
}

// TestMakeMends finds a GOROOT that a stopped machine has left without something, or whose
// toolchain has changed since.
func TestMakeMends(t *testing.T) {
	for name, harm := range map[string]func(dir, toolchain string) error{
		"emptied":      func(dir, _ string) error { return os.Truncate(filepath.Join(dir, "src/runtime/extra.go"), 0) },
		"file gone":    func(dir, _ string) error { return os.Remove(filepath.Join(dir, "src/runtime/proc.go")) },
		"copy gone":    func(dir, _ string) error { return os.Remove(filepath.Join(dir, "src/runtime/chan.go")) },
		"copy emptied": func(dir, _ string) error { return os.Truncate(filepath.Join(dir, "src/runtime/chan.go"), 0) },
		"link gone":    func(dir, _ string) error { return os.Remove(filepath.Join(dir, "src/fmt")) },
		"changed file of the toolchain": func(_, toolchain string) error {
			name := filepath.Join(toolchain, "src/runtime/chan.go")
			then := time.Now().Add(-time.Hour)
			return os.Chtimes(name, then, then)
		},
		"folder gone": func(dir, _ string) error { return os.RemoveAll(filepath.Join(dir, "src")) },
		"new link":    func(dir, _ string) error { return os.Symlink("x", filepath.Join(dir, "src/runtime/x.go")) },
		"new file of the toolchain": func(_, toolchain string) error {
			return os.WriteFile(filepath.Join(toolchain, "src/runtime/new.go"), []byte("new"), 0o666)
		},
	} {
		t.Run(name, func(t *testing.T) {
			toolchain, cache := fake(t), t.TempDir()
			dir, err := Make(cache, toolchain, "go1.26.8", set())
			if err != nil {
				t.Fatal(err)
			}
			if err := harm(dir, toolchain); err != nil {
				t.Fatal(err)
			}
			if whole(dir, toolchain, set()) == nil {
				t.Error("what lacks something passes for whole")
			}
			if again, err := Make(cache, toolchain, "go1.26.8", set()); err != nil || again != dir {
				t.Fatal(again, err)
			}
			check(t, dir, toolchain)
			if err := whole(dir, toolchain, set()); err != nil {
				t.Error("it was not mended: ", err)
			}
		})
	}
}

// TestMakeFails holds that a failure leaves nothing: here a directory is a file.
func TestMakeFails(t *testing.T) {
	toolchain, cache := fake(t), t.TempDir()
	bad := set()
	bad.Added["src/runtime/proc.go/below.go"] = []byte("no")
	if _, err := Make(cache, toolchain, "go1.26.8", bad); err == nil {
		t.Fatal("a file was made below a file")
	}
	entries, err := os.ReadDir(filepath.Join(cache, "goroot"))
	if err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestExplain(t *testing.T) {
	for err, want := range map[error]string{
		&fs.PathError{Op: "mkdir", Path: "/c", Err: syscall.EROFS}:  "set PERFSCHEMA_CACHE",
		&fs.PathError{Op: "mkdir", Path: "/c", Err: syscall.EACCES}: "set PERFSCHEMA_CACHE",
		&fs.PathError{Op: "write", Path: "/c", Err: syscall.ENOSPC}: "no room",
		&fs.PathError{Op: "write", Path: "/c", Err: syscall.EIO}:    "write /c",
	} {
		if got := Explain(err); !strings.Contains(got.Error(), want) || !errors.Is(got, err) {
			t.Errorf("Explain(%v) = %v", err, got)
		}
	}
	if Explain(nil) != nil {
		t.Error("no error was explained")
	}
}
