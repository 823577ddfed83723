package operand

import (
	"bytes"
	"math"
	"strconv"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
)

// The engine writes a double as Go does: 1234567.5 is 1.2345675e+06, a FLOAT has up to
// nine digits. MySQL writes all digits of a double and six of a FLOAT, without an exponent
// from 0.000000000000001 up to fifteen digits before the point, and one as 1e20 beyond.

const (
	// mostBefore is how many digits a double has before its point, without an exponent,
	// and one more than the zeros behind it that it may begin with.
	mostBefore  = 15
	floatDigits = 6
)

// AppendDouble appends a double as MySQL writes it.
func AppendDouble(to []byte, f float64) []byte { return appendReal(to, f, -1) }

// AppendFloat appends a FLOAT as MySQL writes it.
func AppendFloat(to []byte, f float32) []byte { return appendReal(to, float64(f), floatDigits-1) }

func appendReal(to []byte, f float64, precision int) []byte {
	if f == 0 || math.IsInf(f, 0) || math.IsNaN(f) {
		return strconv.AppendFloat(to, f, 'g', -1, 64)
	}
	var buf [32]byte
	e := strconv.AppendFloat(buf[:0], f, 'e', precision, 64) // -d.ddde±dd
	at := bytes.IndexByte(e, 'e')
	exponent, _ := strconv.Atoi(string(e[at+1:]))
	mantissa := e[:at]
	if bytes.IndexByte(mantissa, '.') >= 0 {
		mantissa = bytes.TrimRight(bytes.TrimRight(mantissa, "0"), ".")
	}
	digits := len(mantissa)
	if f < 0 {
		digits--
	}
	if digits > 1 {
		digits-- // the point
	}
	if before := exponent + 1; before <= -mostBefore || before > mostBefore && digits <= before {
		to = append(append(to, mantissa...), 'e')
		return strconv.AppendInt(to, int64(exponent), 10)
	}
	if precision >= 0 { // the digits that are left are those of the number
		f, _ = strconv.ParseFloat(string(e), 64)
	}
	return strconv.AppendFloat(to, f, 'f', -1, 64)
}

// Respelled returns a value of a result as MySQL writes one of the type.
func Respelled(v sqltypes.Value, typ querypb.Type) sqltypes.Value {
	text := v.Raw()
	if typ != sqltypes.Float64 && typ != sqltypes.Float32 {
		const yearDigits = 4
		if year := bytes.IndexByte(text, '-'); year > 0 && year < yearDigits {
			return sqltypes.MakeTrusted(v.Type(), append([]byte("0000"[year:]), text...))
		}
		return v
	}
	if bytes.IndexByte(text, 'e') < 0 && (typ == sqltypes.Float64 || len(text) <= floatDigits) {
		return v
	}
	var own []byte
	if typ == sqltypes.Float32 {
		f, err := strconv.ParseFloat(string(text), 32)
		if err != nil {
			return v
		}
		own = AppendFloat(nil, float32(f))
	} else {
		f, err := strconv.ParseFloat(string(text), 64)
		if err != nil {
			return v
		}
		own = AppendDouble(nil, f)
	}
	return sqltypes.MakeTrusted(v.Type(), own)
}

// RealText is the text of a double or a FLOAT.
type RealText struct{ planwalk.StandIn }

var (
	_ sql.Expression         = (*RealText)(nil)
	_ sql.CollationCoercible = (*RealText)(nil)
	// realTextType is of what -1.7976931348623157e308 has room in, and all digits of a
	// double without an exponent.
	realTextType = types.MustCreateStringWithDefaults(sqltypes.VarChar, 33)
)

// Eval implements sql.Expression.
func (t *RealText) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := t.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	return realString(ctx, v)
}

// realString is the text of a value that is a double or a FLOAT.
func realString(ctx *sql.Context, v any) (any, error) {
	if f, ok := v.(float32); ok {
		return string(AppendFloat(nil, f)), nil
	}
	v, _, err := types.Float64.Convert(ctx, v)
	f, ok := v.(float64)
	if err != nil || !ok {
		return nil, err
	}
	return string(AppendDouble(nil, f)), nil
}

// Type implements sql.Expression.
func (*RealText) Type() sql.Type { return realTextType }

// WithChildren implements sql.Expression.
func (t *RealText) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(t, len(children), 1)
	}
	return &RealText{planwalk.StandIn{Child: children[0]}}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (*RealText) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return ctx.GetCollation(), 4
}
