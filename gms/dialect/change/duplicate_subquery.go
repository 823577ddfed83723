package change

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// A subquery in ON DUPLICATE KEY UPDATE runs for a row with the columns that the table's row
// had, and behind them those of the row that was to be inserted. The engine numbers what the
// subquery selects as if there were nothing before it, and so took columns of the one row for
// those of the other; and an INSERT of literals it runs without making its subqueries ready.

// DuplicateSubqueriesRule is the rule subqueries-on-duplicate-key.
var DuplicateSubqueriesRule = rule.Of[step.WrapStep]{
	Rule: rule.Rule{
		Name: "subqueries-on-duplicate-key", Changes: rule.Plan, About: rule.Changes,
		Why:      "The engine numbers the columns of a subquery in ON DUPLICATE KEY UPDATE wrongly, and reads those of another row.",
		NeededBy: rule.Data, Golden: "duplicate_subqueries",
	},
	Apply: step.WrapStep{Engine: []string{"assignExecIndexes"}, Wrap: placeDuplicates},
}

// placeDuplicates has an analyzer's rule that numbers columns do so in such subqueries.
func placeDuplicates(number analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		out, same, err := number(ctx, an, n, scope, sel, flags)
		if err != nil || !flags.SubqueryIsSet() {
			return out, same, err
		}
		insert, ok := out.(*plan.InsertInto)
		if !ok || !slices.ContainsFunc(insert.OnDupExprs, planwalk.HasSubquery) {
			return out, same, nil
		}
		sets := make([]sql.Expression, len(insert.OnDupExprs))
		values := make([]sql.Expression, len(sets))
		for i, e := range insert.OnDupExprs {
			set, ok := e.(*expression.SetField)
			if !ok {
				return out, same, nil
			}
			sets[i], values[i] = set.LeftChild, set.RightChild
		}
		rows := &bothRows{Node: insert.Destination, schema: rowsOfDuplicate(insert)}
		numbered, _, err := number(ctx, an, plan.NewProject(values, rows), nil, sel, flags)
		if err != nil {
			return nil, transform.SameTree, err
		}
		project, ok := numbered.(*plan.Project)
		if !ok || len(project.Projections) != len(sets) {
			return out, same, nil
		}
		for i, value := range project.Projections {
			sets[i] = expression.NewSetField(sets[i], value)
		}
		with := *insert
		with.OnDupExprs = sets
		return &with, transform.NewTree, nil
	}
}

// rowsOfDuplicate are the columns of the row that is there, and of that which was to be
// inserted, by the names that these have in the statement.
func rowsOfDuplicate(n *plan.InsertInto) sql.Schema {
	table := n.Destination.Schema()
	out := slices.Clone(table)
	values, listed := n.Source.(*plan.Values)
	selected := sql.Schema(nil)
	if !listed {
		selected = n.Source.Schema()
	}
	for at, c := range table {
		made := c.Copy()
		made.Source = planbuilder.OnDupValuesPrefix
		switch i := slices.IndexFunc(n.ColumnNames, func(name string) bool { return strings.EqualFold(name, c.Name) }); {
		case listed:
			if values.AliasName != "" {
				made.Source = values.AliasName
			}
			if values.ColumnNames != nil {
				made.Name = values.ColumnNames[c.Name]
			}
		case i >= 0 && i < len(selected):
			made = selected[i]
		case len(selected) == len(table):
			made = selected[at]
		}
		out = append(out, made)
	}
	return out
}

// bothRows stands for what gives both rows.
type bothRows struct {
	sql.Node
	schema sql.Schema
}

// Schema implements sql.Node.
func (b *bothRows) Schema() sql.Schema { return b.schema }

// Children implements sql.Node.
func (*bothRows) Children() []sql.Node { return nil }

// WithChildren implements sql.Node.
func (b *bothRows) WithChildren(children ...sql.Node) (sql.Node, error) {
	if len(children) != 0 {
		return nil, sql.ErrInvalidChildrenNumber.New(b, len(children), 0)
	}
	return b, nil
}

// ProjectedExprs implements sql.Projector: the columns are known by their names, for both rows
// have the same numbers.
func (b *bothRows) ProjectedExprs() []sql.Expression {
	out := make([]sql.Expression, len(b.schema))
	for i := range out {
		out[i] = expression.NewLiteral(nil, b.schema[i].Type)
	}
	return out
}

// askDuplicates has the engine make the subqueries of ON DUPLICATE KEY UPDATE ready, and finds
// what VALUES() names in them.
func askDuplicates(s *sqlparser.Insert) {
	rows, ok := s.Rows.(*sqlparser.AliasedValues)
	if !ok {
		return
	}
	asks := false
	for _, set := range s.OnDup {
		_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
			if q, ok := n.(*sqlparser.Subquery); ok {
				asks = true
				valuesByName(q, s, rows)
				return false, nil
			}
			return true, nil
		}, set)
	}
	if !asks {
		return
	}
	var at *sqlparser.Expr // a literal, or else a parameter, which has its column's type so
	for _, row := range rows.Values {
		for i, e := range row {
			switch e := e.(type) {
			case *sqlparser.Default:
			case *sqlparser.SQLVal:
				if at == nil || e.Type != sqlparser.ValArg {
					at = &row[i]
				}
			default:
				return // the engine takes it for no row of literals
			}
		}
	}
	if at != nil {
		*at = &sqlparser.ParenExpr{Expr: *at}
	}
}

// valuesByName has VALUES() in a subquery be the column that it names.
func valuesByName(q *sqlparser.Subquery, s *sqlparser.Insert, rows *sqlparser.AliasedValues) {
	syntaxtree.ReplaceExpressions(q, func(e sqlparser.Expr) sqlparser.Expr {
		v, ok := e.(*sqlparser.ValuesFuncExpr)
		if !ok {
			return nil
		}
		named := &sqlparser.ColName{Name: v.Name.Name, Qualifier: sqlparser.TableName{Name: rows.As}}
		if rows.As.IsEmpty() {
			named.Qualifier.Name = sqlparser.NewTableIdent(planbuilder.OnDupValuesPrefix)
		}
		for i, c := range s.Columns {
			if i < len(rows.Columns) && c.Equal(v.Name.Name) {
				named.Name = rows.Columns[i]
			}
		}
		return named
	})
}
