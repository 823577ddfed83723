package change

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

// The engine asks the table of a statement for its checks. One with virtual columns it has
// put into another that has none, so that nothing was checked of its rows.

// ChecksOfVirtualRule is the rule checks-of-virtual-columns.
var ChecksOfVirtualRule = rule.Of[analyzer.RuleFunc]{
	Rule: rule.Rule{
		Name: "checks-of-virtual-columns", Changes: rule.Plan, About: rule.Changes,
		Why:      "The engine checks nothing of a row whose table has virtual columns.",
		NeededBy: rule.Data, Golden: "virtual_checks",
	},
	Apply: checksOfChange,
}

// checksOfChange gives a change the checks of such tables.
func checksOfChange(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	switch n := n.(type) {
	case *plan.InsertInto:
		if len(n.Checks()) > 0 || !hasVirtualTable(n.Destination) {
			return n, transform.SameTree, nil
		}
		checks, err := checksOfVirtual(ctx, a, n.Destination, nil)
		if err != nil || len(checks) == 0 {
			return n, transform.SameTree, err
		}
		return n.WithChecks(checks), transform.NewTree, nil
	case *plan.Update:
		source, ok := n.Child.(*plan.UpdateSource)
		if !ok || !hasVirtualTable(source.Child) {
			return n, transform.SameTree, nil
		}
		var only map[string]bool
		if n.IsJoin {
			only = map[string]bool{}
			for name := range plan.GetTablesToBeUpdated(source) {
				only[strings.ToLower(name)] = true
			}
		}
		checks, err := checksOfVirtual(ctx, a, source.Child, only)
		if err != nil || len(checks) == 0 {
			return n, transform.SameTree, err
		}
		all := append(n.Checks()[:len(n.Checks()):len(n.Checks())], checks...)
		return n.WithChecks(all), transform.NewTree, nil
	}
	return n, transform.SameTree, nil
}

func hasVirtualTable(n sql.Node) bool {
	found := false
	transform.InspectWithOpaque(n, func(n sql.Node) bool {
		if t, ok := n.(*plan.ResolvedTable); ok {
			_, virtual := t.Table.(*plan.VirtualColumnTable)
			found = found || virtual
		}
		return !found
	})
	return found
}

// checksOfVirtual are the checks of tables with virtual columns among those of a node, of
// those called by the names alone unless that is nil.
func checksOfVirtual(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, only map[string]bool) (all []*sql.CheckConstraint, err error) {
	for name, t := range joinedTables(n) {
		if only != nil && !only[name] {
			continue
		}
		var table *plan.ResolvedTable
		transform.InspectWithOpaque(t, func(n sql.Node) bool {
			if r, ok := n.(*plan.ResolvedTable); ok {
				table = r
			}
			return table == nil
		})
		if table == nil {
			continue
		}
		virtual, ok := table.Table.(*plan.VirtualColumnTable)
		if !ok {
			continue
		}
		checked, ok := sql.GetUnderlyingTable(virtual).(sql.CheckTable)
		if !ok {
			continue
		}
		checks, err := checked.GetChecks(ctx)
		if err != nil {
			return nil, fmt.Errorf("checks of %s: %w", name, err)
		}
		for _, c := range checks {
			e, err := checkExpression(ctx, a, c, table)
			if err != nil {
				return nil, err
			}
			if e, err = ofTable(e, t, name); err != nil {
				return nil, err
			}
			all = append(all, &sql.CheckConstraint{Name: c.Name, Expr: e, Enforced: c.Enforced})
		}
	}
	return all, nil
}

// checkExpression is what a check of a table says.
func checkExpression(ctx *sql.Context, a *analyzer.Analyzer, c sql.CheckDefinition, table *plan.ResolvedTable) (out sql.Expression, err error) {
	defer func() { // so the engine's builder tells of an error
		if r := recover(); r != nil {
			told, ok := r.(error)
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("check %s: %w", c.Name, told)
		}
	}()
	parsed, err := sqlparser.Parse("SELECT " + c.CheckExpression)
	if err != nil {
		return nil, fmt.Errorf("check %s: %w", c.Name, err)
	}
	selected, ok := parsed.(*sqlparser.Select)
	if !ok || len(selected.SelectExprs) != 1 {
		return nil, sql.ErrInvalidCheckConstraint.New(c.CheckExpression)
	}
	e, ok := selected.SelectExprs[0].(*sqlparser.AliasedExpr)
	if !ok {
		return nil, sql.ErrInvalidCheckConstraint.New(c.CheckExpression)
	}
	b := planbuilder.New(ctx, a.Catalog, nil)
	b.DisableAuth()
	return b.BuildScalarWithTable(e.Expr, &sqlparser.AliasedTableExpr{
		Auth: sqlparser.AuthInformation{AuthType: sqlparser.AuthType_IGNORE},
		Expr: sqlparser.TableName{Name: sqlparser.NewTableIdent(table.Name()), DbQualifier: sqlparser.NewTableIdent(table.Database().Name())},
	}), nil
}

// ofTable has an expression on a table's columns be on those of its place in a statement,
// where it is called by a name.
func ofTable(e sql.Expression, t plan.TableIdNode, name string) (sql.Expression, error) {
	schema := t.Schema()
	out, _, err := transform.Expr(e, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
		g, ok := e.(*expression.GetField)
		if !ok {
			return e, transform.SameTree, nil
		}
		id, ok := columnID(t, schema.IndexOfColName(g.Name()))
		if !ok {
			return nil, transform.SameTree, sql.ErrColumnNotFound.New(g.Name())
		}
		return expression.NewGetFieldWithTable(int(id), int(t.Id()), g.Type(), g.Database(), strings.ToLower(name), g.Name(), g.IsNullable()), transform.NewTree, nil
	})
	return out, err //nolint:wrapcheck // what is made above
}
