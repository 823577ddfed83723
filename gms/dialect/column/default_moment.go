package column

import (
	"context"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/change"
	"github.com/perfschema/perfschema/gms/dialect/moment"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// plainDefault writes the DEFAULT of a column of dates or times as the engine reads it. It moves
// a text with a time zone into the time zone of the session that defines the column. A text that is
// no date is error 1067.
func plainDefault(ctx context.Context, c *sqlparser.ColumnDefinition) error {
	e, err := plainDefaultOf(ctx, c.Type.Type, c.Name.String(), c.Type.Default)
	c.Type.Default = e
	return err
}

// PlainDefaults is plainDefault for the columns of ALTER COLUMN SET DEFAULT.
func PlainDefaults(ctx *sql.Context, catalog *analyzer.Catalog, s *sqlparser.AlterTable) error {
	for _, one := range s.Statements {
		d := one.DefaultSpec
		if d == nil || d.Action != sqlparser.SetStr || catalog == nil {
			continue
		}
		t := change.NamedTable(ctx, catalog, s.Table)
		if t == nil {
			return nil // the engine says so
		}
		for _, c := range t.Schema() {
			if !d.Column.EqualString(c.Name) || !builtin.TakesMoments(c.Type) {
				continue
			}
			kind := "datetime"
			if types.IsTimespan(c.Type) {
				kind = "time"
			}
			e, err := plainDefaultOf(ctx, kind, c.Name, d.Value)
			if err != nil {
				return err
			}
			d.Value = e
		}
	}
	return nil
}

// plainDefaultOf returns the default of a column of a type.
func plainDefaultOf(ctx context.Context, typ, name string, given sqlparser.Expr) (sqlparser.Expr, error) {
	e := given
	if p, ok := e.(*sqlparser.ParenExpr); ok {
		e = p.Expr
	}
	v, ok := e.(*sqlparser.SQLVal)
	if !ok || v.Type != sqlparser.StrVal {
		return given, nil
	}
	text, written := string(v.Val), ""
	var zone *time.Location
	if c, known := ctx.(*sql.Context); known && c.Session != nil {
		zone = operand.ZoneFor(c, text)
	}
	clock := strings.EqualFold(typ, "time")
	switch strings.ToLower(typ) {
	case "time":
		micros, _, _, in, read := moment.Time(text, zone)
		ok, written = read && in && text != "", types.Timespan(micros).String()
	case "date", "datetime", "timestamp":
		at, hasTime, _, read := moment.Datetime(text, zone)
		if ok, written = read, at.Format(time.DateOnly); hasTime {
			written = at.Format(operand.MomentLayout)
		}
	default:
		return given, nil
	}
	switch {
	case !clock && moment.IsZero(text), ok && moment.Usual(text, clock):
		return given, nil
	case !ok && e == given:
		return given, mysql.NewSQLError(mysql.ERInvalidDefault, sqlerr.StateAccess, "Invalid default value for '%s'", name)
	case !ok:
		return given, nil
	}
	return sqlparser.NewStrVal([]byte(written)), nil
}
