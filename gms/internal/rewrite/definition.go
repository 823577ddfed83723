package rewrite

import "github.com/dolthub/vitess/go/vt/sqlparser"

// ProgramsOf are the statements of the program that a statement makes.
func ProgramsOf(s *sqlparser.DDL) (bodies []sqlparser.Statement) {
	if s.ProcedureSpec != nil {
		bodies = append(bodies, s.ProcedureSpec.Body)
	}
	if s.TriggerSpec != nil {
		bodies = append(bodies, s.TriggerSpec.Body)
	}
	if s.EventSpec != nil && s.EventSpec.Body != nil {
		bodies = append(bodies, s.EventSpec.Body)
	}
	return bodies
}

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
