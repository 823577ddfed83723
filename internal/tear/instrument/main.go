// Command instrument writes copies of packages in which package tear is called
// at every step, and an overlay for go build that puts them in the originals'
// place:
//
//	instrument -dir D [-tags T] packages...
//	go test -overlay D/overlay.json ...
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

func main() {
	dir := flag.String("dir", "", "directory for the copies and overlay.json")
	tags := flag.String("tags", "", "build tags")
	flag.Parse()
	if err := run(*dir, *tags, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "instrument:", err)
		os.Exit(1)
	}
}

// listed is what go list says of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	DepOnly                 bool
	Error                   *struct{ Err string }
}

func run(dir, tags string, patterns []string) error {
	packages, err := list(tags, patterns)
	if err != nil {
		return err
	}
	exports := make(map[string]string)
	for _, p := range packages {
		exports[p.ImportPath] = p.Export
	}
	overlay := struct{ Replace map[string]string }{make(map[string]string)}
	for _, p := range packages {
		if p.DepOnly {
			continue
		}
		files, err := instrument(p, exports)
		if err != nil {
			return fmt.Errorf("%s: %w", p.ImportPath, err)
		}
		for name, text := range files {
			copied := filepath.Join(dir, strconv.Itoa(len(overlay.Replace))+"_"+name)
			if err := os.WriteFile(copied, text, 0o600); err != nil {
				return err
			}
			overlay.Replace[filepath.Join(p.Dir, name)] = copied
		}
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "overlay.json"), text, 0o600)
}

func list(tags string, patterns []string) (all []*listed, err error) {
	c := exec.CommandContext(context.Background(), "go", append([]string{"list", "-deps", "-export", "-json", "-tags", tags}, patterns...)...)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	for d := json.NewDecoder(out); ; {
		p := new(listed)
		if err := d.Decode(p); err == io.EOF {
			return all, c.Wait()
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		if p.Error != nil {
			return nil, fmt.Errorf("go list: %s", p.Error.Err)
		}
		all = append(all, p)
	}
}

// instrument gives the copies of a package's files.
func instrument(p *listed, exports map[string]string) (map[string][]byte, error) {
	fset := token.NewFileSet()
	var files []*ast.File
	texts := make(map[*ast.File][]byte)
	for _, name := range p.GoFiles {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
		texts[f] = text
	}
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Selections: make(map[*ast.SelectorExpr]*types.Selection)}
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })}
	if _, err := config.Check(p.ImportPath, fset, files, info); err != nil {
		return nil, err
	}
	out := make(map[string][]byte)
	for i, f := range files {
		r := &rewriter{info: info, file: fset.File(f.Pos()), text: texts[f]}
		if r.rewrite(f) {
			out[p.GoFiles[i]] = r.apply()
		}
	}
	return out, nil
}
