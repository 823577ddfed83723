package instrument

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
)

// Programs are the statement/sp/* instruments: what the body of a stored
// program is made of.
//
//	stmt                a statement of SQL
//	set                 an assignment to a variable
//	set_trigger_field   an assignment to a column of NEW
//	jump                LEAVE and ITERATE, where they are seen
//	jump_if_not         the condition of IF, CASE, WHILE and REPEAT
//	copen, cfetch       OPEN and FETCH of a cursor
//	cclose              CLOSE of a cursor, or the end of the block it is in
//	freturn             RETURN of a function
//
// The others are MySQL's too, and nothing here gives them an event.
type Programs struct {
	Statement, Set, setTriggerField, jump, JumpIfNot, Open, Fetch, Close, Returns perfschema.StatementKey
}

func registerPrograms(s *perfschema.Schema) (k Programs) {
	add := func(name string) perfschema.StatementKey {
		return s.RegisterStatement("sp", perfschema.Info{Name: name})
	}
	k.Statement = add("stmt")
	k.Set = add("set")
	k.setTriggerField = add("set_trigger_field")
	k.jump = add("jump")
	k.JumpIfNot = add("jump_if_not")
	k.Returns = add("freturn")
	add("hpush_jump")
	add("hpop")
	add("hreturn")
	add("cpush")
	add("cpop")
	k.Open = add("copen")
	k.Close = add("cclose")
	k.Fetch = add("cfetch")
	add("error")
	add("set_case_expr")
	return k
}

// Of is the instrument of a node of a trigger's body, 0 if it is no statement
// that does something.
func (k *Programs) Of(n sql.Node) perfschema.StatementKey {
	switch n := n.(type) {
	case *plan.TriggerBeginEndBlock, *plan.BeginEndBlock, *plan.Block, *plan.IfElseBlock, *plan.IfConditional,
		*plan.CaseStatement, *plan.Loop, *plan.While, *plan.Repeat, plan.ElseCaseError,
		*plan.DeclareVariables, *plan.DeclareCondition, *plan.DeclareCursor, *plan.DeclareHandler:
		return 0
	case *plan.Set:
		for _, e := range n.Exprs {
			if set, ok := e.(*expression.SetField); ok {
				if _, column := set.LeftChild.(*expression.GetField); column {
					return k.setTriggerField
				}
			}
		}
		return k.Set
	case *plan.Leave, *plan.Iterate:
		return k.jump
	case *plan.Open:
		return k.Open
	case *plan.Fetch:
		return k.Fetch
	case *plan.Close:
		return k.Close
	}
	return k.Statement
}
