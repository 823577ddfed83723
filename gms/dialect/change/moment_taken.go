package change

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/moment"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// TakeMoment returns a value as a column or a variable of dates or times takes it. What is no
// text comes back as it is, and so does a text that is left to the engine.
func TakeMoment(ctx *sql.Context, typ sql.Type, v any, ignore bool, column string, row int64) (any, error) {
	whole, err := sql.UnwrapAny(ctx, v)
	if err != nil {
		return v, err
	}
	text, ok := whole.(string)
	if !ok {
		return v, nil
	}
	taken, note, fault := builtin.MomentOfText(ctx, typ, text)
	if taken == nil && !types.IsTimespan(typ) && !ignore && moment.IsZero(text) && operand.RefusesZero(ctx) {
		return nil, sqlerr.Value(types.ErrConvertingToTime.New(text), &sql.Column{Name: column, Type: typ}, text, row)
	}
	if fault != 0 {
		lenient := ignore || !sql.LoadSqlMode(ctx).Strict()
		switch {
		case !lenient:
			return nil, sqlerr.Value(types.ErrConvertingToTimeType.New(text), &sql.Column{Name: column, Type: typ}, text, row)
		case taken != nil:
			ctx.Warn(mysql.ERWarnDataOutOfRange, "Out of range value for column '%s' at row %d", column, row)
			return taken, nil
		}
	}
	if taken == nil {
		if begin := moment.Begin(text); begin != text {
			text, v = begin, begin
		}
		if _, _, err := typ.Convert(ctx, text); err != nil && !ignore && sql.LoadSqlMode(ctx).Strict() {
			if told := sqlerr.Value(err, &sql.Column{Name: column, Type: typ}, text, row); told != nil {
				return nil, told
			}
		}
		return v, nil
	}
	switch note {
	case moment.Delimiter:
		ctx.Warn(builtin.WarnDelimiter, "Delimiter in a date or time of '%s' in column '%s' at row %d is deprecated.", text, column, row)
	case moment.Spaces:
		ctx.Warn(builtin.WarnSpaces, "Superfluous delimiters or spaces of '%s' in column '%s' at row %d are deprecated.", text, column, row)
	}
	return taken, nil
}

// isUsualMoment reports whether the engine reads what an expression gives as MySQL does.
func isUsualMoment(typ sql.Type, e sql.Expression) bool {
	switch e := e.(type) {
	case *expression.Literal:
		text, ok := e.Value().(string)
		return !ok || moment.Usual(text, types.IsTimespan(typ))
	case *expression.DefaultColumn, *sql.ColumnDefaultValue, *expression.BindVar, *assignedNumber:
		return true
	}
	return !e.Resolved() || !givesText(e)
}
