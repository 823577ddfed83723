package planshape

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// A rule that the engine has renamed is not left out any more, which nothing else would show.
func TestWorkNamesRulesOfTheEngine(t *testing.T) {
	a := analyzer.NewDefault(memory.NewDBProvider())
	var names []string
	for _, b := range a.Batches {
		for _, r := range b.Rules {
			names = append(names, r.Id.String())
		}
	}
	for name := range work {
		if !slices.Contains(names, name) {
			t.Errorf("the engine has no rule %s", name)
		}
	}
	if len(work) < 50 {
		t.Errorf("%d rules are known", len(work))
	}
}

// idOf finds a rule of the engine by its name.
func idOf(t *testing.T, name string) analyzer.RuleId {
	t.Helper()
	for id := range analyzer.RuleId(1000) {
		if id.String() == name {
			return id
		}
	}
	t.Fatalf("no rule is called %s", name)
	return 0
}

// calls records which rules are called.
type calls struct{ names []string }

func (c *calls) rule(t *testing.T, name string) analyzer.Rule {
	return analyzer.Rule{Id: idOf(t, name), Apply: c.apply(name)}
}

func (c *calls) apply(name string) analyzer.RuleFunc {
	return func(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		c.names = append(c.names, name)
		return n, transform.SameTree, nil
	}
}

func TestCombine(t *testing.T) {
	var c calls
	named := func(name string) Rule {
		r := c.rule(t, name)
		return Rule{Rule: r, Plain: r.Apply}
	}
	told := named("unnestInSubqueries")
	told.Told = true
	wrapped := named("optimizeJoins")
	wrapped.Plain = c.apply("the engine's optimizeJoins")
	ours := Rule{Rule: analyzer.Rule{Id: 1 << 20, Apply: c.apply("ours")}}
	rule := Combine([]Rule{named("trackProcess"), named("validateCreateTable"), told, wrapped, ours, named("replaceAgg"), named("insertTopNNodes")})
	every := []string{"trackProcess", "validateCreateTable", "unnestInSubqueries", "optimizeJoins", "ours", "replaceAgg", "insertTopNNodes"}
	marked := func(s Shape, plain bool) *sql.QueryFlags {
		flags := &sql.QueryFlags{}
		Mark(flags, s, plain)
		return flags
	}
	for _, test := range []struct {
		name  string
		flags *sql.QueryFlags
		want  []string
	}{
		{"without flags", nil, every},
		{"without a shape", &sql.QueryFlags{}, every},
		{"a table", marked(0, false), []string{"trackProcess", "unnestInSubqueries", "optimizeJoins", "ours"}},
		{"sorted", marked(Sorts, false), []string{"trackProcess", "unnestInSubqueries", "optimizeJoins", "ours", "insertTopNNodes"}},
		{"of every shape", marked(all, false), []string{"trackProcess", "unnestInSubqueries", "optimizeJoins", "ours", "replaceAgg", "insertTopNNodes"}},
		{"plain", marked(Filters, true), []string{"trackProcess", "the engine's optimizeJoins"}},
	} {
		for range 2 { // the list is made by the first
			c.names = nil
			_, same, err := rule.Apply(nil, &analyzer.Analyzer{}, nil, nil, analyzer.DefaultRuleSelector, test.flags)
			if err != nil || !bool(same) || !slices.Equal(c.names, test.want) {
				t.Errorf("%s: %q are called, want %q (%v)", test.name, c.names, test.want, err)
			}
		}
	}
	c.names = nil
	without := func(id analyzer.RuleId) bool { return id != told.Id }
	if _, _, err := rule.Apply(nil, &analyzer.Analyzer{}, nil, nil, without, marked(0, false)); err != nil || slices.Contains(c.names, "unnestInSubqueries") {
		t.Errorf("%q are called of those that the selector leaves (%v)", c.names, err)
	}
}

// What a rule gives is given to the next one, and an error ends the batch.
func TestCombinedRulesFollow(t *testing.T) {
	failed := errors.New("failed")
	made := plan.NewEmptyTableWithSchema(nil)
	makes := Rule{Rule: analyzer.Rule{Id: 1 << 20, Apply: func(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		return made, transform.NewTree, nil
	}}}
	sees := Rule{Rule: analyzer.Rule{Id: 1 << 21, Apply: func(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		if n != made {
			t.Errorf("the second rule is given %v", n)
		}
		return nil, transform.SameTree, failed
	}}}
	n, same, err := Combine([]Rule{makes}).Apply(nil, &analyzer.Analyzer{}, nil, nil, analyzer.DefaultRuleSelector, nil)
	if n != made || bool(same) || err != nil {
		t.Errorf("one rule: %v, %v, %v", n, same, err)
	}
	if n, _, err = Combine([]Rule{makes, sees}).Apply(nil, &analyzer.Analyzer{}, nil, nil, analyzer.DefaultRuleSelector, nil); n != made || !errors.Is(err, failed) {
		t.Errorf("two rules: %v, %v", n, err)
	}
}

// Check reports a rule that would be skipped and changes a plan, refuses it or sets a flag.
func TestCheck(t *testing.T) {
	var reported []error
	called := Check(func(err error) { reported = append(reported, err) })
	t.Cleanup(func() { Check(nil) })
	for i, apply := range []analyzer.RuleFunc{
		func(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
			return n, transform.NewTree, nil // says so, and has changed nothing
		},
		func(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
			return plan.NewLimit(expression.NewLiteral(1, types.Int64), n), transform.NewTree, nil
		},
		func(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
			return n, transform.SameTree, fmt.Errorf("refused")
		},
		func(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
			flags.Set(sql.QFlagMax1Row)
			return n, transform.SameTree, nil
		},
	} {
		reported = nil
		flags := &sql.QueryFlags{}
		Mark(flags, 0, false)
		rule := Combine([]Rule{{Rule: analyzer.Rule{Id: idOf(t, "validateCreateTable"), Apply: apply}}})
		n, same, err := rule.Apply(sql.NewEmptyContext(), &analyzer.Analyzer{}, plan.NewEmptyTableWithSchema(nil), nil, analyzer.DefaultRuleSelector, flags)
		if _, left := n.(*plan.EmptyTable); !left || !bool(same) || err != nil || flags.IsSet(sql.QFlagMax1Row) {
			t.Errorf("rule %d is not skipped: %v, %v, %v", i, n, same, err)
		}
		if want := min(i, 1); len(reported) != want {
			t.Errorf("rule %d: %v are reported", i, reported)
		}
		if called() != uint64(i+1) {
			t.Errorf("rule %d: %d are called", i, called())
		}
	}
}
