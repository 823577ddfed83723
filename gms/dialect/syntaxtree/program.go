package syntaxtree

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
