package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/build/internal/patch"
)

// age gives new files and directories a time that can be trusted, but not those that links lead to.
func age(t *testing.T, dir string) {
	t.Helper()
	then := time.Now().Add(-time.Hour)
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.Type()&os.ModeSymlink != 0 {
			return err
		}
		if i, err := d.Info(); err != nil || i.ModTime().Before(then) {
			return err
		}
		return os.Chtimes(name, then, then)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestMemory holds that what was found is taken again while nothing has changed, and not once
// something has.
func TestMemory(t *testing.T) {
	set := &patch.Set{Edited: map[string][]byte{"src/runtime/proc.go": nil}}
	start := func(t *testing.T) (dir string, m *memory, store func()) {
		t.Helper()
		dir = files(t, map[string]string{
			"toolchain/VERSION": "go1.26.8", "toolchain/src/runtime/proc.go": "", "toolchain/src/runtime/chan.go": "",
			"root/src/runtime/proc.go": "edited", "root/src/runtime/chan.go": "",
			"program/go.mod": goMod, "program/main.go": contended, "program/library/a.go": "package library\n", "program/library/sub/a.txt": "",
			"other/go.mod": "module other\n", "other/a.go": "package other\n", "modules/cached/a.go": "package cached\n",
		})
		at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
		overlay, err := keep(at("cache"), "overlay", ".json", []byte("{}"))
		if err != nil {
			t.Fatal(err)
		}
		tool := &toolchain{GOROOT: at("toolchain"), GOMOD: at("program/go.mod"), GOMODCACHE: at("modules")}
		found := &additions{tags: "one", overlay: overlay, files: []string{"x.go"}, kept: []string{overlay}, packages: []found{
			{ImportPath: "fmt", Dir: at("toolchain/src/fmt"), Export: "x", Standard: true},
			{ImportPath: "cached", Dir: at("modules/cached"), Export: "x"},
			{ImportPath: "example.com/program", Dir: at("program"), Export: "x"},
			{ImportPath: "example.com/program/library", Dir: at("program/library"), Export: "x"},
			{ImportPath: "other", Dir: at("other"), Export: "x", Module: &struct{ GoMod string }{at("other/go.mod")}},
		}}
		age(t, dir)
		m = &memory{at("cache/input/a.memo"), at("cache"), &line{}, tool, time.Now()}
		return dir, m, func() { m.keep(at("root"), set, found) }
	}
	write := func(name string) func(string) error {
		return func(dir string) error { return os.WriteFile(filepath.Join(dir, name), []byte("changed"), 0o666) }
	}
	for name, c := range map[string]struct {
		change func(dir string) error
		stays  bool
	}{
		"nothing":               {func(string) error { return nil }, true},
		"a file of no package":  {write("modules/cached/b.go"), true},
		"below a package":       {write("program/library/sub/a.txt"), true},
		"a file":                {write("program/main.go"), false},
		"a new file":            {write("program/library/b.go"), false},
		"go.mod":                {write("program/go.mod"), false},
		"go.sum":                {write("program/go.sum"), false},
		"another go.mod":        {write("other/go.mod"), false},
		"the GOROOT":            {write("root/src/runtime/proc.go"), false},
		"the toolchain":         {write("toolchain/src/runtime/chan.go"), false},
		"the toolchain's name":  {write("toolchain/VERSION"), false},
		"a file gone":           {func(dir string) error { return os.Remove(filepath.Join(dir, "other/a.go")) }, false},
		"a folder gone":         {func(dir string) error { return os.RemoveAll(filepath.Join(dir, "program/library")) }, false},
		"modules are vendored":  {func(dir string) error { return os.MkdirAll(filepath.Join(dir, "program/vendor/modules.txt"), 0o777) }, false},
		"only the time":         {func(dir string) error { n := time.Now(); return os.Chtimes(filepath.Join(dir, "other/a.go"), n, n) }, false},
		"the mode":              {func(dir string) error { return os.Chmod(filepath.Join(dir, "other/a.go"), 0o600) }, false},
		"a link to nothing":     {func(dir string) error { return os.Symlink("nothing", filepath.Join(dir, "program/b.go")) }, false},
		"the overlay gone":      {func(dir string) error { return os.RemoveAll(filepath.Join(dir, "cache/overlay")) }, false},
		"the overlay truncated": {func(dir string) error { return truncate(filepath.Join(dir, "cache/overlay/*")) }, false},
		"the memory truncated":  {func(dir string) error { return truncate(filepath.Join(dir, "cache/input/*.memo")) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir, m, store := start(t)
			if m.recall() != nil {
				t.Error("something is remembered before it was kept")
			}
			store()
			if of := m.recall(); of == nil || of.Tags != "one" || of.Files[0] != "x.go" || of.Root != filepath.Join(dir, "root") {
				t.Fatalf("%+v was kept", of)
			}
			if err := c.change(dir); err != nil {
				t.Fatal(err)
			}
			if of := m.recall(); (of != nil) != c.stays {
				t.Errorf("after the change it is %+v", of)
			}
		})
	}
	_, m, store := start(t)
	now := time.Now()
	if err := os.Chtimes(filepath.Join(filepath.Dir(m.file), "..", "..", "other", "a.go"), now, now); err != nil {
		t.Fatal(err)
	}
	if store(); m.recall() != nil {
		t.Error("what may have changed within the tick of a clock was kept")
	}
	var none *memory
	if none.keep("", set, nil); none.recall() != nil {
		t.Error("there is something without a memory")
	}
}

func truncate(pattern string) error {
	all, err := filepath.Glob(pattern)
	if err != nil || len(all) != 1 {
		return os.ErrNotExist
	}
	return os.Truncate(all[0], 1)
}

// TestMemoryOf holds which command lines are remembered, and that those that differ in what go
// finds for them are told apart.
func TestMemoryOf(t *testing.T) {
	tool := &toolchain{said: "{}"}
	lines := make(map[string]string)
	for _, of := range []string{"build", "build .", "install .", "build ./a", "build -race .", "build -tags=x .", "build -mod mod .", "run . -race", "build -C / ."} {
		l, err := parse(strings.Fields(of))
		if err != nil {
			t.Fatal(err)
		}
		m := l.memory(tool, "/cache")
		if m == nil {
			t.Fatalf("%s is not remembered", of)
		}
		if other, ok := lines[m.file]; ok {
			t.Errorf("%s is taken for %s", of, other)
		}
		lines[m.file] = of
		if again := l.memory(tool, "/cache"); again.file != m.file {
			t.Errorf("%s is not found again", of)
		}
	}
	for _, of := range []string{"build ./...", "build all", "vet .", "build -lenient .", "build -overlay=x ."} {
		if l, err := parse(strings.Fields(of)); err != nil || l.memory(tool, "/cache") != nil {
			t.Errorf("%s is remembered, %v", of, err)
		}
	}
	l := &line{sub: "build"}
	before := l.memory(tool, "/cache").file
	t.Setenv("GOFLAGS", "-tags=y")
	if l.memory(tool, "/cache").file == before {
		t.Error("another environment is not told apart")
	}
	if l.memory(&toolchain{GOWORK: "/go.work"}, "/cache") != nil {
		t.Error("a workspace is remembered")
	}
}

// TestRebuild holds that a program that is built again has what has changed, and is built of what
// is remembered if nothing has.
func TestRebuild(t *testing.T) {
	dir := files(t, map[string]string{"go.mod": goMod, "main.go": contended})
	for _, name := range []string{"mu", "guard", "guard"} {
		text := strings.NewReplacer("mu.", name+".", "mu ", name+" ").Replace(contended)
		if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		age(t, dir)
		for range 2 {
			must(t, dir, nil, "build", "-o", "program", ".")
			if report, want := reported(t, dir, "./program"), "  sync.Mutex main."+name+", 0x"; !strings.Contains(report, want) {
				t.Errorf("no %q in\n%s", want, report)
			}
		}
	}
}
