package patch

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/build/internal/anchor"
)

// toolchain is what go env says with a GOTOOLCHAIN.
func toolchain(t *testing.T, name string) (root, version string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), "go", "env", "-json", "GOROOT", "GOVERSION")
	c.Env = append(os.Environ(), "GOTOOLCHAIN="+name)
	if name != "local" && os.Getenv("PERFSCHEMA_TOOLCHAINS") == "" {
		c.Env = append(c.Env, "GOPROXY=off") // only what is in the module cache
	}
	out, err := c.Output()
	if err != nil {
		t.Skipf("%s is not in the module cache (PERFSCHEMA_TOOLCHAINS=1 gets it): %v", name, err)
	}
	var env struct{ GOROOT, GOVERSION string }
	if err := json.Unmarshal(out, &env); err != nil {
		t.Fatal(err)
	}
	return env.GOROOT, env.GOVERSION
}

// TestAnchors holds that all anchors fit the Go in use, and each release that is supported.
func TestAnchors(t *testing.T) {
	for _, name := range []string{"local", "go1.25.6", "go1.26.8", "go1.27.3"} {
		t.Run(name, func(t *testing.T) {
			root, version := toolchain(t, name)
			s, err := For(root, version, false)
			if err != nil {
				t.Fatal(err)
			}
			if len(s.Patches) != len(layers) || len(s.Missing) != 0 {
				t.Errorf("patches %v, without %v", s.Patches, s.Missing)
			}
			for file, text := range s.Edited {
				if bytes.Count(text, []byte("\n")) != bytes.Count(s.Before[file], []byte("\n")) || bytes.Equal(text, s.Before[file]) {
					t.Errorf("%s has other lines, or is as it was", file)
				}
			}
			for file := range s.Added {
				if _, err := os.Stat(filepath.Join(root, file)); err == nil {
					t.Errorf("%s is the toolchain's already", file)
				}
			}
		})
	}
}

// changed is a GOROOT with the files that are edited, one of them changed.
func changed(t *testing.T, file, from, to string) string {
	t.Helper()
	root, _ := toolchain(t, "local")
	dir := t.TempDir()
	for _, l := range layers {
		for _, e := range l.edits {
			text, err := os.ReadFile(filepath.Join(root, e.File))
			if l.oneOf && os.IsNotExist(err) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if e.File == file {
				before := string(text)
				if text = []byte(strings.Replace(before, from, to, 1)); string(text) == before {
					t.Fatalf("%s has no %q", file, from)
				}
			}
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, e.File)), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, e.File), text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

func TestUnknownBody(t *testing.T) {
	for _, c := range []struct {
		file, from, to, anchor string
		patches                string // that -lenient leaves in
	}{
		{"src/runtime/sema.go", "root.queue(addr, s, lifo)", "root.queue(addr, s, !lifo)", "semaphore.address", "park request http http2 sql"},
		{"src/runtime/proc.go", "mp.waitTraceSkip = traceskip", "mp.waitTraceSkip = traceskip + 1", "park.begin", ""},
		{"src/runtime/proc.go", "newg.goid = pp.goidcache", "newg.goid = pp.goidcache + 0", "request.inherit", "park semaphore"},
		{"src/net/http/server.go", "handler = DefaultServeMux", "handler = Handler(DefaultServeMux)", "http.begin", "park semaphore request sql"},
		{"src/net/http/h2_bundle.go", "rws.status = code", "rws.status = code + 0", "http2.status", "park semaphore request http sql"},
		{"src/database/sql/sql.go", "return tx.rollback(false)", "return (tx.rollback(false))", "", "park semaphore request http http2 sql"},
		{"src/database/sql/sql.go", "if discardConn {", "if discardConn || discardConn {", "sql.rollback", "park semaphore request http http2"},
		{"src/runtime/runtime2.go", "goid         uint64", "goid int64", "park.words", ""},
	} {
		root := changed(t, c.file, c.from, c.to)
		_, err := For(root, "go1.26.99", false)
		var unknown *anchor.UnknownError
		if c.anchor == "" && err == nil {
			continue // no anchor's declaration has changed
		}
		if !errors.As(err, &unknown) || unknown.File != c.file || c.file != "src/runtime/proc.go" && unknown.Anchor != c.anchor {
			t.Errorf("%s: %v", c.anchor, err)
		}
		s, err := For(root, "go1.26.99", true)
		if err != nil || strings.Join(s.Patches, " ") != c.patches || len(s.Patches)+len(s.Missing) != len(layers) || len(s.Reasons) != len(s.Missing) {
			t.Errorf("%s, lenient: %v are in, %v are not, %v: %v", c.anchor, s.Patches, s.Missing, s.Reasons, err)
		}
		if c.patches == "" && len(s.Edited)+len(s.Added) > 0 {
			t.Errorf("%s, lenient: something is changed without a patch", c.anchor)
		}
		if s.Edited[c.file] != nil && c.file != "src/runtime/proc.go" {
			t.Errorf("%s, lenient: %s is edited", c.anchor, c.file)
		}
	}
}

func TestVersions(t *testing.T) {
	root, _ := toolchain(t, "local")
	for version, fits := range map[string]bool{
		"go1.25": true, "go1.25.0": true, "go1.26.8": true, "go1.27rc1": true, "go1.26.8 X:nocoverageredesign": true, "go1.27.3-custom": true,
		"go1.24.11": false, "go1.28.1": false, "go1.2": false, "go1.251": false, "devel go1.27-abc": false, "": false,
	} {
		if _, err := For(root, version, false); errors.Is(err, ErrToolchain) == fits {
			t.Errorf("%q: %v", version, err)
		}
		if _, err := For(root, version, true); err != nil {
			t.Errorf("%q, lenient: %v", version, err)
		}
	}
}

// TestDiff holds that a diff shows each edit as a line for a line.
func TestDiff(t *testing.T) {
	root, version := toolchain(t, "local")
	s, err := For(root, version, false)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := s.WriteDiff(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"--- a/src/runtime/proc.go\n+++ b/src/runtime/proc.go\n@@ -",
		"\n-\tmcall(park_m)\n+\tmcall(park_m); if getg().perfschemaBegin",
		"\n--- /dev/null\n+++ b/src/runtime/perfschema/start.go\n@@ -0,0 +1,",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the diff has no %q", want)
		}
	}
	if m := regexp.MustCompile(`(?m)^--- a/`).FindAllString(b.String(), -1); len(m) != len(s.Edited) {
		t.Errorf("%d files begin on a line of their own, of %d", len(m), len(s.Edited))
	}
	if n := len(regexp.MustCompile(`\n-[^-]`).FindAllString(b.String(), -1)); n != 20 {
		t.Errorf("%d lines go, want 20", n)
	}
}

// TestAddWhole holds that a layer that fails leaves nothing of it behind.
func TestAddWhole(t *testing.T) {
	root, version := toolchain(t, "local")
	s, err := For(root, version, false)
	if err != nil {
		t.Fatal(err)
	}
	edits := layers[0].edits
	begin := edits[slices.IndexFunc(edits, func(e anchor.Edit) bool { return e.Name == "park.begin" })]
	other := layers[1].edits[0]
	for name, l := range map[string]layer{
		"edited before": {name: "new", edits: []anchor.Edit{begin, other}, added: []string{"runtime/"}},
		"changed":       {name: "new", edits: []anchor.Edit{other, {Name: "x", File: begin.File, Decl: "nothing"}}},
	} {
		empty := &Set{Edited: map[string][]byte{begin.File: []byte("edited")}, Before: make(map[string][]byte), Added: make(map[string][]byte)}
		if err := empty.add(root, l); err == nil || len(empty.Edited) != 1 || len(empty.Before)+len(empty.Added) > 0 {
			t.Errorf("%s: %v; %d files edited, %d added", name, err, len(empty.Edited), len(empty.Added))
		}
	}
	if len(s.Edited) != 7 {
		t.Errorf("%d files are edited, want 7", len(s.Edited))
	}
}

// TestAddedSources holds what the compiler cannot see of the files that are added: numbers that
// two packages must have alike, and that no pointer is made of an address that was recorded, whose
// memory may be freed.
func TestAddedSources(t *testing.T) {
	text := func(name string) string {
		b, err := source.ReadFile(path.Join("_std/runtime", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	number := func(name, pattern string) string {
		m := regexp.MustCompile(pattern).FindStringSubmatch(text(name))
		if m == nil {
			t.Fatalf("%s has no %s", name, pattern)
		}
		return m[1]
	}
	if a, b := number("perfschema_table.go", `perfschemaFrames += (\d+)`), number("perfschema/read.go", `const frames = (\d+)`); a != b {
		t.Errorf("a place has %s frames in package runtime and %s in runtime/perfschema", a, b)
	}
	for _, pair := range [][2]string{
		{number("perfschema_work_table.go", `perfschemaLatencies += (\d+)`), number("perfschema/work.go", `const latencies = (\d+)`)},
		{number("perfschema_work.go", `perfschemaManyAddrs += (\d+)`), number("perfschema/work.go", `manyAddrs = (\d+)`)},
	} {
		if pair[0] != pair[1] {
			t.Errorf("a number is %s in package runtime and %s in runtime/perfschema", pair[0], pair[1])
		}
	}
	classes := 100 // events, and to spare
	for _, name := range []string{"maxRoutes", "maxPeers", "maxStatements"} {
		n, err := strconv.Atoi(number("../internal/perfschema/class.go", name+` += (\d+)`))
		if err != nil {
			t.Fatal(err)
		}
		classes += n
	}
	if n, _ := strconv.Atoi(number("perfschema_work_table.go", `perfschemaWorkClasses += (\d+)`)); n < classes {
		t.Errorf("package runtime has room for %d classes, and there may be %d", n, classes)
	}
	layout := regexp.MustCompile(`(?s)type (?:perfschemaW|w)aiter struct \{(.*?)\n\}`)
	of := func(name string) string {
		return strings.NewReplacer("perfschemaFrames", "frames").Replace(layout.FindStringSubmatch(text(name))[1])
	}
	if a, b := of("perfschema_report.go"), of("perfschema/read.go"); a != b {
		t.Errorf("waiters are laid out as %s and as %s", a, b)
	}
	for _, name := range []string{"perfschema_park.go", "perfschema_report.go", "perfschema_table.go", "perfschema_work.go", "perfschema_work_table.go"} {
		if m := regexp.MustCompile(`unsafe\.Pointer\((addr|.*\.addr|.*perfschemaAddr)\)`).FindString(text(name)); m != "" {
			t.Errorf("%s has %s", name, m)
		}
	}
}
