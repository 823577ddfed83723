//go:build linux

package build

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestSetuid holds that a program that runs with rights its caller has not writes no report.
func TestSetuid(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root gives a file away")
	}
	dir := files(t, map[string]string{"go.mod": goMod, "main.go": "package main\n\nimport \"os\"\n\nfunc main() { println(os.Getuid() != os.Geteuid()) }\n"})
	must(t, dir, nil, "build", "-o", "program", ".")
	program := filepath.Join(dir, "program")
	if err := os.Chown(program, 65534, 65534); err != nil {
		t.Skip("files cannot be given away: ", err)
	}
	if err := syscall.Chmod(program, 0o4755); err != nil {
		t.Fatal(err)
	}
	for d := dir; d != "/" && d != "."; d = filepath.Dir(d) {
		if d != os.TempDir() {
			_ = os.Chmod(d, 0o755)
		}
	}
	c := ready(t, "/", []string{"PERFSCHEMA_REPORT=exit,signal"}, program)
	var said bytes.Buffer
	c.Stderr = &said
	if err := c.Run(); err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(said.String(), "false") {
		t.Skip("the file system has no setuid")
	}
	if said.String() != "true\n" {
		t.Errorf("it says %q", said.String())
	}
}
