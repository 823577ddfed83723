package program

import (
	"reflect"

	"github.com/dolthub/go-mysql-server/sql/procedures"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"
)

// Asked is an operation that the interpreter asks the engine for.
type Asked struct {
	Name, Object string // what it is, and of which table, variable or procedure
	Changes      bool   // rows
}

// AskedBy says what an operation of a procedure is, if it is one of those.
func AskedBy(op *procedures.InterpreterOperation) (s Asked, ok bool) {
	switch op.OpCode {
	case procedures.OpCode_If:
		s.Name = "If"
		return s, true
	case procedures.OpCode_Set:
		s.Name, s.Object = "Set", op.Target
		return s, true
	case procedures.OpCode_Declare:
		d, is := op.PrimaryData.(*ast.Declare)
		switch {
		case is && d.Cursor != nil:
			s.Name, s.Object = "Cursor", d.Cursor.Name
			return s, true
		case is && d.Handler != nil && isAsked(d.Handler.Statement):
			s.Name = "Handler"
			return s, true
		}
	case procedures.OpCode_Select, procedures.OpCode_Execute, procedures.OpCode_Call:
		if stmt := op.PrimaryData; stmt != nil {
			s.Name, s.Object = statementName(stmt)
			s.Changes = Changes(stmt)
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

// Changes says whether a statement changes rows.
func Changes(stmt ast.Statement) bool {
	switch stmt.(type) {
	case *ast.Insert, *ast.Update, *ast.Delete:
		return true
	}
	return false
}
