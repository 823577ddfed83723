package floors

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// floors are the packages from the lowest up. Packages of one floor do not import each
// other, but for those below an "internal" and those of the dialect.
var floors = [][]string{
	{"relaxed"},
	{"internal/..."},
	{"build/internal/..."},
	{"build"},
	{"build/cmd/...", "build/proof"},
	{"snowset"},
	{"record"},
	{"activity"},
	{""},
	{"psync", "pfile", "pnet", "pchan", "pmemory", "phttp", "pdb", "pslog", "stopwatch"},
	{"sampler"},
	{"activesession", "conflict"},
	{"view/advice", "view/format", "view/sys"},
	{"view"},
	{"view/internal/..."},
	{"view/connection", "view/event", "view/instance", "view/lock", "view/mysqlschema", "view/replication", "view/server", "view/setup", "view/variable"},
	{"view/profiling", "view/summary"},
	{"view/sysview"},
	{"view/catalog"},
	{"history/inspection"},
	{"history", "otel", "prometheus", "web", "build/attach"},
	{"history/trend", "history/clickhouse"},
	{"gms/internal/node"},
	{"gms/dialect/..."},
	{"gms/internal/..."},
	{"gms"},
	{"gms/sqlserver"},
	{"server/internal/...", "server/sqltest/endless"},
	{"server/logfile"},
	{"server/dolt/disk", "server/dolt/edits", "server/dolt/fusedjoin", "server/dolt/logline", "server/dolt/memory", "server/dolt/settings", "server/dolt/temporarytable"},
	{"server/dolt/chunkstore", "server/dolt/datadir"},
	{"server/dolt", "server/export", "server/generallog", "server/overhead", "server/slowlog"},
	{"server/report", "server/demo", "server/endpoint", "server/top"},
	{"server"},
	{"gms/examples/...", "server/cmd/...", "server/sqltest", "server/tooltest", "server/torture", "server/truth", "bench/...", "release"},
}

// floorOf is the floor of a package, -1 if it has none.
func floorOf(name string) int {
	for i, patterns := range floors {
		for _, p := range patterns {
			if within, ok := strings.CutSuffix(p, "/..."); name == p || ok && (name == within || strings.HasPrefix(name, within+"/")) {
				return i
			}
		}
	}
	return -1
}

// sharesFloor says of a package that it may import those of its floor: they are parts of one.
func sharesFloor(name string) bool {
	above := strings.Split(path.Dir(name), "/")
	return slices.Contains(above, "internal") || slices.Contains(above, "dialect")
}

// TestFloors finds imports that run upwards: of the read side by the write side, of
// SQL by what knows none.
func TestFloors(t *testing.T) {
	for _, p := range tree(t) {
		at := floorOf(p.name())
		if at < 0 {
			t.Errorf("%s is on no floor: give it one here, and in ARCHITECTURE.md", p.ImportPath)
			continue
		}
		for _, imported := range p.Imports {
			if imported != rootPath && !strings.HasPrefix(imported, rootPath+"/") {
				continue
			}
			switch to := floorOf(below(imported)); {
			case to > at:
				t.Errorf("%s imports %s, which is above it", p.ImportPath, imported)
			case to == at && !sharesFloor(p.name()):
				t.Errorf("%s imports %s, which is beside it", p.ImportPath, imported)
			}
		}
	}
}

// internalForTests are the packages of the core that tests of other modules may import, though
// they are internal: nobody who fetches a module runs them.
var internalForTests = []string{"internal/clickhousetest", "internal/heaptest", "internal/nodetype", "internal/racetest", "internal/usage", "internal/usage/watchtest"}

// TestInternal finds imports of what is internal to another module: a module of another
// version may have it otherwise, or not at all.
func TestInternal(t *testing.T) {
	for _, p := range tree(t) {
		own := moduleOf(p.name())
		foreign := func(imported string) bool {
			imported, ours := strings.CutPrefix(imported, rootPath+"/")
			return ours && slices.Contains(strings.Split(imported, "/"), "internal") && moduleOf(imported) != own
		}
		for _, imported := range p.Imports {
			if foreign(imported) {
				t.Errorf("%s imports %s, which is internal to another module", p.ImportPath, imported)
			}
		}
		for _, imported := range slices.Concat(p.TestImports, p.XTestImports) {
			if foreign(imported) && !slices.Contains(internalForTests, below(imported)) {
				t.Errorf("a test of %s imports %s, which is internal to another module", p.ImportPath, imported)
			}
		}
	}
}

// TestNoRuleIsAbsent finds imports, other than by tests, of the package that leaves a rule of the
// dialect out by a variable of the environment.
func TestNoRuleIsAbsent(t *testing.T) {
	const absent, registry = "gms/dialect/absent", "gms/dialect/rule"
	for _, p := range tree(t) {
		if p.name() == "server/sqltest" && !slices.Contains(p.XTestImports, rootPath+"/"+absent) {
			t.Errorf("the tests of %s do not import %s", p.ImportPath, absent)
		}
		if slices.Contains(p.Imports, rootPath+"/"+absent) {
			t.Errorf("%s imports %s, which is for tests", p.ImportPath, absent)
		}
		if p.name() == absent || p.name() == registry || !slices.Contains(p.Imports, rootPath+"/"+registry) {
			continue
		}
		for _, name := range p.GoFiles {
			if source, err := os.ReadFile(filepath.Join(p.Dir, name)); err != nil || strings.Contains(string(source), "rule.LeaveOut") {
				t.Errorf("%s leaves a rule out: %v", p.ImportPath, err)
			}
		}
	}
}

// moduleOf is the module of a package: the root's is "".
func moduleOf(name string) (module string) {
	for _, m := range modules {
		if name == m || strings.HasPrefix(name, m+"/") {
			module = m
		}
	}
	return module
}

// TestFloorsFind shows that the rules say something.
func TestFloorsFind(t *testing.T) {
	for _, up := range [][2]string{{"", "view"}, {"", "sampler"}, {"sampler", "view"}, {"psync", "gms"}, {"view", "gms/dialect/words"}, {"gms", "server/dolt"}} {
		if from, to := floorOf(up[0]), floorOf(up[1]); from < 0 || to <= from {
			t.Errorf("%q on floor %d may import %q on floor %d", up[0], from, up[1], to)
		}
	}
	if floorOf("elsewhere") != -1 || floorOf("internally") != -1 {
		t.Error("what is nowhere is on a floor")
	}
}

// TestDialectKnowsNoRecorder finds imports of the recorder by what makes the engine answer as
// MySQL. Who wants the one can have it without the other.
func TestDialectKnowsNoRecorder(t *testing.T) {
	const dialect, neutral = "gms/dialect", "gms/internal/node"
	found := 0
	for _, p := range tree(t) {
		if name := p.name(); name != neutral && name != dialect && !strings.HasPrefix(name, dialect+"/") {
			continue
		}
		found++
		for _, imported := range p.Imports {
			if imported != rootPath && !strings.HasPrefix(imported, rootPath+"/") {
				continue
			}
			if to := below(imported); to != neutral && !strings.HasPrefix(to, dialect+"/") {
				t.Errorf("%s imports %s: tell it through an interface of its own", p.ImportPath, imported)
			}
		}
	}
	if found < 20 {
		t.Errorf("%d packages were looked at", found)
	}
}
