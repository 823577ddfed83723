package change

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

// An UPDATE of joined tables sets their generated columns, and those with ON UPDATE, too. The
// engine numbers these by their places in the join, and so sets other columns, of the same
// name or another, in other tables. It sets them in tables of which nothing is changed, and
// of those with ON UPDATE that have one name the first alone.

// JoinedUpdatesRule is the rule generated-columns-of-joined-updates.
var JoinedUpdatesRule = rule.Of[analyzer.RuleFunc]{
	Rule: rule.Rule{
		Name: "generated-columns-of-joined-updates", Changes: rule.Plan, About: rule.Changes,
		Why:      "An UPDATE of joined tables sets generated columns, and those with ON UPDATE, by their places in the join: other columns, in other tables.",
		NeededBy: rule.Data, Golden: "joined_generated",
	},
	Apply: joinedSets,
}

// joinedSets numbers such columns as the join does, and leaves those out of whose table the
// statement sets nothing.
func joinedSets(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	u, ok := n.(*plan.Update)
	if !ok || !u.IsJoin {
		return n, transform.SameTree, nil
	}
	return transform.Node(n, func(child sql.Node) (sql.Node, transform.TreeIdentity, error) {
		source, ok := child.(*plan.UpdateSource)
		if !ok {
			return child, transform.SameTree, nil
		}
		sets, changed := setsOfJoin(source)
		if !changed {
			return child, transform.SameTree, nil
		}
		out := *source
		out.UpdateExprs = sets
		return &out, transform.NewTree, nil
	})
}

// setsOfJoin are the columns that an UPDATE of joined tables is to set.
func setsOfJoin(source *plan.UpdateSource) (out []sql.Expression, changed bool) {
	tables := joinedTables(source.Child)
	said := map[string]bool{} // tables of which the statement sets something
	made := make([]sql.Expression, len(source.UpdateExprs))
	for i, e := range source.UpdateExprs {
		set, column, id := joinedColumn(tables, e)
		switch {
		case column == nil:
		case id == column.Id() && (i == 0 || !setByEngine(tables[strings.ToLower(column.Table())], set, column)):
			said[strings.ToLower(column.Table())] = true
		default:
			numbered := expression.NewGetFieldWithTable(int(id), int(tables[strings.ToLower(column.Table())].Id()), column.Type(), column.Database(), column.Table(), column.Name(), column.IsNullable())
			made[i] = expression.NewSetField(numbered, set.RightChild)
		}
	}
	for i, e := range source.UpdateExprs {
		if made[i] == nil {
			out = append(out, e)
			continue
		}
		changed = true
		if column, ok := made[i].(*expression.SetField).LeftChild.(*expression.GetField); ok && said[strings.ToLower(column.Table())] {
			out = append(out, made[i])
		}
	}
	lacking := timesLacking(tables, said, out)
	return append(out, lacking...), changed || len(lacking) > 0
}

// setByEngine says of a column that the engine sets it, since it is generated or has ON UPDATE.
func setByEngine(t plan.TableIdNode, set *expression.SetField, column *expression.GetField) bool {
	made, ok := set.RightChild.(*sql.ColumnDefaultValue)
	if !ok {
		return false
	}
	c := t.Schema()[t.Schema().IndexOfColName(column.Name())]
	return c.Generated != nil || c.OnUpdate != nil && momentName(made) == momentName(c.OnUpdate)
}

// momentName is the name of the function that a column is set by.
func momentName(c *sql.ColumnDefaultValue) string {
	name, _, _ := strings.Cut(strings.ToUpper(strings.Trim(c.String(), "() ")), "(")
	if name == "NOW" {
		return "CURRENT_TIMESTAMP"
	}
	return name
}

// timesLacking sets the columns with ON UPDATE of tables that are changed, where nothing does.
func timesLacking(tables map[string]plan.TableIdNode, said map[string]bool, sets []sql.Expression) (lacking []sql.Expression) {
	isSet := func(id sql.ColumnId) bool {
		return slices.ContainsFunc(sets, func(e sql.Expression) bool {
			set, ok := e.(*expression.SetField)
			if !ok {
				return false
			}
			column, ok := set.LeftChild.(*expression.GetField)
			return ok && column.Id() == id
		})
	}
	for _, name := range slices.Sorted(maps.Keys(said)) {
		t := tables[name]
		for at, c := range t.Schema() {
			if c.OnUpdate == nil || c.Generated != nil {
				continue
			}
			id, ok := columnID(t, at)
			if !ok || isSet(id) {
				continue
			}
			now, err := momentOfChange(c)
			if err != nil {
				continue
			}
			column := expression.NewGetFieldWithTable(int(id), int(t.Id()), c.Type, c.DatabaseSource, name, c.Name, c.Nullable)
			lacking = append(lacking, expression.NewSetField(column, now))
		}
	}
	return lacking
}

// momentOfChange is what ON UPDATE sets a column to: the current time, with its digits.
func momentOfChange(c *sql.Column) (*sql.ColumnDefaultValue, error) {
	var digits []sql.Expression
	if _, rest, ok := strings.Cut(c.OnUpdate.String(), "("); ok {
		if n, err := strconv.Atoi(strings.Trim(rest, "() ")); err == nil {
			digits = append(digits, expression.NewLiteral(int8(n), types.Int8))
		}
	}
	now, err := function.NewNow(digits...)
	if err != nil {
		return nil, err //nolint:wrapcheck // it never is
	}
	return sql.NewColumnDefaultValue(now, c.Type, false, false, c.Nullable) //nolint:wrapcheck // likewise
}

// joinedTables are the tables of a join by their names.
func joinedTables(n sql.Node) map[string]plan.TableIdNode {
	out := map[string]plan.TableIdNode{}
	transform.InspectWithOpaque(n, func(n sql.Node) bool {
		t, ok := n.(plan.TableIdNode)
		if !ok {
			return true
		}
		if named, ok := n.(sql.NameableNode); ok {
			out[strings.ToLower(named.Name())] = t
		}
		return false
	})
	return out
}

// joinedColumn is the column that an expression sets, with the number that the join has for
// it; nil if it is none of its tables'.
func joinedColumn(tables map[string]plan.TableIdNode, e sql.Expression) (*expression.SetField, *expression.GetField, sql.ColumnId) {
	set, ok := e.(*expression.SetField)
	if !ok {
		return nil, nil, 0
	}
	column, ok := set.LeftChild.(*expression.GetField)
	if !ok {
		return nil, nil, 0
	}
	t, ok := tables[strings.ToLower(column.Table())]
	if !ok {
		return nil, nil, 0
	}
	id, ok := columnID(t, t.Schema().IndexOfColName(column.Name()))
	if !ok {
		return nil, nil, 0
	}
	return set, column, id
}

// columnID is the number of a table's column in a statement, by its place in the table.
func columnID(t plan.TableIdNode, at int) (sql.ColumnId, bool) {
	columns := t.Columns()
	for id, ok := columns.Next(1); ok && at >= 0; id, ok = columns.Next(id + 1) {
		if at == 0 {
			return id, true
		}
		at--
	}
	return 0, false
}
