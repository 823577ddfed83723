package build

import (
	"archive/zip"
	"os"
	"os/exec"
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
	for name, text := range map[string]string{"list": version + "\n", version + ".info": `{"Version":"` + version + `"}`, version + ".mod": files["go.mod"]} {
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
	elsewhere := files(t, map[string]string{"notes.txt": "no module here"})
	untouched(t, elsewhere)
	bin := strings.TrimPrefix(environment[4], "GOBIN=")
	for name, version := range map[string]string{"example.com/tools": "latest", "example.com/tools/cmd/waits": "v1.2.3"} {
		must(t, elsewhere, environment, "install", name+"@"+version)
		if report := reported(t, elsewhere, filepath.Join(bin, filepath.Base(name))); !strings.Contains(report, contendedLine) {
			t.Error(report)
		}
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

// TestModuleCache names a package of a module that a program requires: no file can be added there.
func TestModuleCache(t *testing.T) {
	mod := "module example.com/tools\n\ngo 1.25.0\n"
	environment := proxied(t, "example.com/tools", "v1.2.3", map[string]string{"go.mod": mod, "main.go": contended})
	dir := files(t, map[string]string{"go.mod": goMod, "main.go": contended})
	c := exec.Command("go", "get", "-tool", "example.com/tools@v1.2.3")
	c.Dir, c.Env = dir, append(append(os.Environ(), "GOWORK=off"), environment...)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	untouched(t, dir)
	out, err := do(t, dir, environment, "build", "-o", "program", "example.com/tools")
	if want := "perfschema: example.com/tools lies in the module cache, where no file can be added: use perfschema install example.com/tools@version\n"; err == nil || out != want {
		t.Errorf("%v: %q, want %q", err, out, want)
	}
}
