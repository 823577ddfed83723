package change

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/moment"
	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// INSERT of the engine takes a text without a number for 0, and one that is beyond all
// doubles for infinity, which nobody can read again; and it refuses, without a strict
// sql_mode too, what MySQL then takes with a warning.

// insertedNumber is what an INSERT puts into a column of numbers, or, where it warns of what
// does not fit, of texts, of an ENUM or of a SET.
type insertedNumber struct {
	expression.UnaryExpressionStub
	column *sql.Column
	ignore bool
	row    *int64 // of what is computed anew for each row: how many have been
	tuple  int64  // of a list of VALUES: which of its rows this is in
}

var (
	_ sql.Expression         = (*insertedNumber)(nil)
	_ sql.CollationCoercible = (*insertedNumber)(nil)
)

// inserts is an INSERT whose columns of numbers are looked at.
type inserts struct {
	node    *plan.InsertInto
	lenient bool // it warns
	own     bool // into a table of performance_schema, which refuses by itself what it does not have
}

// numbersOfInsert looks at what an INSERT puts into columns of numbers.
func numbersOfInsert(ctx *sql.Context, n *plan.InsertInto) (sql.Node, bool) {
	if n.Source == nil || !n.Source.Resolved() {
		return n.Source, false
	}
	in := inserts{n, n.Ignore || !sql.LoadSqlMode(ctx).Strict(), n.Database() != nil && isOwnDatabase(n.Database().Name())}
	values, ok := n.Source.(*plan.Values)
	if !ok {
		return in.query(ctx)
	}
	var out *plan.Values
	for t, tuple := range values.ExpressionTuples {
		var with []sql.Expression
		for i, e := range tuple {
			taken, isDay := in.takenDay(i, e)
			c := in.wanted(ctx, i, taken)
			if c == nil && !isDay {
				continue
			}
			if with == nil {
				with = append(with, tuple...)
			}
			with[i] = taken
			if c != nil {
				with[i] = &insertedNumber{expression.UnaryExpressionStub{Child: taken}, c, n.Ignore, nil, int64(t + 1)}
			}
		}
		if with == nil {
			continue
		}
		if out == nil {
			copied := *values
			copied.ExpressionTuples = append([][]sql.Expression(nil), values.ExpressionTuples...)
			out = &copied
		}
		out.ExpressionTuples[t] = with
	}
	if out == nil {
		return n.Source, false
	}
	return out, true
}

// query looks at the columns of a query's result.
func (in inserts) query(ctx *sql.Context) (sql.Node, bool) {
	source := in.node.Source
	project, isProject := source.(*plan.Project)
	made := operand.Projected(source)
	if len(made) != len(source.Schema()) {
		return source, false
	}
	out, changed := make([]sql.Expression, len(made)), false
	for i, e := range made {
		out[i] = e
		if !isProject { // what is selected lies below: its columns are looked at
			id, ok := e.(sql.IdExpression)
			if !ok || id.Id() == 0 {
				return source, false
			}
			c := source.Schema()[i]
			out[i] = expression.NewGetFieldWithTable(int(id.Id()), 0, c.Type, c.DatabaseSource, c.Source, c.Name, c.Nullable).WithId(id.Id()).(sql.Expression)
		}
		value := out[i]
		if alias, ok := value.(*expression.Alias); ok {
			value = alias.Child
		}
		taken, isDay := in.takenDay(i, value)
		c := in.wanted(ctx, i, taken)
		if c == nil && !isDay {
			continue
		}
		if c != nil {
			taken = &insertedNumber{expression.UnaryExpressionStub{Child: taken}, c, in.node.Ignore, new(int64), 0}
		}
		changed = true
		switch e := out[i].(type) {
		case *expression.Alias:
			aliased := *e
			aliased.Child = taken
			out[i] = &aliased
		case *expression.GetField:
			out[i] = expression.NewAlias(e.Name(), taken).WithId(e.Id()).(sql.Expression)
		default:
			out[i] = taken
		}
	}
	switch {
	case !changed:
		return source, false
	case isProject:
		with := *project
		with.Projections = out
		return &with, true
	}
	return plan.NewProject(out, source), true
}

// takenDay is [builtin.TakenDay] of what goes into the i-th column.
func (in inserts) takenDay(i int, e sql.Expression) (sql.Expression, bool) {
	if c := in.column(i); c != nil && !in.own {
		return builtin.TakenDay(c.Type, e)
	}
	return e, false
}

// wanted is the column that a value goes into, if the value has to be looked at as it is
// computed.
func (in inserts) wanted(ctx *sql.Context, i int, value sql.Expression) *sql.Column {
	if in.lenient && !in.own {
		if c := in.column(i); c != nil && takesTexts(c.Type) {
			if textHasRoom(ctx, c.Type, value) {
				return nil
			}
			return c
		}
	}
	literal, isLiteral := value.(*expression.Literal)
	switch {
	case isLiteral:
		if _, text := literal.Value().(string); !text && !in.lenient || literal.Value() == nil {
			return nil
		}
	case isDefault(value), !value.Resolved(), !in.lenient && !givesText(value):
		return nil
	}
	c := in.column(i)
	if c != nil && builtin.TakesMoments(c.Type) {
		if text, _ := literalTextOf(literal); isLiteral && (text == "" || moment.Usual(text, types.IsTimespan(c.Type))) || !isLiteral && !givesText(value) {
			return nil
		}
		return c
	}
	switch {
	case c == nil || !takesNumbers(c.Type), isLiteral && fits(ctx, c.Type, literal.Value()),
		!isLiteral && types.TypesEqual(c.Type, value.Type()):
		return nil
	}
	return c
}

// column is the one that the i-th value of each row goes into.
func (in inserts) column(i int) *sql.Column {
	schema := in.node.Destination.Schema()
	if names := in.node.ColumnNames; len(names) > 0 {
		if i >= len(names) {
			return nil
		}
		for _, c := range schema {
			if strings.EqualFold(c.Name, names[i]) {
				return c
			}
		}
		return nil
	}
	if i >= len(schema) {
		return nil
	}
	return schema[i]
}

// literalTextOf returns the text of a literal; false of others.
func literalTextOf(l *expression.Literal) (text string, ok bool) {
	if l == nil {
		return "", false
	}
	text, ok = l.Value().(string)
	return text, ok
}

func isDefault(e sql.Expression) bool {
	switch e.(type) {
	case *expression.DefaultColumn, *sql.ColumnDefaultValue, *expression.BindVar:
		return true
	}
	return false
}

// givesText says that what an expression gives may be a text.
func givesText(e sql.Expression) bool {
	t := e.Type()
	return t != nil && types.IsText(t)
}

func takesNumbers(t sql.Type) bool {
	return types.IsInteger(t) || types.IsDecimal(t) || types.IsFloat(t) || types.IsYear(t)
}

// fits says of a literal that a column takes it as it is.
func fits(ctx *sql.Context, typ sql.Type, v any) bool {
	if text, ok := v.(string); ok {
		_, fault := builtin.NumberIn(typ, text)
		return fault == builtin.NoFault
	}
	_, fault := builtin.NumberFrom(ctx, typ, v)
	return fault == builtin.NoFault
}

// Eval implements sql.Expression.
func (n *insertedNumber) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	at := n.tuple
	if n.row != nil {
		*n.row++
		at = *n.row
	}
	v, err := n.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return v, err
	}
	if builtin.TakesMoments(n.column.Type) {
		return TakeMoment(ctx, n.column.Type, v, n.ignore, n.column.Name, at)
	}
	if takesTexts(n.column.Type) {
		return takeText(ctx, n.column.Type, v, n.column.Name, at)
	}
	taken, failed := builtin.TakeNumber(ctx, n.column.Type, v, n.ignore, n.column.Name, at)
	if failed != nil {
		return nil, failed
	}
	return taken, nil
}

// Type implements sql.Expression.
func (n *insertedNumber) Type() sql.Type { return n.column.Type }

// IsNullable implements sql.Expression.
func (n *insertedNumber) IsNullable() bool { return n.Child.IsNullable() }

// String implements sql.Expression.
func (n *insertedNumber) String() string { return n.Child.String() }

// DebugString implements sql.DebugStringer.
func (n *insertedNumber) DebugString() string { return sql.DebugString(n.Child) }

// WithChildren implements sql.Expression.
func (n *insertedNumber) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(n, len(children), 1)
	}
	out := *n
	out.Child = children[0]
	return &out, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (n *insertedNumber) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, n.Child)
}
