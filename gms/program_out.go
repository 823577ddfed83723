package gms

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/held"
)

// The parameters of a prepared CALL that the procedure sets are told as a result of one
// row, behind those of its SELECTs, which says by a flag what it is.

const (
	// serverPSOutParams is in the flags of the packets that begin and end it.
	serverPSOutParams = 0x1000
	// errNotVariable is ER_SP_NOT_VAR_ARG.
	errNotVariable = 1414
)

// outArguments finds the parameters of a client's CALL that the procedure sets and
// whose arguments are question marks. Other arguments must be variables.
func (p programNodes) outArguments(n *plan.Call) (out []int, err error) {
	if p.x.programs.call != nil || p.x.programs.running != nil {
		return nil, nil
	}
	p.nameUsed(n)
	var marks []bool
	for i, param := range n.Procedure.Params {
		if i >= len(n.Params) || param.Direction == plan.ProcedureParamDirection_In {
			continue
		}
		switch n.Params[i].(type) {
		case *expression.UserVar, *expression.ProcedureParam:
			continue
		}
		if marks == nil {
			marks = p.questionMarks(len(n.Params))
		}
		if !marks[i] {
			return nil, mysql.NewSQLError(errNotVariable, sqlerr.StateAccess,
				"OUT or INOUT argument %d for routine %s.%s is not a variable or NEW pseudo-variable in BEFORE trigger", i+1, n.Database().Name(), n.Procedure.Name)
		}
		if p.x.window.Prepared {
			out = append(out, i)
		}
	}
	return out, nil
}

// nameUsed puts the variables of EXECUTE ... USING in the place of what the procedure
// sets: the engine has put their values there.
func (p programNodes) nameUsed(n *plan.Call) {
	e, conn := p.x.programs.executes, p.x.connection
	if e == nil || len(e.VarList) == 0 {
		return
	}
	call, ok := conn.adapter.rights.preparedNamed(conn.client.ConnectionID, e.Name).(*ast.Call)
	if !ok || len(call.Params) != len(n.Params) {
		return
	}
	given := slices.Clone(n.Params)
	for i, p := range call.Params {
		value, ok := p.(*ast.SQLVal)
		if !ok || value.Type != ast.ValArg || i >= len(n.Procedure.Params) || n.Procedure.Params[i].Direction == plan.ProcedureParamDirection_In {
			continue
		}
		number, err := strconv.Atoi(strings.TrimPrefix(string(value.Val), ":v"))
		if err != nil || number < 1 || number > len(e.VarList) {
			continue
		}
		if name, ok := strings.CutPrefix(e.VarList[number-1], "@"); ok {
			given[i] = expression.NewUserVarWithType(name, given[i].Type())
		}
	}
	n.Params = given
}

// questionMarks says which arguments of the CALL that is executed are parameters of the
// statement: all may be where its text is not at hand, that of a PREPARE or of a server
// without a Schema.
func (p programNodes) questionMarks(n int) []bool {
	marks := make([]bool, n)
	if p.x.raw != "" {
		stmt, err := ast.Parse(p.x.raw)
		call, ok := stmt.(*ast.Call)
		if err == nil && ok && len(call.Params) == n {
			for i, p := range call.Params {
				value, ok := p.(*ast.SQLVal)
				marks[i] = ok && value.Type == ast.ValArg
			}
			return marks
		}
	}
	for i := range marks {
		marks[i] = true
	}
	return marks
}

// sendOut sends the values of the parameters that outArguments has found, when the
// procedure has come to its end, to a client that knows such results.
func (p *procedureRun) sendOut(ctx *sql.Context, n *plan.Call, out []int) error {
	x := p.execution
	if len(out) == 0 || !p.SendsResults(ctx) || !client.Of(x.connection.client.Conn).OutParameters() {
		return nil
	}
	var schema sql.Schema
	var row sql.Row
	for _, i := range out {
		param := n.Procedure.Params[i]
		value := ctx.Session.GetStoredProcParam(strings.ToLower(param.Name))
		schema = append(schema, &sql.Column{Name: param.Name, Type: param.Type, Nullable: true})
		if value == nil || param.Direction == plan.ProcedureParamDirection_Out && !value.HasBeenSet {
			row = append(row, nil)
			continue
		}
		converted, _, err := param.Type.Convert(ctx, value.Value)
		if err != nil {
			return err
		}
		row = append(row, converted)
	}
	conn := x.connection.client
	flags := conn.StatusFlags
	conn.StatusFlags |= serverPSOutParams | mysql.ServerMoreResultsExists
	defer func() { conn.StatusFlags = flags }()
	result := resultPart{run: p, schema: schema, buffer: sql.NewByteBuffer(held.ResultBufferSize)}
	result.result.Fields = resultFields(ctx, schema)
	if err := result.add(ctx, row); err != nil {
		return err
	}
	if err := result.flush(); err != nil {
		return err
	}
	return x.spool.endResult(x.connection.tellStatus(&p.current.facts) | serverPSOutParams)
}
