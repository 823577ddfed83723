package builtin

import (
	"context"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// Geometries and JSON documents that come as bytes or text are read by the engine a
// level by a call within a call, and it makes room for as many parts as the bytes
// tell of: what is not whole, or nests too deeply, is refused before.

// errNoGeometry is ER_CANT_CREATE_GEOMETRY_OBJECT.
const (
	errNoGeometry   = 1416
	stateNoGeometry = "22003"
)

func noGeometry() error {
	return mysql.NewSQLError(errNoGeometry, stateNoGeometry, "Cannot get geometry object from data you send to the GEOMETRY field")
}

func jsonTooDeep() error {
	return mysql.NewSQLError(errJSONTooDeep, sqlerr.StateJSON, "The JSON document exceeds the maximum depth.")
}

// checkedKind is what a value is to become.
type checkedKind uint8

const (
	// Anything is the kind of values that are not looked at.
	Anything checkedKind = iota
	geometry
	document
	path // of a JSON document
)

// KindOfType returns how values of a type are looked at.
func KindOfType(t sql.Type) checkedKind {
	if _, ok := t.(sql.SpatialColumnType); ok {
		return geometry
	}
	if types.IsJSON(t) {
		return document
	}
	return Anything
}

// check says what is wrong with a value that is about to become a geometry or a
// JSON document.
func (k checkedKind) check(ctx *sql.Context, v any) error {
	if k == Anything || v == nil {
		return nil
	}
	switch v.(type) {
	case types.GeometryValue, sql.JSONWrapper:
		if k == document && documentDeeper(ctx, v, deepestValue) {
			return jsonTooDeep()
		}
		return nil
	}
	v, err := sql.UnwrapAny(ctx, v)
	if err != nil {
		return err
	}
	if k == path {
		return CheckPath(v)
	}
	if k == document {
		if text, ok := v.(string); ok && deeperThan(text, deepestValue, true) {
			return jsonTooDeep()
		}
		if text, ok := v.([]byte); ok && deeperThan(string(text), deepestValue, true) {
			return jsonTooDeep()
		}
		return nil
	}
	b, ok := v.([]byte)
	if text, isText := v.(string); isText {
		b, ok = []byte(text), true
	}
	if _, is := v.(types.GeometryValue); is {
		return nil
	}
	if !ok || len(b) < types.SRIDSize || !wholeWKB(b[types.SRIDSize:]) {
		return noGeometry()
	}
	return nil
}

// CheckValue returns what is wrong with a value that is about to become one of a type, if it is a geometry's or a
// JSON document's: the engine must not read it.
func CheckValue(ctx *sql.Context, t sql.Type, v any) error { return KindOfType(t).check(ctx, v) }

// CheckedDefault returns what a column is computed by, with the value looked at if it becomes a geometry or a JSON
// document.
func CheckedDefault(e sql.Expression) sql.Expression {
	out, _ := checkAssignment(e, true)
	return out
}

// documentDeeper says whether a JSON document nests more deeply than so many levels.
// It looks into what lies in memory, not into what a storage has yet to read.
func documentDeeper(ctx context.Context, v any, most int) bool {
	switch v := v.(type) {
	case types.JSONDocument:
		return documentDeeper(ctx, v.Val, most)
	case *types.LazyJSONDocument:
		return deeperThan(string(v.Bytes), most, true)
	case types.JsonArray:
		return most == 0 || slices.ContainsFunc(v, func(e any) bool { return documentDeeper(ctx, e, most-1) })
	case types.JsonObject:
		if most == 0 {
			return true
		}
		for _, e := range v {
			if documentDeeper(ctx, e, most-1) {
				return true
			}
		}
	}
	return false
}

// checkedValue is an expression whose value is about to become a geometry or a JSON
// document.
type checkedValue struct {
	sql.Expression
	kind checkedKind
}

var _ sql.CollationCoercible = (*checkedValue)(nil)

// checked wraps an expression, if its own type does not say that it is in order.
func checked(e sql.Expression, kind checkedKind) (sql.Expression, bool) {
	if _, already := e.(*checkedValue); already || kind == Anything || !e.Resolved() || KindOfType(e.Type()) == kind && kind == geometry {
		return e, false
	}
	if literal, ok := e.(*expression.Literal); ok && literal.Value() == nil {
		return e, false
	}
	switch e.(type) {
	case *expression.DefaultColumn, *sql.ColumnDefaultValue: // whose own expression is
		return e, false
	}
	return &checkedValue{e, kind}, true
}

// Eval implements sql.Expression.
func (c *checkedValue) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := c.Expression.Eval(ctx, row)
	if err == nil {
		err = c.kind.check(ctx, v)
	}
	return v, err
}

// Children implements sql.Expression.
func (c *checkedValue) Children() []sql.Expression { return []sql.Expression{c.Expression} }

// WithChildren implements sql.Expression.
func (c *checkedValue) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(c, len(children), 1)
	}
	return &checkedValue{children[0], c.kind}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (c *checkedValue) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, c.Expression)
}

// checkAssignment wraps what an expression assigns to a geometry or a JSON document,
// or casts to one. defaults says whether those of columns are among them: not where
// they are declared.
func checkAssignment(e sql.Expression, defaults bool) (sql.Expression, bool) {
	var child sql.Expression
	var to sql.Type
	at := 0
	switch e := e.(type) {
	case *expression.SetField:
		if _, row := e.RightChild.(expression.Tuple); row || !e.LeftChild.Resolved() { // the engine refuses a row
			return e, false
		}
		switch e.LeftChild.(type) {
		case *expression.UserVar, *expression.SystemVar:
			value := operand.Stored(e.RightChild)
			if _, user := e.LeftChild.(*expression.UserVar); user && value.Resolved() && operand.IsDated(value.Type()) {
				value = operand.TemporalText(value)
			}
			if value == e.RightChild {
				return e, false
			}
			out, err := e.WithChildren(e.LeftChild, value)
			return out, err == nil
		}
		child, to, at = e.RightChild, e.LeftChild.Type(), 1
		if day, taken := TakenDay(to, child); taken {
			return expression.NewSetField(e.LeftChild, day), true
		}
	case *sql.ColumnDefaultValue:
		if !defaults || e == nil || e.Expr == nil || e.OutType == nil {
			return e, false
		}
		child, to = e.Expr, e.OutType
	case *expression.Convert:
		if !e.Resolved() || !types.IsJSON(e.Type()) {
			return e, false
		}
		child, to = operand.Stored(e.Child), types.JSON
		if operand.IsTemporalValued(child) {
			out, err := e.WithChildren(&momentDocument{planwalk.StandIn{Child: child}, true})
			return out, err == nil
		}
	default:
		return e, false
	}
	wrapped, ok := checked(child, KindOfType(to))
	if !ok {
		return e, false
	}
	children := slices.Clone(e.Children())
	children[at] = wrapped
	out, err := e.WithChildren(children...)
	return out, err == nil
}

// checkedRows are the rows that an INSERT writes: the values that become geometries
// or JSON documents are looked at before.
type checkedRows struct {
	sql.Node
	builder sql.NodeExecBuilder
	kinds   []checkedKind
}

var _ sql.ExecSourceRel = (*checkedRows)(nil)

// RowIter implements sql.ExecSourceRel.
func (n *checkedRows) RowIter(ctx *sql.Context, row sql.Row) (sql.RowIter, error) {
	iter, err := n.builder.Build(ctx, n.Node, row)
	if err != nil {
		return nil, err
	}
	return &checkedIter{iter, n.kinds}, nil
}

// Children implements sql.Node.
func (n *checkedRows) Children() []sql.Node { return []sql.Node{n.Node} }

// WithChildren implements sql.Node.
func (n *checkedRows) WithChildren(children ...sql.Node) (sql.Node, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(n, len(children), 1)
	}
	return &checkedRows{children[0], n.builder, n.kinds}, nil
}

type checkedIter struct {
	sql.RowIter
	kinds []checkedKind
}

// Next implements sql.RowIter.
func (i *checkedIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.RowIter.Next(ctx)
	if err != nil {
		return nil, err
	}
	for at, kind := range i.kinds {
		if kind != Anything && at < len(row) {
			if err := kind.check(ctx, row[at]); err != nil {
				return nil, err
			}
		}
	}
	return row, nil
}

// CheckInserted is an INSERT into a table with geometries or JSON documents, whose
// values are looked at; others come back as they are.
func CheckInserted(n *plan.InsertInto, builder sql.NodeExecBuilder) *plan.InsertInto {
	schema := n.Destination.Schema()
	at := slices.IndexFunc(schema, func(c *sql.Column) bool { return KindOfType(c.Type) != Anything })
	if at < 0 || n.Source == nil {
		return n
	}
	kinds := make([]checkedKind, len(schema))
	for i, c := range schema {
		kinds[i] = KindOfType(c.Type)
	}
	source, _, err := transform.NodeExprs(n.Source, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
		out, changed := checkAssignment(e, true)
		return out, transform.TreeIdentity(!changed), nil
	})
	if err != nil {
		return n
	}
	return n.WithSource(&checkedRows{source, builder, kinds})
}

// CheckTable is a JSON_TABLE whose document is looked at, and whose columns of JSON may hold
// NULL.
func CheckTable(n *plan.JSONTable) *plan.JSONTable {
	with := *n
	with.DataExpr, _ = checked(n.DataExpr, document)
	with.Cols = nullableDocuments(n.Cols)
	return &with
}

// CheckArguments has the values looked at that a procedure's geometries and JSON
// documents are given, until the returned function is called.
func CheckArguments(ctx *sql.Context, n *plan.Call, r sql.Row) (done func(), err error) {
	given := n.Params
	params := slices.Clone(given)
	for i, p := range n.Procedure.Params {
		kind := KindOfType(p.Type)
		if i >= len(given) || kind == Anything {
			continue
		}
		switch p.Direction {
		case plan.ProcedureParamDirection_In:
			params[i], _ = checked(given[i], kind)
		case plan.ProcedureParamDirection_Inout: // the engine wants to see the variable
			v, err := given[i].Eval(ctx, r)
			if err == nil {
				err = kind.check(ctx, v)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	n.Params = params
	return func() { n.Params = given }, nil
}

// CheckDefault looks at the default of a column that is about to be filled with it.
func CheckDefault(ctx *sql.Context, c *sql.Column, r sql.Row) error {
	kind := KindOfType(c.Type)
	if kind == Anything || c.Default == nil || c.Default.Expr == nil || !c.Default.Resolved() {
		return nil
	}
	fields := false
	sql.Inspect(c.Default.Expr, func(e sql.Expression) bool {
		_, field := e.(*expression.GetField)
		fields = fields || field
		return true
	})
	if fields { // another one for each row
		if kind == geometry && KindOfType(c.Default.Expr.Type()) != geometry {
			return noGeometry()
		}
		return nil
	}
	v, err := c.Default.Expr.Eval(ctx, r)
	if err != nil {
		return err
	}
	return kind.check(ctx, v)
}

// documentArguments are the functions that read JSON documents, with those of their
// arguments that are some; -1 is all.
var documentArguments = map[string][]int{
	"json_array_append": {0}, "json_array_insert": {0}, "json_contains": {0, 1}, "json_contains_path": {0}, "json_depth": {0},
	"json_extract": {0}, "json_insert": {0}, "json_keys": {0}, "json_length": {0}, "json_merge": {-1}, "json_merge_patch": {-1},
	"json_merge_preserve": {-1}, "json_overlaps": {0, 1}, "json_pretty": {0}, "json_remove": {0}, "json_replace": {0},
	"json_search": {0}, "json_set": {0}, "json_storage_size": {0}, "json_type": {0}, "json_valid": {0}, "json_value": {0},
	"json_array": nil, "json_object": nil,
}

// documentFunction is a function of the engine's that reads or makes JSON documents.
type documentFunction struct{ sql.Function }

// NewInstance implements sql.Function.
func (f documentFunction) NewInstance(args []sql.Expression) (sql.Expression, error) {
	args = slices.Clone(args)
	for i, at := range documentArguments[f.FunctionName()] {
		if at < 0 {
			for i, e := range args {
				args[i] = checkedText(e)
			}
		} else if i < len(args) && !(f.FunctionName() == "json_type" && castsMoment(args[at])) {
			args[at] = checkedText(args[at])
		}
	}
	for i := range pathArguments(f.FunctionName(), len(args)) {
		args[i] = checkedPath(args[i])
	}
	e, err := f.Function.NewInstance(args)
	if err != nil {
		return nil, err
	}
	switch name := f.FunctionName(); {
	case name == "json_array", name == "json_object", name == "json_set", name == "json_insert", name == "json_replace",
		strings.HasPrefix(name, "json_array_"), strings.HasPrefix(name, "json_merge"):
		if call, ok := e.(sql.FunctionExpression); ok {
			return &documentCall{call}, nil
		}
	}
	return e, nil
}

// castsMoment says whether an expression casts a date or a time to JSON, by which the engine's
// JSON_TYPE() knows it.
func castsMoment(e sql.Expression) bool {
	c, ok := e.(*expression.Convert)
	return ok && c.Resolved() && types.IsJSON(c.Type()) && operand.IsTemporalValued(c.Child)
}

// checkedText wraps an argument, unless it is a document already or a short text
// that says nothing of its own.
func checkedText(e sql.Expression) sql.Expression {
	if literal, ok := e.(*expression.Literal); ok {
		if text, ok := literal.Value().(string); !ok || !deeperThan(text, deepestValue, true) {
			return e
		}
	}
	return &checkedValue{e, document}
}

// documentCall is a call that makes a JSON document.
type documentCall struct{ sql.FunctionExpression }

var _ sql.CollationCoercible = (*documentCall)(nil)

// Eval implements sql.Expression.
func (c *documentCall) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := c.FunctionExpression.Eval(ctx, row)
	if err == nil && documentDeeper(ctx, v, deepestValue) {
		return nil, jsonTooDeep()
	}
	return v, err
}

// WithChildren implements sql.Expression.
func (c *documentCall) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := c.FunctionExpression.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	call, ok := e.(sql.FunctionExpression)
	if !ok {
		return e, nil
	}
	return &documentCall{call}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (c *documentCall) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, c.FunctionExpression)
}
