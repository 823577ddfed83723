package names

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const text = `package server

import (
	"context"
	"net/http"
	"sync"
	"time"
)

type client struct {
	mu  sync.Mutex
	out struct {
		sg   *sync.Cond
		lock sync.RWMutex
	}
	done chan bool
	subs map[string]chan int
}

type hub struct {
	sync.RWMutex
	*client
	all []client
}

type generic[T any] struct{ mu sync.Mutex }

var (
	global sync.Mutex
	once   sync.Once
	queue  = make(chan int)
)

func (c *client) flush(ctx context.Context, h *hub, stop <-chan bool) {
	c.mu.Lock() // s server.client.mu
	c.out.sg.Wait() // s server.client.out.sg
	c.out.lock.RLock() // s server.client.out.lock
	h.Lock() // s server.hub.RWMutex
	h.RLock() // s server.hub.RWMutex
	h.mu.Lock() // s server.client.mu
	h.all[1].mu.Lock() // s server.client.mu
	global.Lock() // s server.global
	var wg sync.WaitGroup
	wg.Wait() // s server.client.flush.wg
	once.Do(func() {}) // s server.once
	(&global).Lock() // s server.global
	<-c.done // c server.client.done
	queue <- 1 // c server.queue
	for range queue { // c server.queue
	}
	for range c.subs { // none
	}
	_, _ = <-c.subs["x"] // c server.client.subs[]
	<-stop // c server.client.flush(stop)
	<-ctx.Done() // c context.Context.Done()
	<-time.After(1) // c time.After()
	<-(&http.Request{}).Cancel // c http.Request.Cancel
	<-h.channel() // c server.hub.channel()
	select { // e server.client.done or server.queue or context.Context.Done()
	case <-c.done:
	case v := <-queue:
		_ = v
	case <-ctx.Done():
	}
	select { // e server.queue or server.client.done
	case <-queue:
	case <-c.done:
	case <-h.done:
	case queue <- 1:
	}
	select { // none
	case queue <- 1:
	default:
	}
	var l sync.Locker = &global
	l.Lock() // none
	c.mu.Unlock() // none
	global.TryLock() // none
	func() {
		c.mu.Lock() // s server.client.mu
	}()
	c.
		mu.
		Lock() // s server.client.mu
}

func (h *hub) channel() chan int { return nil }

func (g *generic[T]) lock() {
	g.mu.Lock() // s server.generic.mu
	var local sync.Mutex
	local.Lock() // s server.generic.lock.local
}
`

type listedPackage struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	ImportMap               map[string]string
}

// listed is something of each package that the text below imports, by import path.
func listed[T any](t *testing.T, flag string, of func(listedPackage) T) map[string]T {
	t.Helper()
	c := exec.CommandContext(t.Context(), "go", "list", "-deps", flag, "-json", "context", "sync", "time", "net/http")
	c.Env = append(os.Environ(), "GOFLAGS=", "GOOS=", "GOARCH=", "GOWORK=off")
	out, err := c.Output()
	if err != nil {
		t.Skip("no go command: ", err)
	}
	all := make(map[string]T)
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listedPackage
		if err := d.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = of(p)
	}
}

func TestFind(t *testing.T) {
	t.Run("compiled", func(t *testing.T) {
		testFind(t, Compiled(listed(t, "-export", func(p listedPackage) string { return p.Export })))
	})
	t.Run("source", func(t *testing.T) {
		testFind(t, Source(listed(t, "-e", func(p listedPackage) Package {
			return Package{Path: p.ImportPath, Dir: p.Dir, Files: p.GoFiles, Imports: p.ImportMap}
		}), nil))
	})
}

func testFind(t *testing.T, imports types.Importer) {
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, "server.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
	}
	config := types.Config{Importer: imports}
	if _, err := config.Check("example.com/server", files, []*ast.File{f}, info); err != nil {
		t.Fatal(err)
	}
	found := find(files, []*ast.File{f}, info)
	for i, l := range strings.Split(text, "\n") {
		_, want, ok := strings.Cut(l, " // ")
		if !ok {
			continue
		}
		got := "none"
		for s, names := range found {
			if s.line == i+1 {
				got = string(s.kind) + " " + strings.Join(names, " or ")
			}
		}
		if got != want {
			t.Errorf("line %d, %s: %s, want %s", i+1, strings.TrimSpace(l), got, want)
		}
	}
}

// TestTable looks for names in a package with an import that cannot be found.
func TestTable(t *testing.T) {
	dir := t.TempDir()
	main := "package main\n\nimport \"example.com/missing\"\n\nvar c, d chan int\n\nfunc main() {\n\t<-c\n\t<-missing.C\n\td <- <-c\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "other.txt"), []byte(main), 0o666); err != nil {
		t.Fatal(err)
	}
	p := Package{Path: "main", Dir: dir, Files: []string{"main.go"}, Source: func(string) string { return filepath.Join(dir, "other.txt") }}
	table, err := Table(p, Compiled(nil))
	if want := "main/main.go\n8 c main.c\n10 c main.d or main.c\n"; err != nil || table != want {
		t.Errorf("%q, %v, want %q", table, err, want)
	}
	// A line directive names the file that functions have.
	if err := os.WriteFile(filepath.Join(dir, "other.txt"), []byte("package main\n\nvar c chan int\n\nfunc main() {\n//line ../grammar/parser.y:7\n\t<-c\n}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	table, err = Table(p, Compiled(nil))
	if want := "main/parser.y\n7 c main.c\n"; err != nil || table != want {
		t.Errorf("%q, %v, want %q", table, err, want)
	}
	p.Source = nil
	if _, err := Table(p, Compiled(nil)); err == nil {
		t.Error("a file that is missing was read")
	}
}

// TestTablePanics holds that export data that go/types panics at is an error.
func TestTablePanics(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte("package main\n\nimport \"a\"\n\nvar c = a.C\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Table(Package{Path: "main", Dir: dir, Files: []string{"main.go"}}, panics{}); err == nil || !strings.Contains(err.Error(), "too new") {
		t.Error(err)
	}
}

type panics struct{}

func (panics) Import(string) (*types.Package, error) { panic("too new") }
