package operand

import (
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	"github.com/shopspring/decimal"

	"github.com/perfschema/perfschema/gms/dialect/moment"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// LiteralFunctions make the values of literals of dates and times, of which [words.Respell]
// has made calls. A wrong one is error 1525.
func LiteralFunctions() (list []sql.Function) {
	for _, kind := range [...]string{"DATE", "TIME", "TIMESTAMP"} {
		name := strings.ToLower(kind) + words.MomentSuffix
		list = append(list, sql.FunctionN{Name: name, Fn: func(args ...sql.Expression) (sql.Expression, error) {
			if len(args) != 1 {
				return nil, sql.ErrInvalidArgumentNumber.New(name, 1, len(args))
			}
			text := ""
			if l, ok := args[0].(*expression.Literal); ok {
				text, _ = l.Value().(string)
			}
			if l := temporalLiteral(kind, text); l != nil {
				return l, nil
			}
			told := kind
			if told == "TIMESTAMP" {
				told = "DATETIME"
			}
			return nil, mysql.NewSQLError(erWrongValue, "HY000", "Incorrect %s value: '%s'", told, text)
		}})
	}
	return list
}

// temporalLiteral is nil for a text that is none of its kind.
func temporalLiteral(kind, text string) sql.Expression {
	if moment.Begin(text) != text {
		return nil
	}
	if kind == "TIME" {
		if _, _, dated, _, _ := moment.Time(text, time.UTC); dated {
			return nil
		}
		µs, valid, whole := timeText(sql.NewEmptyContext(), text)
		if !valid || !whole || µs.Abs().GreaterThan(decimal.New(MostTime, 0)) {
			return nil
		}
		return expression.NewLiteral(types.Timespan(µs.Round(0).IntPart()), types.Time)
	}
	t, date, valid, whole := MomentText(text)
	if at, hasTime, _, ok := moment.Datetime(text, nil); ok {
		dated := !hasTime
		t, date, valid, whole = at, &dated, true, true
	}
	if date == nil {
		if text == "" || strings.Trim(text, "0123456789") != "" {
			return nil
		}
		n, err := decimal.NewFromString(text)
		if err != nil {
			return nil
		}
		at, dated, ok := momentOf(n)
		t, date, valid, whole = at, &dated, ok, true
	}
	switch {
	case !valid || !whole || *date != (kind == "DATE"):
		return nil
	case *date:
		return expression.NewLiteral(t, types.Date)
	}
	if typ, err := types.CreateDatetimeType(sqltypes.Datetime, SecondDigits(expression.NewLiteral(text, types.Text))); err == nil {
		return expression.NewLiteral(t, typ)
	}
	return expression.NewLiteral(t, types.Datetime)
}
