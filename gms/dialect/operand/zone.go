package operand

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression/function"

	"github.com/perfschema/perfschema/gms/dialect/moment"
)

// zoneOf returns the session's time zone, UTC if that is not known: the engine evaluates literals
// without a session where it asks for the digits of their seconds.
func zoneOf(ctx *sql.Context) *time.Location {
	if ctx == nil || ctx.Session == nil {
		return time.UTC
	}
	zone, err := function.SessionTimeZone(ctx)
	if err != nil {
		return time.UTC
	}
	if at, ok := sql.ConvertTimeZone(time.Unix(0, 0).UTC(), "+00:00", zone); ok && zone != "" && (zone[0] == '+' || zone[0] == '-') {
		return time.FixedZone(zone, int(at.Unix()))
	}
	if l, err := time.LoadLocation(zone); err == nil {
		return l
	}
	return time.UTC
}

// ZoneFor returns the session's time zone if a text has one, which is moved into it; nil for
// other texts: a named zone is read from a file.
func ZoneFor(ctx *sql.Context, text string) *time.Location {
	if !moment.Zoned(text) {
		return nil
	}
	return zoneOf(ctx)
}
