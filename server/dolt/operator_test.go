package dolt

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dtablefunctions"
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/internal/nodetype"
	"github.com/perfschema/perfschema/snowset"
)

// Dolt's own nodes are functions that give rows. What is none must be found an
// operator here.
func TestNodesOfDoltHaveOperators(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/dolthub/dolt/go").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	dir := strings.TrimSpace(string(out)) + "/libraries/doltcore"
	nodes, err := nodetype.Find(dir, nodetype.Method{Name: "WithChildren", Param: "Node"}, "enginetest")
	if err != nil {
		t.Fatal(err)
	}
	functions, err := nodetype.Find(dir, nodetype.Method{Name: "NewInstance", Param: "Expression"}, "enginetest")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range nodes {
		// The rows of a file, for Dolt's command line.
		if n != "mvdata.ChannelRowSource" && !slices.Contains(functions, n) {
			t.Errorf("%s is a node and no table function", n)
		}
	}
	if len(nodes) < 10 {
		t.Errorf("only %d nodes found: %v", len(nodes), nodes)
	}
	for _, f := range dtablefunctions.DoltTableFunctions {
		if n, ok := f.(sql.Node); !ok || gms.OperatorOf(n) != snowset.OperatorTableFunction {
			t.Errorf("%T is no table function", f)
		}
	}
}
