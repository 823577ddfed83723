package build

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestChanged holds that names are the same whether go lists the packages anew or only those are
// gone through that have changed; and that go does list them where it has to.
func TestChanged(t *testing.T) {
	settings, err := goSettings()
	if err != nil {
		t.Skip("no go command: ", err)
	}
	for _, v := range append(settings, "GOFLAGS=") {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
	}
	library := "package library\n\nimport \"sync\"\n\ntype Store struct{ mu sync.Mutex; Ready chan int }\n\nfunc (s *Store) Put() { s.mu.Lock(); s.mu.Unlock() }\n"
	middle := "package middle\n\nimport \"example.com/program/library\"\n\ntype Service struct{ library.Store; name string }\n\nfunc (s *Service) Wait() { <-s.Ready }\n"
	main := "package main\n\nimport \"example.com/program/middle\"\n\nvar s middle.Service\n\nfunc main() { s.Put(); <-s.Ready; s.Wait() }\n"
	dir := files(t, map[string]string{
		"go.mod": goMod, "main.go": main, "library/library.go": library, "middle/middle.go": middle, "apart/apart.go": "package apart\n",
	})
	t.Chdir(dir)
	caches := []string{t.TempDir(), ""}
	// start returns the start file that a build with a cache has.
	start := func(cache string) string {
		t.Setenv("PERFSCHEMA_CACHE", cache)
		c, err := prepare([]string{"build", "."}, io.Discard, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range c.arguments {
			if overlay, ok := strings.CutPrefix(a, "-overlay="); ok {
				var o struct{ Replace map[string]string }
				text, err := os.ReadFile(overlay)
				if err != nil || json.Unmarshal(text, &o) != nil {
					t.Fatal(err)
				}
				text, err = os.ReadFile(o.Replace[filepath.Join(dir, startFile)])
				if err != nil {
					t.Fatal(err)
				}
				return string(text)
			}
		}
		t.Fatal("no overlay: ", c.arguments)
		return ""
	}
	age(t, dir)
	start(caches[0]) // makes the GOROOT
	roots, err := filepath.Glob(filepath.Join(caches[0], "*", "goroot"))
	if err != nil || len(roots) != 1 {
		t.Fatal(roots, err)
	}
	age(t, roots[0])
	start(caches[0])
	for _, c := range []struct {
		name, file, text string
		listed           bool // anew
		has              string
	}{
		{"nothing", "main.go", main, false, "main.go\\n7 c library.Store.Ready"},
		{"lines", "library/library.go", strings.Replace(library, "func", "\n\n\nfunc", 1), false, "library.go\\n10 s library.Store.mu"},
		{"a name", "library/library.go", strings.ReplaceAll(library, "mu", "guard"), false, "library.go\\n7 s library.Store.guard"},
		{"a type that others wait for", "library/library.go", strings.Replace(library, "Ready chan int", "inner", 1) + "\ntype inner struct{ Ready chan int }\n", false, "main.go\\n7 c library.inner.Ready"},
		{"two packages", "middle/middle.go", strings.Replace(middle, "name string", "own chan bool", 1) + "\nfunc (s *Service) Own() { <-s.own }\n", false, "9 c middle.Service.own"},
		{"a fault", "main.go", main + "\nvar x int = \"\"\n", false, "library.inner.Ready"},
		{"an import", "main.go", strings.Replace(main, "import", "import _ \"example.com/program/apart\"\nimport", 1), true, "main.go\\n8 c library.inner.Ready"},
		{"a new file", "other.go", "package main\n\nfunc other() { <-s.Ready }\n", true, "other.go\\n3 c library.inner.Ready"},
		{"a build constraint", "other.go", "//go:build never\n\npackage main\n\nfunc other() { <-s.Ready }\n", true, "main.go\\n8 c library.inner.Ready"},
		{"go.mod", "go.mod", goMod + "\n// changed\n", true, "library.inner.Ready"},
		{"a file that is no Go", "README", "read me\n", true, "library.inner.Ready"},
		{"that file's text", "README", "read me again\n", false, "library.inner.Ready"},
	} {
		if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		age(t, dir)
		caches[1] = t.TempDir()
		again, anew := start(caches[0]), start(caches[1])
		if again != anew && c.name != "a fault" || !strings.Contains(again, c.has) {
			t.Errorf("%s: the names are\n%s\nand anew\n%s", c.name, again, anew)
		}
		memos, err := filepath.Glob(filepath.Join(caches[0], "*", "input", "*.memo"))
		if err != nil || len(memos) != 1 {
			t.Fatal(memos, err)
		}
		text, err := os.ReadFile(memos[0])
		if err != nil {
			t.Fatal(err)
		}
		of := &memo{}
		if err := json.Unmarshal(text, of); err != nil {
			t.Fatal(err)
		}
		same := true
		for name, print := range of.Inputs {
			same = same && of.Then[name] == print
		}
		if c.name != "nothing" && same != c.listed {
			t.Errorf("%s: go has listed the packages anew: %v", c.name, same)
		}
		if start(caches[0]) != again {
			t.Errorf("%s: the names are others if nothing has changed", c.name)
		}
	}
}
