package operator

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/internal/nodetype"
	"github.com/perfschema/perfschema/snowset"
)

var rewriteDocs = flag.Bool("rewrite-docs", false, "write docs/operators.md anew")

// elsewhere are nodes of the engine's that no plan of a server has.
var elsewhere = map[string]string{
	"plan.fetchIter": "an iterator",
	"memory.":        "table functions of the engine's own tests",
}

// Every node type in the engine's source is in the table of operators.
func TestEveryNodeHasAnOperator(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/dolthub/go-mysql-server").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	types, err := nodetype.Find(strings.TrimSpace(string(out)), nodetype.Method{Name: "WithChildren", Param: "Node"}, "enginetest")
	if err != nil {
		t.Fatal(err)
	}
	mapped := make(map[string]bool)
	for _, g := range operatorGroups {
		for _, n := range g.nodes {
			name := node.StructOf(n).String()
			if mapped[name] {
				t.Errorf("%s is in the table twice", name)
			}
			mapped[name] = true
		}
	}
	seen := 0
	for _, name := range types {
		if mapped[name] {
			seen++
			continue
		}
		if !slices.ContainsFunc(keysOf(elsewhere), func(p string) bool { return strings.HasPrefix(name, p) }) {
			t.Errorf("%s is a node and in no operator", name)
		}
	}
	if own := 1; seen != len(mapped)-own || seen < 170 {
		t.Errorf("%d of the table's %d nodes were found in the engine's source", seen, len(mapped))
	}
}

func keysOf(m map[string]string) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	return out
}

func TestOf(t *testing.T) {
	field := func(i int) sql.Expression { return expression.NewGetField(i, nil, "c", false) }
	equal := expression.NewEquals(field(0), field(1))
	less := expression.NewLessThan(field(0), field(1))
	join := func(op plan.JoinType, e sql.Expression) sql.Node { return plan.NewJoin(nil, nil, op, e) }
	for _, test := range []struct {
		node     sql.Node
		operator snowset.Operator
		name     string
	}{
		{&plan.ResolvedTable{}, snowset.OperatorScan, "Table"},
		{&plan.Filter{}, snowset.OperatorFilter, "Filter"},
		{&plan.SetOp{SetOpType: plan.IntersectType}, snowset.OperatorOther, "Intersect"},
		{plan.ShowWarnings{}, snowset.OperatorOther, "ShowWarnings"},
		{&node.Command{}, snowset.OperatorOther, "Command"},
		{memory.IntSequenceTable{}, snowset.OperatorTableFunction, "IntSequenceTable"},
		{join(plan.JoinTypeHash, equal), snowset.OperatorHashJoin, "HashJoin"},
		{join(plan.JoinTypeLookup, equal), snowset.OperatorHashJoin, "LookupJoin"},
		{join(plan.JoinTypeMerge, equal), snowset.OperatorHashJoin, "MergeJoin"},
		{join(plan.JoinTypeRangeHeap, less), snowset.OperatorBandJoin, "RangeHeapJoin"},
		{join(plan.JoinTypeCross, nil), snowset.OperatorOther, "CrossJoin"},
		{join(plan.JoinTypeInner, equal), snowset.OperatorHashJoin, "InnerJoin"},
		{join(plan.JoinTypeInner, less), snowset.OperatorBandJoin, "InnerJoin"},
		{join(plan.JoinTypeInner, expression.NewAnd(less, equal)), snowset.OperatorHashJoin, "InnerJoin"},
		{join(plan.JoinTypeInner, expression.NewAnd(less, expression.NewNot(equal))), snowset.OperatorBandJoin, "InnerJoin"},
		{join(plan.JoinTypeInner, expression.NewNot(equal)), snowset.OperatorOther, "InnerJoin"},
	} {
		if k := KindOf(test.node); k.Operator != test.operator || k.Name != test.name || Of(test.node) != test.operator {
			t.Errorf("%T: %s %q, want %s %q", test.node, k.Operator.Column(), k.Name, test.operator.Column(), test.name)
		}
	}
	for n, want := range map[sql.Node]bool{&plan.Filter{}: true, join(plan.JoinTypeHash, equal): true} {
		if allocs := testing.AllocsPerRun(10, func() { KindOf(n) }); (allocs == 0) != want {
			t.Errorf("%T: %v allocations", n, allocs)
		}
	}
}

// docs/operators.md says what the table says.
func TestOperatorsAreDocumented(t *testing.T) {
	const path, begin, end = "../../../docs/operators.md", "<!-- nodes: begin -->\n", "<!-- nodes: end -->\n"
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(old), begin)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the table", path)
	}
	want := head + begin + operatorTable() + end + tail
	if *rewriteDocs {
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(old, []byte(want)) {
		t.Errorf("%s is not up to date: go test -run %s -rewrite-docs", path, t.Name())
	}
}

func operatorTable() string {
	var b strings.Builder
	b.WriteString("| operator | column | nodes that |\n|---|---|---|\n")
	for _, o := range snowset.Operators() {
		var nodes []string
		for _, g := range operatorGroups {
			if g.operator != o {
				continue
			}
			var names []string
			for _, n := range g.nodes {
				names = append(names, "`"+kindOfDocs(n)+"`")
			}
			nodes = append(nodes, fmt.Sprintf("%s: %s", g.why, strings.Join(names, ", ")))
		}
		if len(nodes) == 0 {
			nodes = []string{"this engine has none"}
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s |\n", strings.TrimSuffix(strings.TrimPrefix(o.Column(), "prof"), "Rso"), o.Column(), strings.Join(nodes, "; "))
	}
	return b.String()
}

// kindOfDocs is the name of a node's type.
func kindOfDocs(n sql.Node) string {
	if k, ok := nodeKinds[node.StructOf(n)]; ok {
		return k.Name
	}
	return node.StructOf(n).Name()
}
