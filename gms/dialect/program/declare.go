package program

import (
	"strings"

	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// What a handler is for, the number or SQLSTATE of an error or the name of a condition,
// is the interpreter's affair. The engine, which looks at a procedure as it is made,
// knows classes of errors alone; of a handler it looks at the first condition, and at
// the SQLSTATE of a condition that is declared.

// forEngine is the condition that the engine gets to see before those of a handler.
var forEngine = ast.DeclareHandlerCondition{ValueType: ast.DeclareHandlerCondition_SqlException, String: "for the engine"}

// stateForEngine is the SQLSTATE of a condition that is declared by a number.
const stateForEngine = "HY000"

// AcceptConditions has the engine accept the handlers and conditions of a procedure
// that the interpreter knows.
func AcceptConditions(stmt ast.Statement) {
	ddl, ok := stmt.(*ast.DDL)
	if !ok || ddl.ProcedureSpec == nil || ddl.ProcedureSpec.Body == nil {
		return
	}
	signals := map[string]bool{} // what has no SQLSTATE cannot be raised: the engine refuses it
	_ = syntaxtree.Walk(func(n ast.SQLNode) (bool, error) {
		if s, ok := n.(*ast.Signal); ok {
			signals[strings.ToLower(s.ConditionName)] = true
		}
		return true, nil
	}, ddl.ProcedureSpec.Body)
	_ = syntaxtree.Walk(func(n ast.SQLNode) (bool, error) {
		d, ok := n.(*ast.Declare)
		if !ok {
			return true, nil
		}
		switch {
		case d.Condition != nil && d.Condition.SqlStateValue == "" && !signals[strings.ToLower(d.Condition.Name)] && validNumber(d.Condition.MysqlErrorCode):
			d.Condition.SqlStateValue = stateForEngine
		case d.Handler != nil && interpreted(d.Handler.ConditionValues):
			d.Handler.ConditionValues = append([]ast.DeclareHandlerCondition{forEngine}, d.Handler.ConditionValues...)
		}
		return true, nil
	}, ddl.ProcedureSpec.Body)
}

// interpreted says whether the interpreter knows all of a handler's conditions.
func interpreted(conditions []ast.DeclareHandlerCondition) bool {
	for _, c := range conditions {
		switch c.ValueType {
		case ast.DeclareHandlerCondition_MysqlErrorCode:
			if !validNumber(c.MysqlErrorCode) {
				return false
			}
		case ast.DeclareHandlerCondition_SqlState:
			if len(c.String) != 5 || c.String[:2] == "00" {
				return false
			}
		}
	}
	return true
}

func validNumber(v *ast.SQLVal) bool { return v != nil && v.Type == ast.IntVal && string(v.Val) != "0" }
