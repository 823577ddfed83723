package gms

import (
	"reflect"

	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/procedures"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/snowset"
)

// calledStatement is a statement of a procedure that a plan calls: a node below
// the CALL, with what it ran and gave in all. Its own plan, which is made anew
// each time it runs, has no numbers: what happens in it counts as this node's,
// each part by its operator.
type calledStatement struct {
	name, object string
	operator     snowset.Operator
	call         uint16 // number of the CALL
	number       uint16
	operation    int // place among those of the procedure
}

// addStatements adds the statements of a procedure that is called.
func (k *keptPlan) addStatements(n *plan.Call, call uint16) {
	if n.Procedure == nil {
		return
	}
	for i, op := range n.Procedure.Ops {
		s, ok := calledOf(op)
		if !ok {
			continue
		}
		if len(k.nodes) == perfschema.MaxPlanNodes {
			return
		}
		k.nodes, k.parents = append(k.nodes, nil), append(k.parents, call)
		s.call, s.number, s.operation = call, uint16(len(k.nodes)), i
		k.statements = append(k.statements, s)
	}
}

// calledOf says what an operation of a procedure is, if it is one that the
// interpreter asks the engine for.
func calledOf(op *procedures.InterpreterOperation) (s calledStatement, ok bool) {
	s.operator = snowset.OperatorOther
	switch op.OpCode {
	case procedures.OpCode_If:
		s.name = "If"
		return s, true
	case procedures.OpCode_Set:
		s.name, s.object = "Set", op.Target
		return s, true
	case procedures.OpCode_Declare:
		d, is := op.PrimaryData.(*ast.Declare)
		switch {
		case is && d.Cursor != nil:
			s.name, s.object = "Cursor", d.Cursor.Name
			return s, true
		case is && d.Handler != nil && isAsked(d.Handler.Statement):
			s.name = "Handler"
			return s, true
		}
	case procedures.OpCode_Select, procedures.OpCode_Execute, procedures.OpCode_Call:
		if stmt := op.PrimaryData; stmt != nil {
			s.name, s.object = statementName(stmt)
			if isChange(stmt) {
				s.operator = snowset.OperatorDML
			}
			return s, true
		}
	}
	return s, false
}

// isAsked says whether the interpreter asks the engine for a handler's statement.
func isAsked(stmt ast.Statement) bool {
	switch stmt.(type) {
	case *ast.Set, *ast.Select, *ast.Insert, *ast.Update, *ast.Delete, *ast.Call, *ast.BeginEndBlock:
		return true
	}
	return false
}

// statementName is what a statement of a program is, and of which table or
// procedure.
func statementName(stmt ast.Statement) (name, object string) {
	switch stmt := stmt.(type) {
	case *ast.Insert:
		if stmt.Action == ast.ReplaceStr {
			return "Replace", stmt.Table.Name.String()
		}
		return "Insert", stmt.Table.Name.String()
	case *ast.Call:
		return "Call", stmt.ProcName.Name.String()
	case *ast.Select:
		return "Select", onlyTable(stmt.From)
	case *ast.Update:
		return "Update", onlyTable(stmt.TableExprs)
	case *ast.Delete:
		return "Delete", onlyTable(stmt.TableExprs)
	}
	t := reflect.TypeOf(stmt)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Name(), ""
}

// onlyTable is the table of a statement that has one.
func onlyTable(from ast.TableExprs) string {
	if len(from) != 1 {
		return ""
	}
	if t, ok := from[0].(*ast.AliasedTableExpr); ok {
		if name, ok := t.Expr.(ast.TableName); ok {
			return name.Name.String()
		}
	}
	return ""
}

// called are the statements of the procedure that a CALL runs; none where the
// plan is not kept, or the CALL itself is part of a program.
func (x *execution) called(n *plan.Call) []calledStatement {
	k := x.plan.kept
	if k == nil {
		return nil
	}
	call := k.at(n)
	for i := range k.statements {
		if k.statements[i].call == call {
			end := i
			for end < len(k.statements) && k.statements[end].call == call {
				end++
			}
			return k.statements[i:end]
		}
	}
	return nil
}

// calledPlace is where the thread is in a statement that the interpreter asks
// for.
func (p *procedureRun) calledPlace(where statementPlace, stmt ast.Statement) operatorPlace {
	x := p.execution
	if x.plan.kept == nil {
		return operatorPlace{}
	}
	place := operatorPlace{thread: x.connection.thread, operator: snowset.OperatorOther}
	if isChange(stmt) {
		place.operator = snowset.OperatorDML
	}
	at := where.at
	if at < 0 {
		at = where.handler
	}
	for i := range p.called {
		if s := &p.called[i]; s.operation == at {
			place.number = s.number
			place.node = x.plan.kept.plan.Node(s.number)
			return place
		}
	}
	place.number = x.programs.place // part of the statement around it
	return place
}
