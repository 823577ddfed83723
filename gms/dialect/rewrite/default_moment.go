package rewrite

import (
	"context"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/moment"
)

// plainDefault writes the DEFAULT of a column of dates or times as the engine reads it. It moves
// a text with a time zone into the time zone of the session that defines the column.
func plainDefault(ctx context.Context, t *sqlparser.ColumnType) {
	e := t.Default
	if p, ok := e.(*sqlparser.ParenExpr); ok {
		e = p.Expr
	}
	v, ok := e.(*sqlparser.SQLVal)
	if !ok || v.Type != sqlparser.StrVal {
		return
	}
	text, written := string(v.Val), ""
	var zone *time.Location
	if c, known := ctx.(*sql.Context); known && c.Session != nil {
		zone = zoneFor(c, text)
	}
	switch strings.ToLower(t.Type) {
	case "time":
		micros, _, _, in, read := moment.Time(text, zone)
		if ok = read && in; ok {
			written = types.Timespan(micros).String()
		}
	case "date", "datetime", "timestamp":
		at, hasTime, _, read := moment.Datetime(text, zone)
		if ok = read; hasTime {
			written = at.Format(momentLayout)
		} else {
			written = at.Format(time.DateOnly)
		}
	default:
		return
	}
	if ok && !moment.Usual(text, strings.EqualFold(t.Type, "time")) {
		t.Default = sqlparser.NewStrVal([]byte(written))
	}
}
