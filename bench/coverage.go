package main

import (
	"bufio"
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const modulePath = "github.com/perfschema/perfschema"

// coverage is how often functions were entered, by file, line and name.
type coverage map[string]uint64

// position is where a block begins.
type position struct{ line, column int }

// readCoverage reads what a server has left in a directory. The sources are below root.
func readCoverage(root, data string) (coverage, error) {
	cmd := exec.Command("go", "tool", "covdata", "textfmt", "-i="+data, "-o=/dev/stdout")
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go tool covdata: %w", err)
	}
	blocks, err := parseBlocks(text)
	if err != nil {
		return nil, err
	}
	c := make(coverage)
	for file, of := range blocks {
		name := strings.TrimPrefix(file, modulePath+"/")
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, filepath.Join(root, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		c.enter(name, files, f, of)
	}
	return c, nil
}

// parseBlocks reads the text form of counts: file:line.column,line.column statements count.
func parseBlocks(text []byte) (map[string]map[position]uint64, error) {
	blocks := make(map[string]map[position]uint64)
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		line := lines.Text()
		if strings.HasPrefix(line, "mode: ") {
			continue
		}
		colon := strings.LastIndexByte(line, ':')
		var at, end position
		var statements, count uint64
		if _, err := fmt.Sscanf(line[colon+1:], "%d.%d,%d.%d %d %d", &at.line, &at.column, &end.line, &end.column, &statements, &count); err != nil {
			return nil, fmt.Errorf("a block of %q: %w", line, err)
		}
		file := line[:max(colon, 0)]
		if blocks[file] == nil {
			blocks[file] = make(map[position]uint64)
		}
		blocks[file][at] += count
	}
	return blocks, nil
}

// enter counts the functions of a file: each as often as its first block.
func (c coverage) enter(name string, files *token.FileSet, f *ast.File, blocks map[position]uint64) {
	ast.Inspect(f, func(n ast.Node) bool {
		var body *ast.BlockStmt
		called := "func"
		switch n := n.(type) {
		case *ast.FuncDecl:
			body, called = n.Body, functionName(n)
		case *ast.FuncLit:
			body = n.Body
		}
		if body == nil {
			return true
		}
		begin, end := files.Position(body.Lbrace), files.Position(body.Rbrace)
		first, count := position{end.Line, end.Column}, uint64(0)
		for at, n := range blocks {
			if !at.before(position{begin.Line, begin.Column}) && at.before(first) {
				first, count = at, n
			}
		}
		if count > 0 {
			c[fmt.Sprintf("%s:%d %s", name, files.Position(n.Pos()).Line, called)] = count
		}
		return true
	})
}

func (p position) before(o position) bool {
	return p.line < o.line || p.line == o.line && p.column < o.column
}

// functionName is that of a function, behind its receiver's type if it has one.
func functionName(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	of := f.Recv.List[0].Type
	if p, ok := of.(*ast.StarExpr); ok {
		of = p.X
	}
	switch t := of.(type) {
	case *ast.IndexExpr:
		of = t.X
	case *ast.IndexListExpr:
		of = t.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name + "." + f.Name.Name
	}
	return f.Name.Name
}

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
