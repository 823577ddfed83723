package build

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// proof skips a test that takes a minute, or gets a toolchain, unless make build-proof runs it.
func proof(t *testing.T) {
	t.Helper()
	if os.Getenv("PERFSCHEMA_TOOLCHAINS") == "" {
		t.Skip("not by make build-proof, which sets PERFSCHEMA_TOOLCHAINS=1")
	}
}

// TestToolchains builds and runs a program with each release that is supported.
func TestToolchains(t *testing.T) {
	proof(t)
	for _, version := range []string{"go1.25.6", "go1.26.8", "go1.27.3"} {
		dir := files(t, map[string]string{"go.mod": goMod, "main.go": contended})
		must(t, dir, []string{"GOTOOLCHAIN=" + version}, "build", "-o", "program", ".")
		if report := reported(t, dir, filepath.Join(dir, "program")); !strings.Contains(report, contendedLine) || !strings.Contains(report, "with "+version+";") || !strings.Contains(report, "  sync.Mutex main.mu, 0x") {
			t.Error(report)
		}
	}
}

// TestPlatforms builds for each platform, and runs arm64 where qemu is.
func TestPlatforms(t *testing.T) {
	proof(t)
	for _, platform := range []string{"linux/arm64", "darwin/arm64", "darwin/amd64"} {
		system, architecture, _ := strings.Cut(platform, "/")
		dir := files(t, map[string]string{"go.mod": goMod, "main.go": contended})
		must(t, dir, []string{"GOOS=" + system, "GOARCH=" + architecture, "CGO_ENABLED=0"}, "build", "-o", "program", ".")
		if platform != "linux/arm64" {
			continue
		}
		qemu, err := exec.LookPath("qemu-aarch64-static")
		if err != nil {
			t.Log("arm64 is not run: ", err)
			continue
		}
		if report := reported(t, dir, qemu, filepath.Join(dir, "program")); !strings.Contains(report, contendedLine) {
			t.Error(report)
		}
	}
}

// TestPlugin builds a program and its plugin: each has names for what it waits for.
func TestPlugin(t *testing.T) {
	proof(t)
	dir := files(t, map[string]string{
		"go.mod": goMod, "plugin/main.go": contended, "lock.go": strings.NewReplacer("func main()", "func wait()", "mu", "guard").Replace(contended),
		"main.go": `package main

import "plugin"

func main() {
	p, err := plugin.Open("plugin.so")
	if err != nil {
		panic(err)
	}
	f, err := p.Lookup("Main")
	if err != nil {
		panic(err)
	}
	f.(func())()
	wait()
}
`,
		"plugin/export.go": "package main\n\nfunc Main() { main() }\n",
	})
	must(t, dir, []string{"CGO_ENABLED=1"}, "build", "-buildmode=plugin", "-o", "plugin.so", "./plugin")
	must(t, dir, []string{"CGO_ENABLED=1"}, "build", "-o", "program", ".")
	report := reported(t, dir, filepath.Join(dir, "program"))
	for _, want := range []string{"example.com/program/plugin.lock main.go:13", "  sync.Mutex main.mu, 0x", "  sync.Mutex main.guard, 0x"} {
		if !strings.Contains(report, want) {
			t.Errorf("no %q in\n%s", want, report)
		}
	}
}
