package overhead

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// outside are folders of the repository whose code is not part of a running server.
var outside = []string{"bench", "browser", "build", "examples", "gms/examples", "gms/internal/enginesuite", "internal/clickhousetest", "internal/floors", "internal/heaptest", "internal/racetest", "internal/tear", "release", "server/cmd",
	"server/demo", "server/export", "server/report", "server/sqltest", "server/torture", "server/truth"}

// TestEveryFileHasAFeature finds source files whose CPU time would be nobody's, and
// rules that are left of files that are no more.
func TestEveryFileHasAFeature(t *testing.T) {
	root := filepath.Join("..", "..")
	used := make(map[string]bool)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if d.IsDir() {
			if slices.Contains(outside, name) || d.Name() == "testdata" || len(name) > 1 && d.Name()[0] == '.' {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		if featureOf(name) == "" {
			t.Errorf("%s has no feature: give it a rule in feature.go", name)
		}
		for end := len(name); end > 0; end-- {
			if _, ok := rules[name[:end]]; ok {
				used[name[:end]] = true
				break
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for prefix := range rules {
		if !used[prefix] {
			t.Errorf("no file begins with %s: take its rule out of feature.go", prefix)
		}
	}
}

func TestPackageOf(t *testing.T) {
	for function, want := range map[string]string{
		"runtime.mallocgc":                                        "runtime",
		"net/http.(*conn).serve":                                  "net/http",
		modulePath + ".(*Thread).StartStatement":                  modulePath,
		modulePath + "/gms.(*adapter).reader.func1":               modulePath + "/gms",
		"github.com/dolthub/go-mysql-server/sql.Map[...].get":     "github.com/dolthub/go-mysql-server/sql",
		"gopkg.in/yaml%2ev3.Unmarshal":                            "gopkg.in/yaml%2ev3",
		modulePath + "/gms/internal/wire.readPacket":              modulePath + "/gms/internal/wire",
		"github.com/perfschema/perfschemata/other.(*Thing).Stuff": "github.com/perfschema/perfschemata/other",
	} {
		if got := packageOf(function); got != want {
			t.Errorf("packageOf(%s) = %s, want %s", function, got, want)
		}
	}
	if _, ours := below("github.com/perfschema/perfschemata/other"); ours {
		t.Error("a package whose name only begins with ours is taken for ours")
	}
}
