package builtin

import (
	"testing"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/shopspring/decimal"
)

// Functions of strings take dates, times and decimals by their text.
func TestTextArguments(t *testing.T) {
	at := expression.NewLiteral(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), types.Datetime)
	price := expression.NewLiteral(decimal.RequireFromString("12.50"), types.MustCreateDecimalType(10, 2))
	span := expression.NewLiteral(types.Timespan(50_000_000), types.Time)
	n := func(v int32) sql.Expression { return expression.NewLiteral(v, types.Int32) }
	text := func(v string) sql.Expression { return expression.NewLiteral(v, types.LongText) }
	for _, c := range []struct {
		name string
		args []sql.Expression
		want any
	}{
		{"left", []sql.Expression{at, n(7)}, "2026-01"},
		{"right", []sql.Expression{at, n(5)}, "04:05"},
		{"substring", []sql.Expression{at, n(6), n(2)}, "01"},
		{"mid", []sql.Expression{at, n(1), n(4)}, "2026"},
		{"reverse", []sql.Expression{price}, "05.21"},
		{"left", []sql.Expression{price, n(2)}, "12"},
		{"right", []sql.Expression{span, n(2)}, "50"},
		{"concat", []sql.Expression{span, text("!")}, "00:00:50!"},
		{"upper", []sql.Expression{span}, "00:00:50"},
		{"length", []sql.Expression{span}, int32(8)},
		{"lpad", []sql.Expression{span, n(9), text("x")}, "x00:00:50"},
		{"replace", []sql.Expression{span, text("0"), text("")}, "::5"},
		{"instr", []sql.Expression{at, text("-")}, int64(5)},
		{"crc32", []sql.Expression{price}, uint32(0xb67acff1)},
		{"json_quote", []sql.Expression{price}, `"12.50"`},
	} {
		f, ok := Function(c.name)
		if !ok {
			f, ok = BuiltIn(c.name)
		}
		if !ok {
			t.Fatalf("%s is not there", c.name)
		}
		ctx := sql.NewEmptyContext()
		call, err := f.NewInstance(c.args)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		got, err := call.Eval(ctx, nil)
		if err != nil {
			t.Fatalf("%s: %v", call, err)
		}
		if got, err = sql.UnwrapAny(ctx, got); err != nil {
			t.Fatal(err)
		}
		if s, ok := got.(interface{ JSONString() (string, error) }); ok {
			got, _ = s.JSONString()
		}
		if got != c.want {
			t.Errorf("%s(%v) is %v (%T), want %v", c.name, c.args, got, got, c.want)
		}
	}
}
