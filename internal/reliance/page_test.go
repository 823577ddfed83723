package reliance

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// entry is a name in a row of the page.
type entry struct {
	module string   // path of the module; "std" for Go's own packages
	name   string   // package below the module, and the symbol in it
	is     string   // what the symbol must be: see the page's first table
	files  []string // the files of this repository that rely on it
}

// pkg is the package's path below the module.
func (e *entry) pkg() string {
	pkg, _ := e.cut()
	return pkg
}

// symbol is what is relied on in the package; "" for the package itself.
func (e *entry) symbol() string {
	_, symbol := e.cut()
	return symbol
}

func (e *entry) cut() (pkg, symbol string) {
	slash := strings.LastIndexByte(e.name, '/') + 1
	last, symbol, _ := strings.Cut(e.name[slash:], ".")
	return strings.TrimPrefix(e.name[:slash]+last, "/"), symbol
}

// text is the text of an entry that is one.
func (e *entry) text() (text string, ok bool) {
	text, ok = strings.CutPrefix(e.is, `text "`)
	return strings.TrimSuffix(text, `"`), ok
}

// isPartOf reports whether a text of an error is made of the entry's, or names its function.
func (e *entry) isPartOf(text string) bool {
	if is, ok := e.text(); ok {
		return strings.Contains(text, is) || strings.Contains(is, text)
	}
	return strings.Contains(e.symbol(), ".") && strings.Contains(text, e.symbol())
}

// list is the page.
type list struct {
	entries []entry
	none    []string // files that use unsafe, reflection or the like, and rely on no internals
}

var (
	section = regexp.MustCompile("^## .*`(.+)`$")
	cell    = regexp.MustCompile("`([^`]+)`")
)

const noneSection = "## No reliance"

func readList(t *testing.T) list {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "docs", "reliances.md"))
	if err != nil {
		t.Fatal(err)
	}
	return parseList(t, string(page))
}

func parseList(t *testing.T, page string) (l list) {
	t.Helper()
	module, none := "", false
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		if m := section.FindStringSubmatch(line); m != nil {
			module, none = m[1], false
		} else if strings.HasPrefix(line, "## ") {
			module, none = "", line == noneSection
		}
		cells := strings.Split(strings.Trim(line, "|"), " | ")
		if !strings.HasPrefix(line, "| `") || module == "" && !none {
			continue
		}
		if none {
			l.none = append(l.none, quoted(cells[0])...)
			continue
		}
		if len(cells) != 4 {
			t.Fatalf("a row of %d cells: %s", len(cells), line)
		}
		name, is := quoted(cells[0]), quoted(cells[1])
		if len(name) == 0 || len(is) != 1 || len(quoted(cells[2])) == 0 {
			t.Fatalf("a row without a name, what it is, or a file: %s", line)
		}
		for _, n := range name {
			l.entries = append(l.entries, entry{module, n, is[0], quoted(cells[2])})
		}
	}
	return l
}

func quoted(text string) (all []string) {
	for _, m := range cell.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// has reports whether the list has an entry of a file for which fits holds.
func (l *list) has(file string, fits func(*entry) bool) bool {
	return slices.ContainsFunc(l.entries, func(e entry) bool { return slices.Contains(e.files, file) && fits(&e) })
}

// names reports whether the list names a file at all.
func (l *list) names(file string) bool {
	return slices.Contains(l.none, file) || l.has(file, func(*entry) bool { return true })
}
