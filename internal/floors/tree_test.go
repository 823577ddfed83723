package floors

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const rootPath = "github.com/perfschema/perfschema"

// pkg is a package of the repository, as go list has it.
type pkg struct {
	ImportPath, Dir string
	GoFiles         []string
	Imports         []string
	TestImports     []string
	XTestImports    []string
}

// name is the package's path below the root; the root is ".".
func (p pkg) name() string { return below(p.ImportPath) }

func below(path string) string {
	return strings.TrimPrefix(strings.TrimPrefix("./"+strings.TrimPrefix(strings.TrimPrefix(path, rootPath), "/"), "./"), "/")
}

// modules are the folders of the modules beside the root's.
var modules = []string{"gms", "history", "otel", "prometheus", "server", "bench", "release"}

// tree lists the packages of all modules that are here: of a module alone, fetched by
// itself, those of that one.
func tree(t *testing.T) []pkg {
	t.Helper()
	patterns := []string{"./..."}
	for _, m := range modules {
		if _, err := os.Stat(filepath.Join("..", "..", m, "go.mod")); err == nil {
			patterns = append(patterns, "./"+m+"/...")
		}
	}
	return list[pkg](t, append([]string{"-tags=gms_pure_go"}, patterns...)...)
}

func list[T any](t *testing.T, arguments ...string) []T {
	t.Helper()
	c := exec.Command("go", append([]string{"list", "-json"}, arguments...)...)
	c.Dir, c.Stderr = filepath.Join("..", ".."), os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Skip("no go command: ", err)
	}
	var all []T
	for d := json.NewDecoder(out); ; {
		var v T
		if err := d.Decode(&v); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	if err := c.Wait(); err != nil {
		t.Fatal("go list: ", err)
	}
	return all
}
