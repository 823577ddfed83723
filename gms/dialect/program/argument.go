package program

import (
	"fmt"
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// The engine keeps one value for each name of a parameter in a session, whichever
// procedures have one of that name, with the type that the first of them gave it, and has
// what is passed by its name alone refer to the value of that name. So a procedure's
// parameters are set aside while it calls another, and what it passes goes by names that
// no statement can write.

// SeparateArguments has the columns that a client's CALL, a trigger or an event hands to
// procedures, as in CALL p(NEW.id), taken for columns: the engine would find the parameter
// of that name first.
func SeparateArguments(stmt ast.Statement) {
	var body ast.Statement
	switch s := stmt.(type) {
	case *ast.Call:
		body = s
	case *ast.DDL:
		switch {
		case s.TriggerSpec != nil:
			body = s.TriggerSpec.Body
		case s.EventSpec != nil:
			body = s.EventSpec.Body
		}
	}
	if body == nil {
		return
	}
	_ = syntaxtree.Walk(func(n ast.SQLNode) (bool, error) {
		call, ok := n.(*ast.Call)
		if !ok {
			return true, nil
		}
		for i, param := range call.Params {
			if column, ok := param.(*ast.ColName); ok && (n == body || !column.Qualifier.IsEmpty()) {
				call.Params[i] = &ast.ParenExpr{Expr: column}
			}
		}
		return true, nil
	}, body)
}

// BeginParameters is called when a procedure begins: its parameters have the types it
// gives them, and OUT parameters are NULL, whatever a call before has left. What it sets
// an IN parameter to is its own.
func BeginParameters(ctx *sql.Context, p *plan.Procedure) {
	eachParameter(ctx, p, func(param plan.ProcedureParam, value *sql.StoredProcParam) {
		value.Type = param.Type
		switch passed := value.Reference; {
		case param.Direction == plan.ProcedureParamDirection_In:
			value.Reference = nil
		case param.Direction == plan.ProcedureParamDirection_Out:
			if passed != nil {
				passed.SetValue(nil)
			}
			value.Value, value.HasBeenSet = nil, false
		case passed != nil:
			passed.SetValue(value.Value)
		}
	})
}

// EndParameters is called when it has ended: what follows has nothing to do with what was
// passed to it.
func EndParameters(ctx *sql.Context, p *plan.Procedure) {
	eachParameter(ctx, p, func(_ plan.ProcedureParam, value *sql.StoredProcParam) { value.Reference = nil })
}

func eachParameter(ctx *sql.Context, p *plan.Procedure, do func(plan.ProcedureParam, *sql.StoredProcParam)) {
	for _, param := range p.Params {
		if value := ctx.Session.GetStoredProcParam(param.Name); value != nil {
			do(param, value)
		}
	}
}

// calls runs a CALL within the procedure. Variables that it passes go and come back by
// parameters of the session.
func (i *interpreter) calls(ctx *sql.Context, c *code, at int) error {
	call := *c.operations[at].PrimaryData.(*ast.Call)
	call.Params = slices.Clone(call.Params)
	type passedVariable struct {
		name  string
		value *sql.StoredProcParam
	}
	var passed []passedVariable
	for n, given := range call.Params {
		column, ok := given.(*ast.ColName)
		if !ok {
			continue
		}
		name := column.Name.String()
		v := i.value(ctx, name)
		if v == nil || !column.Qualifier.IsEmpty() {
			call.Params[n] = &ast.ParenExpr{Expr: column} // which the engine does not find
			continue
		}
		unwritten := fmt.Sprintf("\x00%d %d", i.Depth, n)
		p := ctx.Session.NewStoredProcParam(unwritten, &sql.StoredProcParam{})
		*p = sql.StoredProcParam{Type: v.Type, Value: v.Value}
		passed = append(passed, passedVariable{name, p})
		call.Params[n] = ast.NewColName(unwritten)
	}
	if call.ProcName.Qualifier.IsEmpty() {
		call.ProcName.Qualifier = ast.NewTableIdent(i.Call.Database().Name())
	}
	if i.asOf != nil && call.AsOf == nil {
		call.AsOf = i.asOf.Time
	}
	restore := SetAside(ctx, i.Call.Procedure)
	err := i.execute(ctx, c, at, &call)
	restore()
	if err != nil {
		return err
	}
	for _, p := range passed {
		if !p.value.HasBeenSet { // of an IN parameter
			continue
		}
		if err := i.assign(ctx, p.name, p.value.Value); err != nil {
			return err
		}
	}
	return nil
}

// SetAside keeps the parameters of a procedure that waits for another, for restore to
// bring them back.
func SetAside(ctx *sql.Context, p *plan.Procedure) (restore func()) {
	var kept []func()
	eachParameter(ctx, p, func(_ plan.ProcedureParam, value *sql.StoredProcParam) {
		was := *value
		kept = append(kept, func() { *value = was })
		value.Reference = nil
	})
	return func() {
		for _, again := range kept {
			again()
		}
	}
}
