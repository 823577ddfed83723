package builtin

import (
	"slices"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
)

// A date with its time has all six digits of its second in a JSON document, and so has a
// TIME. The engine writes dates as Go does, and knows no TIME there.

// momentDocument is the text that a date or a time is in a document.
type momentDocument struct {
	planwalk.StandIn
	quoted bool // as the whole of a document
}

var (
	_ sql.Expression         = (*momentDocument)(nil)
	_ sql.CollationCoercible = (*momentDocument)(nil)
)

// momentsInDocuments gives the arguments of a function that makes a document with those as
// such texts.
func momentsInDocuments(name string, args []sql.Expression) []sql.Expression {
	var key func(i int) bool
	switch name {
	case "json_array", "json_arrayagg":
		key = func(int) bool { return false }
	case "json_object", "json_objectagg":
		key = func(i int) bool { return i%2 == 0 }
	case "json_set", "json_insert", "json_replace", "json_array_append", "json_array_insert":
		key = func(i int) bool { return i%2 == 1 }
	default:
		return args
	}
	var out []sql.Expression
	for i, e := range args {
		if !operand.IsTemporalValued(e) {
			continue
		}
		if out == nil {
			out = slices.Clone(args)
		}
		if key(i) {
			out[i] = operand.TemporalText(e)
		} else {
			out[i] = &momentDocument{StandIn: planwalk.StandIn{Child: e}}
		}
	}
	if out == nil {
		return args
	}
	return out
}

// Eval implements sql.Expression.
func (m *momentDocument) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := m.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	text := ""
	switch v := v.(type) {
	case time.Time:
		switch {
		case types.IsDateType(m.Child.Type()):
			text = operand.TextOfDay(v)
		case v.Equal(types.ZeroTime):
			text = types.ZeroTimestampDatetimeStr + "." + operand.Zeros
		default:
			text = v.Format(time.DateTime + "." + operand.Zeros)
		}
	case types.Timespan:
		if text = v.String(); !strings.Contains(text, ".") {
			text += "." + operand.Zeros
		}
	default:
		return v, nil
	}
	if m.quoted {
		text = `"` + text + `"`
	}
	return text, nil
}

// Type implements sql.Expression. JSON_TYPE() asks what has been cast to a document.
func (m *momentDocument) Type() sql.Type {
	if m.quoted {
		return m.Child.Type()
	}
	return operand.MomentTextType
}

// WithChildren implements sql.Expression.
func (m *momentDocument) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(m, len(children), 1)
	}
	return &momentDocument{planwalk.StandIn{Child: children[0]}, m.quoted}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (*momentDocument) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return ctx.GetCollation(), 4
}
