package build

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// proxied writes what a module proxy has of a module, and returns the environment by which go
// asks it and nothing else.
func proxied(t *testing.T, path, version string, files map[string]string) []string {
	t.Helper()
	dir := t.TempDir()
	versions := filepath.Join(dir, filepath.FromSlash(path), "@v")
	if err := os.MkdirAll(versions, 0o777); err != nil {
		t.Fatal(err)
	}
	mod := files["go.mod"]
	if mod == "" { // what a proxy makes of it
		mod = "module " + path + "\n"
	}
	for name, text := range map[string]string{"list": version + "\n", version + ".info": `{"Version":"` + version + `"}`, version + ".mod": mod} {
		if err := os.WriteFile(filepath.Join(versions, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Create(filepath.Join(versions, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for name, text := range files {
		w, err := z.Create(path + "@" + version + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return []string{"GOPROXY=file://" + filepath.ToSlash(dir), "GOSUMDB=off", "GOMODCACHE=" + t.TempDir(), "GOFLAGS=-modcacherw",
		"GOBIN=" + t.TempDir(), "PERFSCHEMA_CACHE=" + t.TempDir()}
}

// TestInstallVersion installs a command out of a module proxy, by the path of its package.
func TestInstallVersion(t *testing.T) {
	mod := "module example.com/tools\n\ngo 1.25.0\n"
	environment := proxied(t, "example.com/tools", "v1.2.3", map[string]string{
		"go.mod": mod, "main.go": contended, "cmd/waits/main.go": contended, "library/library.go": "package library\n",
	})
	elsewhere := files(t, map[string]string{"notes.txt": "no module here", "overlay.json": "{}"})
	untouched(t, elsewhere)
	bin := strings.TrimPrefix(environment[4], "GOBIN=")
	for name, version := range map[string]string{"example.com/tools": "latest", "example.com/tools/cmd/waits": "v1.2.3"} {
		must(t, elsewhere, environment, "install", name+"@"+version)
		if report := reported(t, elsewhere, filepath.Join(bin, filepath.Base(name))); !strings.Contains(report, contendedLine) {
			t.Error(report)
		}
	}
	// What is in the module cache is not asked for again.
	offline := with(environment, "GOPROXY=off")
	for _, flags := range [][]string{{"-mod=readonly"}, {"-mod", "readonly", "-overlay", "overlay.json"}} {
		must(t, elsewhere, offline, append(append([]string{"install"}, flags...), "example.com/tools/cmd/waits@v1.2.3")...)
	}
	for name, want := range map[string]string{
		"example.com/tools@v9.9.9":         "perfschema: go mod download example.com/tools@v9.9.9: ",
		"example.com/tools/nothing@v1.2.3": "nothing",
	} {
		if out, err := do(t, elsewhere, environment, "install", name); err == nil || !strings.Contains(out, want) {
			t.Errorf("%s: %v, %s", name, err, out)
		}
	}
}

// TestReplacedByDirectory is refused in one sentence, before other modules are asked for, where
// the directory is not in the module; other replacements are built.
func TestReplacedByDirectory(t *testing.T) {
	for replacement, refused := range map[string]bool{"../api": true, "/no/such/directory": true, "./api": false} {
		environment := proxied(t, "example.com/server", "v1.2.3", map[string]string{
			"go.mod":  "module example.com/server\n\ngo 1.25.0\n\nrequire example.com/api v1.0.0\n\nreplace example.com/api => " + replacement + "\n",
			"main.go": "package main\n\nimport _ \"example.com/api\"\n\nfunc main() {}\n",
			// The module cache has it by this name alone: a directory with a go.mod is another module.
			"api/api.go": "package api\n",
		})
		out, err := do(t, t.TempDir(), environment, "install", "example.com/server@v1.2.3")
		want := "perfschema: example.com/server@v1.2.3 cannot be built by its version: its go.mod replaces example.com/api by the directory " + replacement
		if got := err != nil && strings.Contains(out, want); got != refused {
			t.Errorf("%s: %v, %s", replacement, err, out)
		}
		if refused && strings.Count(strings.TrimSpace(out), "\n") > 0 {
			t.Errorf("%s: more than one line: %s", replacement, out)
		}
	}
}

// TestModuleCache names a package of a module that a program requires: no file can be added there.
func TestModuleCache(t *testing.T) {
	mod := "module example.com/tools\n\ngo 1.25.0\n"
	environment := proxied(t, "example.com/tools", "v1.2.3", map[string]string{
		"go.mod": mod, "main.go": contended, "library/library.go": "package library\n",
		"library/library_test.go": "package library\n\nimport \"testing\"\n\nfunc TestX(*testing.T) {}\n",
	})
	dir := files(t, map[string]string{"go.mod": goMod, "main.go": contended})
	goCommand(t, dir, environment, "get", "-tool", "example.com/tools@v1.2.3")
	untouched(t, dir)
	out, err := do(t, dir, environment, "build", "-o", "program", "example.com/tools")
	if want := "perfschema: example.com/tools lies in the module cache, where no file can be added: use perfschema install example.com/tools@version\n"; err == nil || out != want {
		t.Errorf("%v: %q, want %q", err, out, want)
	}
	if out := must(t, dir, environment, "build", "example.com/tools/library"); out != "" {
		t.Errorf("a library: %s", out)
	}
	age(t, dir)
	must(t, dir, environment, "test", "example.com/tools/library")
	out = must(t, dir, environment, "test", "-count=1", "example.com/tools/library")
	if want := "perfschema: the tests of example.com/tools/library are not recorded: it lies in the module cache, where no file can be added\nok  \texample.com/tools/library\t"; !strings.HasPrefix(out, want) {
		t.Errorf("%q, want %q", out, want)
	}
}

// TestWithoutGoMod installs a command of a module that has no go.mod.
func TestWithoutGoMod(t *testing.T) {
	environment := proxied(t, "example.com/old", "v1.0.0", map[string]string{
		"cmd/main.go": contended, "library/library.go": "package library\n",
	})
	must(t, t.TempDir(), environment, "install", "example.com/old/cmd@latest")
	bin := strings.TrimPrefix(environment[4], "GOBIN=")
	if report := reported(t, bin, filepath.Join(bin, "cmd")); !strings.Contains(report, contendedLine) {
		t.Error(report)
	}
	out, err := do(t, t.TempDir(), environment, "install", "example.com/old/nothing@v1.0.0")
	if want := "perfschema: module example.com/old@v1.0.0 has no package example.com/old/nothing\n"; err == nil || !strings.HasSuffix(out, want) {
		t.Errorf("%v: %q, want %q", err, out, want)
	}
}

// TestDownloads holds that what go downloads is said while it does, and only that.
func TestDownloads(t *testing.T) {
	environment := proxied(t, "example.com/tools", "v1.2.3", map[string]string{"go.mod": "module example.com/tools\n\ngo 1.25.0\n", "tools.go": "package tools\n"})
	dir := files(t, map[string]string{"go.mod": goMod, "main.go": "package main\n\nimport _ \"example.com/tools\"\n\nfunc main() {}\n"})
	goCommand(t, dir, environment, "get", "example.com/tools@v1.2.3")
	environment = with(environment, "GOMODCACHE="+t.TempDir())
	if out := must(t, dir, environment, "build", "-o", "program", "."); out != "go: downloading example.com/tools v1.2.3\n" {
		t.Errorf("%q", out)
	}
	var said strings.Builder
	r := &relay{to: &said}
	for _, part := range []string{"go: down", "loading a v1\nx\ngo: down", "loading b v2", "\n\ngo: downloading"} {
		if n, err := r.Write([]byte(part)); n != len(part) || err != nil {
			t.Error(n, err)
		}
	}
	if want := "go: downloading a v1\ngo: downloading b v2\n"; said.String() != want {
		t.Errorf("%q, want %q", said.String(), want)
	}
}
