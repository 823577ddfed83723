package column

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, ...) SELECT ... makes a table of the
// columns that are defined and of those that are selected. The engine then puts what is
// selected into the first of them, whatever their names: it goes into those of its name,
// in MySQL, and the others have their defaults.

// CreateSelectRule is the rule create-table-select.
var CreateSelectRule = rule.Of[step.WrapStep]{
	Rule: rule.Rule{
		Name: "create-table-select", Changes: rule.Plan, About: rule.Tables,
		Why:      "CREATE TABLE ... SELECT puts what is selected into the first columns; MySQL into those of its names.",
		NeededBy: rule.Data, Golden: "create_select",
	},
	Apply: step.WrapStep{Engine: []string{"resolveCreateSelect"}, Wrap: placeSelected},
}

// placeSelected goes around the rule that makes such a table's plan.
func placeSelected(apply analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		out, same, err := apply(ctx, a, n, scope, sel, flags)
		if copier, ok := out.(*plan.TableCopier); ok && err == nil {
			if create, ok := copier.Destination.(*plan.CreateTable); ok {
				typeSelected(create, copier.Source)
				copier.Source = placed(copier.Database(), create, copier.Source)
			}
		}
		return out, same, err
	}
}

// nothingType is that of a column that is made of NULL.
var nothingType = types.MustCreateBinary(sqltypes.VarBinary, 0)

// typeSelected has the columns that a table gets from a query take NULL where they may be of no
// row, as MAX() is, and those of NULL have a type that the storage knows.
func typeSelected(create *plan.CreateTable, source sql.Node) {
	columns, selected := create.PkSchema().Schema, source.Schema()
	project, _ := source.(*plan.Project)
	for i, c := range columns {
		at := slices.IndexFunc(selected, func(s *sql.Column) bool { return strings.EqualFold(s.Name, c.Name) })
		if at < 0 {
			continue
		}
		null := c.Type == types.Null
		if !null && (c.Nullable || c.PrimaryKey || project == nil || at >= len(project.Projections) || !isExtreme(project.Projections[at])) {
			continue
		}
		made := *c
		made.Nullable = true
		if null {
			made.Type = nothingType
		}
		columns[i] = &made
	}
}

// isExtreme says of a column whether it is a MAX() or MIN() of the rows below.
func isExtreme(e sql.Expression) bool {
	if a, ok := e.(*expression.Alias); ok {
		e = a.Child
	}
	f, ok := e.(*expression.GetField)
	if !ok || f.Table() != "" {
		return false
	}
	name := strings.ToLower(f.Name())
	return strings.HasPrefix(name, "max(") || strings.HasPrefix(name, "min(")
}

// placed is what is selected in the order of a table's columns, with all of them.
func placed(db sql.Database, create *plan.CreateTable, source sql.Node) sql.Node {
	columns, selected := create.PkSchema().Schema, source.Schema()
	moved := len(columns) != len(selected)
	out := make([]sql.Expression, len(columns))
	for i, c := range columns {
		if c.Generated != nil {
			return source // the engine computes it from what it is given
		}
		var e sql.Expression = expression.NewLiteral(nil, types.Null)
		if c.Default != nil {
			e = c.Default
		}
		for at, s := range selected {
			if strings.EqualFold(s.Name, c.Name) {
				e = expression.NewGetFieldWithTable(at, 0, s.Type, s.DatabaseSource, s.Source, s.Name, s.Nullable)
				moved = moved || at != i
			}
		}
		if c.AutoIncrement {
			e, moved = &counted{expression.UnaryExpressionStub{Child: e}, db, create.Name(), c, new(*expression.AutoIncrement)}, true
		}
		out[i] = expression.NewAlias(c.Name, e)
	}
	if !moved {
		return source
	}
	return plan.NewProject(out, source)
}

// counted is what goes into an AUTO_INCREMENT column of a table that is made by the
// statement itself.
type counted struct {
	expression.UnaryExpressionStub
	db     sql.Database
	table  string
	column *sql.Column
	counts **expression.AutoIncrement // once there is the table
}

var (
	_ sql.Expression         = (*counted)(nil)
	_ sql.CollationCoercible = (*counted)(nil)
)

// Eval implements sql.Expression.
func (c *counted) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	if *c.counts == nil {
		table, ok, err := c.db.GetTableInsensitive(ctx, c.table)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, sql.ErrTableNotFound.New(c.table)
		}
		if *c.counts, err = expression.NewAutoIncrementForColumn(ctx, table, c.column, c.Child); err != nil {
			return nil, err
		}
	}
	return (*c.counts).Eval(ctx, row)
}

// Type implements sql.Expression.
func (c *counted) Type() sql.Type { return c.column.Type }

// IsNullable implements sql.Expression.
func (c *counted) IsNullable() bool { return false }

// String implements sql.Expression.
func (c *counted) String() string { return c.Child.String() }

// WithChildren implements sql.Expression.
func (c *counted) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(c, len(children), 1)
	}
	out := *c
	out.Child = children[0]
	return &out, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (c *counted) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, c.Child)
}
