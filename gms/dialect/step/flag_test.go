package step

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
)

// The dialect's flags stand apart from the engine's, and within what a set holds without an allocation.
func TestFlags(t *testing.T) {
	if FlagLookedAt <= sql.QFlagAnalyzeProcedure || FlagShape+ShapeFlags > 64 {
		t.Errorf("flags %d to %d, where the engine's last is %d", FlagLookedAt, FlagShape+ShapeFlags-1, sql.QFlagAnalyzeProcedure)
	}
}

// No other package gives a flag a number of its own: two with one number were one flag.
func TestFlagsStandTogether(t *testing.T) {
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasPrefix(filepath.Base(filepath.Dir(path)), "step") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok && len(v.Values) == 1 {
				number, literal := v.Values[0].(*ast.BasicLit)
				if literal && number.Kind == token.INT && strings.HasPrefix(strings.ToLower(v.Names[0].Name), "flag") {
					t.Errorf("%s: %s is a flag with a number: its place is flag.go of package step", path, v.Names[0].Name)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
