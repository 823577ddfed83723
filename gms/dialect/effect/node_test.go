package effect

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// passesReadLock are nodes of the engine's that are not for reading alone and do not
// wait for the global read lock.
var passesReadLock = map[string]string{
	"FlushPrivileges": "reads accounts", "Kill": "changes no data", "Set": "but for autocommit: IsCommit",
	"TriggerExecutor": "the change below it does", "ForeignKeyHandler": "the change below it does",
	"InsertDestination": "below an INSERT", "LoadData": "below an INSERT", "UpdateSource": "below an UPDATE", "UpdateJoin": "below an UPDATE",
	"ChangeReplicationSource": "changes no table", "ChangeReplicationFilter": "changes no table",
	"StartReplica": "changes no table", "StopReplica": "changes no table", "ResetReplica": "changes no table",
	"ElseCaseError": "an error", "DeclareVariables": "of a procedure", "Prune": "",
}

// Every node of the engine's that says it does more than read waits for the global read
// lock, or is known not to.
func TestEveryChangeWaitsForReadLock(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/dolthub/go-mysql-server").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	waits := map[string]bool{}
	file, err := parser.ParseFile(token.NewFileSet(), "node.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != "ChangesData" && f.Name.Name != "IsCommit" {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if clause, ok := n.(*ast.CaseClause); ok && returnsFalse(clause.Body) {
				return false
			}
			if s, ok := n.(*ast.SelectorExpr); ok {
				waits[s.Sel.Name] = true
			}
			return true
		})
	}
	changes := 0
	err = filepath.WalkDir(filepath.Join(strings.TrimSpace(string(out)), "sql", "plan"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Name.Name != "IsReadOnly" || f.Recv == nil || !returnsFalse(f.Body.List) {
				continue
			}
			changes++
			receiver := f.Recv.List[0].Type
			if star, ok := receiver.(*ast.StarExpr); ok {
				receiver = star.X
			}
			name := receiver.(*ast.Ident).Name
			if _, known := passesReadLock[name]; !waits[name] && !known {
				t.Errorf("%s changes something and does not wait", name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if changes < 60 {
		t.Errorf("only %d nodes were found that change something", changes)
	}
}

func returnsFalse(body []ast.Stmt) bool {
	if len(body) != 1 {
		return false
	}
	r, ok := body[0].(*ast.ReturnStmt)
	if !ok || len(r.Results) != 1 {
		return false
	}
	name, ok := r.Results[0].(*ast.Ident)
	return ok && name.Name == "false"
}
