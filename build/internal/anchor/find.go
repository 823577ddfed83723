package anchor

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
)

// A declaration is where a function or a struct type stands in its source.
type declaration struct {
	from, end     int
	name, nameEnd int            // of a function
	body          *ast.BlockStmt // nil of a type
	offset        func(token.Pos) int
}

func (d declaration) text(source []byte) []byte { return source[d.from:d.end] }

// A file is a parsed source.
type file struct {
	*ast.File
	offset func(token.Pos) int
}

// parse parses the source that an edit is one of the edits of.
func parse(source []byte, e Edit) (*file, error) {
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, e.File, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("anchor %s: %w", e.Name, err)
	}
	return &file{f, func(p token.Pos) int { return files.Position(p).Offset }}, nil
}

// find returns the declaration of an edit.
func (f *file) find(e Edit) (declaration, error) {
	var found []declaration
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil && funcName(d) == e.Decl {
				found = append(found, declaration{f.offset(d.Pos()), f.offset(d.End()), f.offset(d.Name.Pos()), f.offset(d.Name.End()), d.Body, f.offset})
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok && t.Name.Name == e.Decl && e.Where == End {
					if s, ok := t.Type.(*ast.StructType); ok {
						found = append(found, declaration{f.offset(t.Pos()), f.offset(s.End()), 0, 0, nil, f.offset})
					}
				}
			}
		}
	}
	if len(found) != 1 {
		return declaration{}, &NotFoundError{e.Name, e.File, e.Decl, len(found)}
	}
	return found[0], nil
}

// funcName is a function's name, with its receiver as in (*Mutex).lockSlow.
func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) != 1 {
		return d.Name.Name
	}
	switch t := d.Recv.List[0].Type.(type) {
	case *ast.StarExpr:
		if id, ok := t.X.(*ast.Ident); ok {
			return "(*" + id.Name + ")." + d.Name.Name
		}
	case *ast.Ident:
		return t.Name + "." + d.Name.Name
	}
	return d.Name.Name
}

// statement returns from where to where the statement of an edit stands.
func (d declaration) statement(source []byte, e Edit) (from, to int, err error) {
	want := strings.Join(tokens([]byte(e.At)), " ")
	found := 0
	if d.body != nil {
		ast.Inspect(d.body, func(n ast.Node) bool {
			if s, ok := n.(ast.Stmt); ok && s != ast.Stmt(d.body) {
				a, b := d.offset(s.Pos()), d.offset(s.End())
				if strings.Join(tokens(source[a:b]), " ") == want {
					found++
					from, to = a, b
				}
			}
			return true
		})
	}
	if found != 1 {
		return 0, 0, &NotFoundError{e.Name, e.File, "the statement " + e.At, found}
	}
	return from, to, nil
}

// fingerprint is a hash of a declaration's tokens: spaces and comments do not change it.
func fingerprint(text []byte) string {
	sum := sha256.Sum256([]byte(strings.Join(tokens(text), "\n")))
	return hex.EncodeToString(sum[:6])
}

// tokens are the tokens of Go source, without comments and the semicolons at ends of lines.
func tokens(text []byte) []string {
	files := token.NewFileSet()
	var s scanner.Scanner
	s.Init(files.AddFile("", files.Base(), len(text)), text, func(token.Position, string) {}, 0)
	var all []string
	for {
		_, tok, literal := s.Scan()
		switch {
		case tok == token.EOF:
			return all
		case tok == token.SEMICOLON && literal == "\n":
		case literal != "":
			all = append(all, literal)
		default:
			all = append(all, tok.String())
		}
	}
}
