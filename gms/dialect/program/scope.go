package program

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/procedures"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"
	"github.com/shopspring/decimal"

	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// scope is what a block of a procedure declares, while it runs.
type scope struct {
	code       *code
	end        int // operation of the code after the block
	variables  map[string]*procedures.InterpreterVariable
	conditions map[string]*condition
	cursors    map[string]*cursor
	handlers   []*handler
	aside      bool // a handler runs that was declared outside of it
	handling   bool // a handler runs that was declared here or outside of it
}

type cursor struct {
	declared *ast.DeclareCursor
	at       int // operation that declares it, -1 in a handler
	schema   sql.Schema
	iter     sql.RowIter
}

func (i *interpreter) enter(c *code, end int) {
	i.scopes = append(i.scopes, &scope{
		code: c, end: end,
		variables:  map[string]*procedures.InterpreterVariable{},
		conditions: map[string]*condition{}, cursors: map[string]*cursor{},
	})
}

// unwind leaves scopes until so many are left, and closes their cursors.
func (i *interpreter) unwind(ctx *sql.Context, left int) {
	for len(i.scopes) > left {
		top := i.scopes[len(i.scopes)-1]
		i.scopes = i.scopes[:len(i.scopes)-1]
		for _, cursor := range top.cursors {
			if cursor.iter != nil {
				_ = cursor.iter.Close(ctx) // nobody is left to be told
			}
		}
	}
}

// lookUp finds what was declared innermost by a name.
func lookUp[T any](i *interpreter, name string, in func(*scope) map[string]T) (found T) {
	name = strings.ToLower(name)
	for n := len(i.scopes) - 1; n >= 0; n-- {
		if s := i.scopes[n]; !s.aside {
			if v, ok := in(s)[name]; ok {
				return v
			}
		}
	}
	return found
}

func (i *interpreter) variable(name string) *procedures.InterpreterVariable {
	return lookUp(i, name, func(s *scope) map[string]*procedures.InterpreterVariable { return s.variables })
}

// parameter is a parameter of the procedure; nil if it has none of that name.
func (i *interpreter) parameter(ctx *sql.Context, name string) *sql.StoredProcParam {
	for _, p := range i.Call.Procedure.Params {
		if strings.EqualFold(p.Name, name) {
			return ctx.Session.GetStoredProcParam(name)
		}
	}
	return nil
}

// declare runs a DECLARE.
func (i *interpreter) declare(ctx *sql.Context, c *code, at int) error {
	d := c.operations[at].PrimaryData.(*ast.Declare)
	scope := i.scopes[len(i.scopes)-1]
	if d.Condition != nil {
		cond, err := declaredCondition(d.Condition)
		if err != nil {
			return err
		}
		scope.conditions[strings.ToLower(d.Condition.Name)] = cond
	}
	if d.Cursor != nil {
		scope.cursors[strings.ToLower(d.Cursor.Name)] = &cursor{declared: d.Cursor, at: at}
		if c.within {
			scope.cursors[strings.ToLower(d.Cursor.Name)].at = -1
		}
	}
	if d.Handler != nil {
		h, err := i.handler(c, at, d.Handler)
		if err != nil {
			return err
		}
		scope.handlers = append(scope.handlers, h)
	}
	if d.Variables != nil {
		typ, err := types.ColumnTypeToType(&d.Variables.VarType)
		if err != nil {
			return err
		}
		var value any // NULL
		if given := d.Variables.VarType.Default; given != nil {
			if value, err = i.initial(ctx, given, typ, d.Variables.Names[0].String()); err != nil {
				return err
			}
		}
		for _, name := range d.Variables.Names {
			scope.variables[strings.ToLower(name.String())] = &procedures.InterpreterVariable{Type: typ, Value: value}
		}
	}
	return nil
}

// evaluate is the value of an expression that is no statement of its own.
func (i *interpreter) evaluate(ctx *sql.Context, e ast.Expr) (any, error) {
	stmt := &ast.Select{SelectExprs: ast.SelectExprs{&ast.AliasedExpr{Expr: e}}}
	if err := i.substitute(ctx, stmt); err != nil {
		return nil, err
	}
	_, iter, _, err := i.Runner.QueryWithBindings(ctx, "", stmt, nil, nil)
	if err != nil {
		return nil, err
	}
	row, err := iter.Next(ctx)
	if closed := iter.Close(ctx); err == nil {
		err = closed
	}
	if err != nil {
		return nil, err
	}
	return row[0], nil
}

// substitute puts the values of the procedure's variables into a statement. A
// variable comes before a column of its name, as in MySQL.
func (i *interpreter) substitute(ctx *sql.Context, stmt ast.SQLNode) error {
	var visit ast.Visit
	visit = func(n ast.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *ast.ColName:
			if n != nil && n.Qualifier.IsEmpty() {
				n.StoredProcVal = i.literal(ctx, n.Name.String())
			}
		case *ast.Limit:
			i.limit(ctx, n)
			return false, nil
		case *ast.AliasedExpr:
			i.nameColumn(ctx, n)
		case *ast.AssignmentExpr: // its name is a column's
			return false, syntaxtree.Walk(visit, n.Expr)
		case *ast.SetVarExpr:
			return false, syntaxtree.Walk(visit, n.Expr)
		case *ast.ValuesFuncExpr:
			return false, nil
		case *ast.AliasedTableExpr:
			if n.AsOf == nil && i.asOf != nil {
				n.AsOf = i.asOf
				query.MarkPast(n)
			}
		case *ast.Insert, *ast.Update, *ast.Delete:
			if i.asOf != nil {
				return false, sql.ErrProcedureCallAsOfReadOnly.New()
			}
		}
		return true, nil
	}
	if call, ok := stmt.(*ast.Call); ok {
		for _, e := range call.Params {
			if err := syntaxtree.Walk(visit, e); err != nil {
				return err
			}
		}
		return nil
	}
	return syntaxtree.Walk(visit, stmt)
}

// limit puts the values of variables into LIMIT and OFFSET.
func (i *interpreter) limit(ctx *sql.Context, l *ast.Limit) {
	if l == nil {
		return
	}
	for _, e := range [...]ast.Expr{l.Rowcount, l.Offset} {
		if n, ok := e.(*ast.ColName); ok && n.Qualifier.IsEmpty() {
			n.StoredProcVal = query.LimitOfVariable(i.literal(ctx, n.Name.String()))
		}
	}
}

// nameColumn gives a column of a result the name it has in a SELECT of the client's:
// its expression as it stands in the text. The parser does so but for procedures.
func (i *interpreter) nameColumn(ctx *sql.Context, e *ast.AliasedExpr) {
	if !e.As.IsEmpty() || e.InputExpression != "" {
		return
	}
	if column, ok := e.Expr.(*ast.ColName); ok {
		if name := column.Name.String(); column.Qualifier.IsEmpty() && i.literal(ctx, name) != nil {
			e.InputExpression = name
		}
		return
	}
	if source := i.Source; e.StartParsePos >= 0 && e.StartParsePos < e.EndParsePos && e.EndParsePos <= len(source) {
		e.InputExpression = unquoted(strings.TrimSpace(source[e.StartParsePos:e.EndParsePos]))
		query.NameHeading(e, source)
		if _, name := e.Expr.(*ast.ColName); name && e.InputExpression == "" { // it was in parentheses
			i.nameColumn(ctx, e)
		}
	}
}

// unquoted is what is within the quotes of a text that is one string.
func unquoted(text string) string {
	s := words.Scanner{Text: text}
	if t := s.Next(); t.End == len(text) && len(text) > 1 && (t.Kind == words.String || t.Kind == words.Name && text[0] == '`') {
		return text[1 : len(text)-1]
	}
	return text
}

// value is a variable or a parameter as statements are given it; nil if there is none.
func (i *interpreter) value(ctx *sql.Context, name string) *procedures.InterpreterVariable {
	v := i.variable(name)
	if v == nil {
		p := i.parameter(ctx, name)
		if p == nil {
			return nil
		}
		v = &procedures.InterpreterVariable{Type: p.Type, Value: p.Value}
	}
	plain := written(ctx, *v)
	return &plain
}

// literal is the value of a variable or parameter; nil if there is none.
func (i *interpreter) literal(ctx *sql.Context, name string) ast.Expr {
	if v := i.value(ctx, name); v != nil {
		return v.ToAST()
	}
	return nil
}

// written is a variable of whose value the engine makes the literal: of a FLOAT it makes
// none, and of a date or a time another.
func written(ctx *sql.Context, v procedures.InterpreterVariable) procedures.InterpreterVariable {
	switch value := v.Value.(type) {
	case float32:
		if double, err := strconv.ParseFloat(strconv.FormatFloat(float64(value), 'g', -1, 32), 64); err == nil {
			v.Value = double
		}
	case time.Time:
		layout := time.DateOnly
		if of, ok := v.Type.(sql.DatetimeType); ok && !types.IsDateType(of) {
			layout = time.DateTime
			if digits := of.Precision(); digits > 0 {
				layout += "." + strings.Repeat("0", digits)
			}
		}
		v.Value = value.Format(layout)
	case decimal.Decimal:
		if text, err := v.Type.SQL(ctx, nil, value); err == nil {
			v.Value = text.ToString() // with as many digits as it is declared with
		}
	default:
		if !types.IsInteger(v.Type) && !types.IsFloat(v.Type) && types.IsNumber(v.Type) { // a year or bits
			v.Value = fmt.Sprint(value)
		}
	}
	return v
}

// cursor finds an open or a closed cursor.
func (i *interpreter) cursor(name string, open bool) (*cursor, error) {
	c := lookUp(i, name, func(s *scope) map[string]*cursor { return s.cursors })
	switch {
	case c == nil:
		return nil, sql.ErrCursorNotFound.New(name)
	case open && c.iter == nil:
		return nil, sql.ErrCursorNotOpen.New(name)
	case !open && c.iter != nil:
		return nil, sql.ErrCursorAlreadyOpen.New(name)
	}
	return c, nil
}

func (i *interpreter) open(ctx *sql.Context, code *code, at int) error {
	c, err := i.cursor(code.operations[at].PrimaryData.(*ast.OpenCursor).Name, false)
	if err != nil {
		return err
	}
	if err := i.substitute(ctx, c.declared.SelectStmt); err != nil {
		return err
	}
	location := Location{Operation: procedures.OpCode_Open, At: c.at, Handler: -1}
	c.schema, c.iter, err = i.host.Run(ctx, c.declared.SelectStmt, location)
	return err
}

func (i *interpreter) fetch(ctx *sql.Context, stmt *ast.FetchCursor) error {
	c, err := i.cursor(stmt.Name, true)
	if err != nil {
		return err
	}
	row, err := c.iter.Next(ctx)
	if err != nil {
		return err
	}
	if len(row) != len(stmt.Variables) {
		return sql.ErrFetchIncorrectCount.New()
	}
	for n, name := range stmt.Variables {
		if err := i.assignFrom(ctx, name, row[n], c.schema[n].Type); err != nil {
			return err
		}
	}
	return nil
}

func (i *interpreter) closeCursor(ctx *sql.Context, stmt *ast.CloseCursor) error {
	c, err := i.cursor(stmt.Name, true)
	if err != nil {
		return err
	}
	iter := c.iter
	c.iter = nil
	return iter.Close(ctx)
}

// noLabel is ER_SP_LILABEL_MISMATCH, of a jump out of what has no such label.
func noLabel(op *procedures.InterpreterOperation) error {
	what := "ITERATE"
	if op.Index == -2 {
		what = "LEAVE"
	}
	return mysql.NewSQLError(1308, sqlerr.StateAccess, "%s with no matching label: %s", what, op.Target)
}
