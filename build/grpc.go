package build

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

//go:embed _grpc/grpc.go
var grpcSource []byte

const (
	grpcModule   = "google.golang.org/grpc"
	grpcFile     = "perfschema_grpc.go"
	grpcTestFile = "perfschema_grpc_test.go"
)

// grpcText is the source of the file that records calls of gRPC, for a package.
func grpcText(packageName string) []byte {
	return bytes.Replace(grpcSource, []byte("package main\n"), []byte("package "+packageName+"\n"), 1)
}

// grpcOf reports whether a program can have the file that records calls of gRPC. If it uses gRPC
// and cannot, reason says why.
func grpcOf(l *line, tool *toolchain, cache string, names *namer, p *found) (can bool, reason string, err error) {
	uses := false
	names.walk(p, func(q *found) { uses = uses || q.ImportPath == grpcModule })
	if !uses {
		return false, "", nil
	}
	internal := names.packages[grpcModule+"/internal"]
	if internal == nil {
		return false, "this version of " + grpcModule + " has no internal package", nil
	}
	for _, name := range []string{"AddGlobalServerOptions", "AddGlobalDialOptions"} {
		if !hasAny(internal, names.sources[internal.ImportPath].Source, name) {
			return false, fmt.Sprintf("this version of %s has no %s", grpcModule, name), nil
		}
	}
	// Package main imports gRPC by the file, which the go command allows only if main's go.mod
	// requires gRPC, and by -mod=mod notes in go.mod.
	if p.Module == nil || p.Module.GoMod == "" || tool.GOWORK != "" && tool.GOWORK != "off" {
		return true, "", nil
	}
	text, err := os.ReadFile(p.Module.GoMod)
	if err != nil {
		return false, "", err
	}
	required, indirect := requires(text, grpcModule)
	switch {
	case !required:
		return false, fmt.Sprintf("%s does not require %s: go mod tidy of a module with go 1.17 or later adds it", p.Module.GoMod, grpcModule), nil
	case indirect && cmp.Or(valueOf(l.flags, "mod"), valueOf(tool.flags, "mod")) == "mod" && !within(p.Module.GoMod, cache):
		return false, fmt.Sprintf("with -mod=mod the go command would write %s: build without it", p.Module.GoMod), nil
	}
	return true, "", nil
}

// hasAny reports whether a package has a variable of type any. A file that cannot be parsed has none:
// the go command tells its fault.
func hasAny(p *found, source func(string) string, name string) bool {
	for _, file := range p.GoFiles {
		f, err := parser.ParseFile(token.NewFileSet(), source(filepath.Join(p.Dir, file)), nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, d := range f.Decls {
			d, ok := d.(*ast.GenDecl)
			if !ok || d.Tok != token.VAR {
				continue
			}
			for _, spec := range d.Specs {
				v := spec.(*ast.ValueSpec)
				for _, id := range v.Names {
					if id.Name == name && len(v.Values) == 0 && isAny(v.Type) {
						return true
					}
				}
			}
		}
	}
	return false
}

func isAny(t ast.Expr) bool {
	switch t := t.(type) {
	case *ast.Ident:
		return t.Name == "any"
	case *ast.InterfaceType:
		return len(t.Methods.List) == 0
	}
	return false
}

// requires reports whether a go.mod file is that of a module or requires it, and whether only what
// the module's packages import needs it.
func requires(goMod []byte, module string) (required, indirect bool) {
	in := "" // a block
	for line := range strings.Lines(string(goMod)) {
		line, comment, _ := strings.Cut(line, "//")
		word := strings.Fields(line)
		switch {
		case len(word) == 0:
			continue
		case word[0] == ")":
			in = ""
			continue
		case len(word) == 2 && word[1] == "(":
			in = word[0]
			continue
		case in != "":
			word = append([]string{in}, word...)
		}
		if len(word) > 1 && (word[0] == "require" || word[0] == "module") && strings.Trim(word[1], "\"`") == module {
			return true, strings.HasPrefix(strings.TrimSpace(comment), "indirect")
		}
	}
	return false, false
}
