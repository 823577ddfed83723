package column

import "github.com/dolthub/vitess/go/vt/sqlparser"

// ConstraintsOf are the constraints of a table, those that stand with a column among them.
func ConstraintsOf(t *sqlparser.TableSpec) []*sqlparser.ConstraintDefinition {
	all := t.Constraints[:len(t.Constraints):len(t.Constraints)]
	for _, c := range t.Columns {
		if c.Type.Constraint != nil {
			all = append(all, c.Type.Constraint)
		}
	}
	return all
}
