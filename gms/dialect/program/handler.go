package program

import (
	"errors"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/procedures"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// condition is what a statement of a procedure has raised, or what a name was
// declared to stand for: then one of number and state is empty.
type condition struct {
	number         int
	state, message string
	err            error // as it was raised; nil of a warning
	note           bool  // a warning of the lower kind
}

// handler is a DECLARE HANDLER whose block runs.
type handler struct {
	code *code
	exit bool
	// warnings: it may be for what a statement warns of.
	warnings bool
	on       []handledCondition
}

// handledCondition is one of the conditions that a handler is for.
type handledCondition struct {
	kind   ast.DeclareHandlerConditionValue
	number int
	state  string
}

// errNoRows is raised by a SELECT INTO that finds no row. Unlike that of a FETCH
// it is a warning: what nobody handles does not end the procedure.
var errNoRows error = noRowsError{}

type noRowsError struct{}

func (noRowsError) Error() string { return "No data - zero rows fetched, selected, or processed" }

// leaving is the way out of a block whose EXIT handler has run.
type leaving struct{ scope *scope }

func (*leaving) Error() string { return "a block is left by its handler" }

// handler reads a declaration of a handler.
func (i *interpreter) handler(c *code, at int, d *ast.DeclareHandler) (*handler, error) {
	h := &handler{exit: d.Action == ast.DeclareHandlerAction_Exit}
	if d.Action == ast.DeclareHandlerAction_Undo {
		return nil, sql.ErrUnsupportedSyntax.New("UNDO HANDLER")
	}
	for _, v := range d.ConditionValues {
		if v == forEngine {
			continue
		}
		on := handledCondition{kind: v.ValueType}
		switch v.ValueType {
		case ast.DeclareHandlerCondition_MysqlErrorCode:
			on.number, _ = strconv.Atoi(string(v.MysqlErrorCode.Val))
		case ast.DeclareHandlerCondition_SqlState:
			on.state = v.String
		case ast.DeclareHandlerCondition_ConditionName:
			named := i.named(v.String)
			if named == nil {
				return nil, sql.ErrDeclareConditionNotFound.New(v.String)
			}
			if on.kind = ast.DeclareHandlerCondition_SqlState; named.state == "" {
				on.kind = ast.DeclareHandlerCondition_MysqlErrorCode
			}
			on.number, on.state = named.number, named.state
		}
		h.warnings = h.warnings || v.ValueType != ast.DeclareHandlerCondition_NotFound && v.ValueType != ast.DeclareHandlerCondition_SqlException
		h.on = append(h.on, on)
	}
	var operations []*procedures.InterpreterOperation
	if err := procedures.ConvertStmt(&operations, procedures.NewInterpreterStack(), d.Statement); err != nil {
		return nil, err
	}
	h.code = codeOf(operations)
	h.code.within = true
	if !c.within {
		h.code.handler = at
	}
	return h, nil
}

func (i *interpreter) named(name string) *condition {
	return lookUp(i, name, func(s *scope) map[string]*condition { return s.conditions })
}

// handles says how closely a handler's conditions describe what was raised: an
// error number more than a state, and that more than a class; 0 is not at all.
func (h *handler) handles(raised *condition) (closely int) {
	class := raised.state[:min(len(raised.state), 2)]
	for _, on := range h.on {
		switch on.kind {
		case ast.DeclareHandlerCondition_MysqlErrorCode:
			if on.number == raised.number {
				closely = max(closely, 3)
			}
		case ast.DeclareHandlerCondition_SqlState:
			if on.state == raised.state {
				closely = max(closely, 2)
			}
		case ast.DeclareHandlerCondition_NotFound:
			if class == "02" {
				closely = max(closely, 1)
			}
		case ast.DeclareHandlerCondition_SqlWarning:
			if class == "01" || raised.err == nil && !raised.note || errors.Is(raised.err, errNoRows) && !errors.Is(raised.err, expression.FetchEOF) {
				closely = max(closely, 1)
			}
		case ast.DeclareHandlerCondition_SqlException:
			if raised.err != nil && class != "00" && class != "01" && class != "02" {
				closely = max(closely, 1)
			}
		}
	}
	return closely
}

// find is the handler for a condition: of the innermost block that has one the
// one that describes it most closely.
func (i *interpreter) find(raised *condition) (at int, found *handler) {
	for at = len(i.scopes) - 1; at >= 0; at-- {
		s := i.scopes[at]
		if s.handling {
			continue
		}
		best := 0
		for _, h := range s.handlers {
			if closely := h.handles(raised); closely > best {
				found, best = h, closely
			}
		}
		if found != nil {
			return at, found
		}
	}
	return 0, nil
}

// raised is the condition that an error is.
func (i *interpreter) raised(err error) *condition {
	if errors.Is(err, errNoRows) || errors.Is(err, expression.FetchEOF) {
		return &condition{number: sqlerr.ERFetchNoData, state: "02000", message: errNoRows.Error(), err: err}
	}
	c := &condition{err: err}
	c.number, c.state, c.message = i.host.ClientError(err)
	return c
}

// handle has a handler run for the error of an operation, and returns the next
// operation, or the error if nobody handles it. A statement that is being ended,
// by KILL, by its client who has left, by a limit or with the server, is not
// handled, and neither is that it may use no more memory.
func (i *interpreter) handle(ctx *sql.Context, c *code, at int, err error) (next int, _ error) {
	if ended := ctx.Err(); ended != nil {
		return 0, ended // what the operation made of it may look like any error
	}
	if i.host.Gone() || errors.Is(err, errReturned) {
		return 0, err // there is no client any more, or a function has come to its end
	}
	var left *leaving
	if !errors.As(err, &left) {
		raised := i.raised(err)
		depth, h := i.find(raised)
		switch {
		case h == nil && i.warns(raised):
			ctx.Session.Warn(&sql.Warning{Level: "Warning", Code: raised.number, Message: raised.message})
			return c.after(at), nil
		case h == nil:
			return 0, err
		}
		if next, left, err = i.runFound(ctx, c, c.after(at), h, depth, raised); left == nil {
			return next, err
		}
	}
	if left.scope.code != c {
		return 0, left
	}
	return left.scope.end, nil
}

// runFound runs a handler that has been found, and says where to go on, or which block is
// to be left.
func (i *interpreter) runFound(ctx *sql.Context, c *code, next int, h *handler, depth int, raised *condition) (int, *leaving, error) {
	scope := i.scopes[depth]
	var left *leaving
	err := i.runHandler(ctx, h, depth, raised)
	switch {
	case errors.As(err, &left):
		return 0, left, nil
	case err != nil:
		return 0, nil, err
	case h.exit:
		return 0, &leaving{scope}, nil
	}
	return next, nil, nil
}

// warns says of a condition that the procedure goes on after it if nobody handles
// it. An error whose state is a warning's, as that of data that would be cut, is an error.
func (i *interpreter) warns(c *condition) bool {
	return errors.Is(c.err, errNoRows) || errors.Is(c.err, i.signalled) && strings.HasPrefix(c.state, "01")
}

// runHandler runs a handler that a scope declares. It sees what its own block
// and those around it declare, and their handlers but for those of its own.
func (i *interpreter) runHandler(ctx *sql.Context, h *handler, depth int, raised *condition) error {
	type flags struct{ aside, handling bool }
	inside := append([]*scope(nil), i.scopes[depth:]...)
	before := make([]flags, len(inside))
	for n, s := range inside {
		before[n] = flags{s.aside, s.handling}
		s.aside, s.handling = s.aside || n > 0, true
	}
	outer := i.handling
	i.handling = raised
	defer func() {
		i.handling = outer
		for n, s := range inside {
			s.aside, s.handling = before[n].aside, before[n].handling
		}
	}()
	return i.interpret(ctx, h.code)
}

// declaredCondition reads a DECLARE CONDITION.
func declaredCondition(d *ast.DeclareCondition) (*condition, error) {
	if d.SqlStateValue != "" && d.MysqlErrorCode == nil {
		if !isState(d.SqlStateValue) {
			return nil, badState(d.SqlStateValue)
		}
		return &condition{state: d.SqlStateValue}, nil
	}
	number, err := strconv.Atoi(string(d.MysqlErrorCode.Val))
	if err != nil || number == 0 {
		return nil, mysql.NewSQLError(errConditionValue, sqlerr.StateGeneral, "Incorrect CONDITION value: '%s'", d.MysqlErrorCode.Val)
	}
	return &condition{number: number}, nil
}

const (
	errBadState       = 1407 // ER_SP_BAD_SQLSTATE
	errConditionValue = 3020 // ER_WRONG_VALUE of a condition's number
	errConditionItem  = 1648 // ER_COND_ITEM_TOO_LONG
	errConditionKind  = 1646 // ER_SIGNAL_BAD_CONDITION_TYPE
	errNotHandling    = 1645 // ER_RESIGNAL_WITHOUT_ACTIVE_HANDLER
	errVariableValue  = 1231 // ER_WRONG_VALUE_FOR_VAR
)

// isState says whether a text is an SQLSTATE that something may raise.
func isState(s string) bool {
	if len(s) != 5 || strings.HasPrefix(s, "00") {
		return false
	}
	for _, r := range s {
		if (r < '0' || r > '9') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return true
}

func badState(s string) error {
	return mysql.NewSQLError(errBadState, sqlerr.StateAccess, "Bad SQLSTATE: '%s'", s)
}

// signal runs a SIGNAL.
func (i *interpreter) signal(ctx *sql.Context, stmt *ast.Signal) error {
	c := condition{state: stmt.SqlStateValue}
	if stmt.ConditionName != "" {
		named := i.named(stmt.ConditionName)
		if named == nil {
			return sql.ErrDeclareConditionNotFound.New(stmt.ConditionName)
		}
		if named.state == "" {
			return mysql.NewSQLError(errConditionKind, sqlerr.StateGeneral, "SIGNAL/RESIGNAL can only use a CONDITION defined with SQLSTATE")
		}
		c.state = named.state
	}
	if !isState(c.state) {
		return badState(c.state)
	}
	switch c.state[:2] {
	case "01":
		c.number, c.message = 1642, "Unhandled user-defined warning condition"
	case "02":
		c.number, c.message = 1643, "Unhandled user-defined not found condition"
	default:
		c.number, c.message = 1644, "Unhandled user-defined exception condition"
	}
	return i.raise(ctx, c, stmt.Info)
}

// resignal runs a RESIGNAL.
func (i *interpreter) resignal(ctx *sql.Context, stmt *ast.Resignal) error {
	switch {
	case i.handling == nil:
		return mysql.NewSQLError(errNotHandling, "0K000", "RESIGNAL when handler not active")
	case stmt.ConditionName != "" || stmt.SqlStateValue != "":
		return i.signal(ctx, &stmt.Signal)
	case i.handling.err == nil:
		return i.warnAgain(ctx, stmt)
	case len(stmt.Info) == 0:
		return i.handling.err
	}
	return i.raise(ctx, *i.handling, stmt.Info)
}

// raise is the error of a condition with some items set.
func (i *interpreter) raise(ctx *sql.Context, c condition, items []ast.SignalInfo) error {
	for _, item := range items {
		v, err := i.evaluate(ctx, item.Value)
		if err != nil {
			return err
		}
		name := strings.ToUpper(string(item.ConditionItemName))
		text := "NULL"
		if v != nil {
			if text, err = stringOf(ctx, v); err != nil {
				return err
			}
		}
		switch item.ConditionItemName {
		case ast.SignalConditionItemName_MysqlErrno:
			number, err := strconv.Atoi(text)
			if err != nil || number <= 0 || number > 65535 {
				return mysql.NewSQLError(errVariableValue, sqlerr.StateAccess, "Variable '%s' can't be set to the value of '%s'", name, text)
			}
			c.number = number
		default:
			most := 64
			if item.ConditionItemName == ast.SignalConditionItemName_MessageText {
				most = 128
			}
			if v == nil {
				return mysql.NewSQLError(errVariableValue, sqlerr.StateAccess, "Variable '%s' can't be set to the value of 'NULL'", name)
			}
			if len([]rune(text)) > most {
				return mysql.NewSQLError(errConditionItem, sqlerr.StateGeneral, "Data too long for condition item '%s'", name)
			}
			if most == 128 {
				c.message = text
			}
		}
	}
	i.signalled = mysql.NewSQLError(c.number, c.state, "%s", c.message)
	return i.signalled
}

func stringOf(ctx *sql.Context, v any) (string, error) {
	text, _, err := types.LongText.Convert(ctx, v)
	if err != nil {
		return "", err
	}
	s, _, err := sql.Unwrap[string](ctx, text)
	return s, err
}
