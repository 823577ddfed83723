package program

import (
	"github.com/dolthub/go-mysql-server/sql/procedures"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// Text is the texts of a procedure's statements, as they stand in its source. They
// are looked for once one is wanted.
type Text struct {
	source     string
	operations []*procedures.InterpreterOperation
	cut        *words.ProgramText
}

// TextOf is the Text of a procedure with that CREATE PROCEDURE and those operations.
func TextOf(source string, operations []*procedures.InterpreterOperation) Text {
	return Text{source: source, operations: operations}
}

// Of is the text of a statement; empty if it cannot be told.
func (t *Text) Of(at Location) string {
	if t.cut == nil {
		cut := words.TextOfProgram(t.source)
		t.cut = &cut
	}
	if at.At < 0 {
		if i := t.handler(at.Handler); at.Alone && i >= 0 && i < len(t.cut.Handlers) {
			return t.cut.Handlers[i]
		}
		return ""
	}
	statements := t.cut.WithoutJumps()
	index, found := 0, -1
	for i, op := range t.operations {
		if i == at.At {
			found = index
		}
		if isStatement(op) {
			index++
		}
	}
	if found < 0 || found >= len(statements) || index != len(statements) {
		return ""
	}
	return statements[found]
}

// handler is which of the handlers declared an operation declares; -1 if none.
func (t *Text) handler(operation int) int {
	n := 0
	for i, op := range t.operations {
		if d, ok := op.PrimaryData.(*ast.Declare); ok && d.Handler != nil {
			if i == operation {
				return n
			}
			n++
		}
	}
	return -1
}

// isStatement says whether an operation stands for a statement of the source,
// and not for a part of one.
func isStatement(op *procedures.InterpreterOperation) bool {
	switch op.OpCode {
	case procedures.OpCode_If, procedures.OpCode_ScopeBegin, procedures.OpCode_ScopeEnd, procedures.OpCode_Exception:
		return false
	case procedures.OpCode_Goto:
		return false
	case procedures.OpCode_Declare:
		d, ok := op.PrimaryData.(*ast.Declare)
		return !ok || d.Handler == nil
	}
	return true
}
