package rewrite

import (
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/step"
)

// A plain statement passes by what is around the engine's rules, and by nothing else; any
// other by nothing.
func TestPassRules(t *testing.T) {
	a := analyzer.NewDefault(memory.NewDBProvider())
	var engine, around, ours int
	count := func(n *int) analyzer.RuleFunc {
		return func(_ *sql.Context, _ *analyzer.Analyzer, n2 sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
			*n++
			return n2, transform.SameTree, nil
		}
	}
	wrap := func(apply analyzer.RuleFunc) analyzer.RuleFunc {
		return func(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
			around++
			return apply(ctx, a, n, scope, sel, flags)
		}
	}
	const added = changeRuleID + 100 // no rule of the engine is called so
	batch := &analyzer.Batch{Rules: []analyzer.Rule{{Id: added + 1, Apply: count(&engine)}, {Id: added + 2, Apply: count(&engine)}}}
	a.Batches = []*analyzer.Batch{batch}
	before := RulesOf(a)
	batch.Rules = append([]analyzer.Rule{{Id: added, Apply: count(&ours)}, {Id: changeRuleID, Apply: count(&ours)}}, batch.Rules...)
	batch.Rules[2].Apply = wrap(batch.Rules[2].Apply)
	PassRules(a, before, nil)

	db := memory.NewDatabase("d")
	schema := sql.NewPrimaryKeySchema(sql.Schema{{Name: "i", Type: types.Int64, Source: "t"}})
	table := plan.NewResolvedTable(memory.NewTable(db, "t", schema, nil), db, nil)
	column := []sql.Expression{expression.NewGetField(0, types.Int64, "i", false)}
	plain := plan.NewProject(column, table)
	seen := &sql.QueryFlags{}
	seen.Set(step.FlagLookedAt)
	defines := &sql.QueryFlags{}
	defines.Set(sql.QFlagDDL)
	for _, test := range []struct {
		name                 string
		n                    sql.Node
		scope                *plan.Scope
		flags                *sql.QueryFlags
		passes               bool
		engine, around, ours int
	}{
		{"plain", plain, nil, &sql.QueryFlags{}, true, 2, 0, 1},
		{"plain within what has been looked at", plain, nil, seen, true, 2, 1, 2},
		{"a join", plan.NewProject(column, plan.NewCrossJoin(table, table)), nil, &sql.QueryFlags{}, false, 2, 1, 2},
		{"in a scope", plain, &plan.Scope{}, &sql.QueryFlags{}, false, 2, 1, 2},
		{"with flags of a definition", plain, nil, defines, false, 2, 1, 2},
		{"without flags", plain, nil, nil, false, 2, 1, 2},
	} {
		engine, around, ours = 0, 0, 0
		if got := PassPlain(test.n, test.scope, test.flags); got != test.passes {
			t.Errorf("%s: passes: %v", test.name, got)
		}
		for _, rule := range a.Batches[0].Rules {
			if _, _, err := rule.Apply(nil, a, test.n, test.scope, analyzer.DefaultRuleSelector, test.flags); err != nil {
				t.Fatal(err)
			}
		}
		if engine != test.engine || around != test.around || ours != test.ours {
			t.Errorf("%s: %d of the engine's rules, %d wrappers, %d of ours have run", test.name, engine, around, ours)
		}
	}
}

// A query has its shape marked where no plan of the statement has been looked at, and no other statement has.
func TestMarkShape(t *testing.T) {
	db := memory.NewDatabase("d")
	schema := sql.NewPrimaryKeySchema(sql.Schema{{Name: "i", Type: types.Int64, Source: "t"}})
	table := plan.NewResolvedTable(memory.NewTable(db, "t", schema, nil), db, nil)
	sorted := plan.NewSort(sql.SortFields{{Column: expression.NewGetField(0, types.Int64, "i", false)}}, table)
	defines, seen := &sql.QueryFlags{}, &sql.QueryFlags{}
	defines.Set(sql.QFlagDDL)
	seen.Set(step.FlagLookedAt)
	for _, test := range []struct {
		name   string
		n      sql.Node
		scope  *plan.Scope
		flags  *sql.QueryFlags
		unseen bool
		marked bool
	}{
		{"a query", sorted, nil, &sql.QueryFlags{}, true, true},
		{"a join", plan.NewCrossJoin(table, table), nil, &sql.QueryFlags{}, true, false},
		{"a query within a definition", sorted, nil, defines, true, false},
		{"a query within another", sorted, &plan.Scope{}, &sql.QueryFlags{}, false, false},
		{"the source of an INSERT", sorted, nil, seen, false, false},
		{"without flags", sorted, nil, nil, false, false},
	} {
		unseen := Unseen(test.scope, test.flags)
		if unseen != test.unseen {
			t.Errorf("%s: unseen is %v", test.name, unseen)
		}
		if unseen {
			MarkShape(test.n, test.flags)
		}
		if marked := test.flags.IsSet(step.FlagShaped); marked != test.marked {
			t.Errorf("%s: marked is %v", test.name, marked)
		}
	}
}
