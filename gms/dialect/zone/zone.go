package zone

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/mysql"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// The storage keeps a TIMESTAMP as the date and time that a session writes, without the moment
// that these are in the session's time zone. Sessions of different zones would read different
// moments, so a session whose zone is not the server's is warned.

// State is what a session has done with its time zone. The zero value is of one that has
// the server's.
type State uint8

// The states of which others know.
const (
	Untouched  State = iota // the server's zone, as far as is known
	Set                     // SET time_zone; statements are looked at from now on
	zoneWarned              // no more is said in this session
)

// timeZone is the variable of the time zone.
const timeZone = "time_zone"

// NoteSet notes that a SET sets the session's time zone.
func (s *State) NoteSet(n *plan.Set) {
	for _, e := range n.Exprs {
		set, ok := e.(*expression.SetField)
		if !ok {
			continue
		}
		if v, ok := set.LeftChild.(*expression.SystemVar); ok && strings.EqualFold(v.Name, timeZone) && *s == Untouched {
			*s = Set
		}
	}
}

// Warn warns once in a session of a plan that uses a TIMESTAMP while the session's time zone
// differs from the server's. Queries are looked at when they are analyzed, and statements that
// change rows when they are built: the engine analyzes INSERT ... VALUES, and UPDATE and DELETE of
// one table, without the rules that are put before its own.
func (s *State) Warn(ctx *sql.Context, n sql.Node) {
	if *s != Set || !usesTimestamp(n) || zonesAgree(ctx) {
		return
	}
	*s = zoneWarned
	ctx.Session.Warn(&sql.Warning{
		Level: "Warning", Code: mysql.ERNotSupportedYet,
		Message: sqlerr.Unsupported("TIMESTAMP in a time_zone other than the server's: it is kept and read as a DATETIME"),
	})
}

// zonesAgree reports whether a moment is the same date and time in the session's time zone as
// in the server's: as of the statement's beginning, and half a year before it.
func zonesAgree(ctx *sql.Context) bool {
	own, err := function.SessionTimeZone(ctx)
	if err != nil {
		return true
	}
	_, value, ok := sql.SystemVariables.GetGlobal(timeZone)
	servers, isText := value.(string)
	if !ok || !isText {
		return true
	}
	if strings.EqualFold(servers, "SYSTEM") {
		servers = sql.SystemTimezoneOffset()
	}
	if strings.EqualFold(own, servers) { // converting reads the files of named zones
		return true
	}
	for _, months := range [...]int{0, -6} {
		at := ctx.QueryTime().UTC().AddDate(0, months, 0)
		here, known := sql.ConvertTimeZone(at, "+00:00", own)
		there, alsoKnown := sql.ConvertTimeZone(at, "+00:00", servers)
		if known && alsoKnown && !here.Equal(there) {
			return false
		}
	}
	return true
}

// usesTimestamp reports whether a plan reads a column of TIMESTAMP of a stored table, or changes
// rows of one that has any. The adapter's own tables know of time zones.
func usesTimestamp(n sql.Node) (uses bool) {
	stored, changes := false, false
	isTimestamp := func(t sql.Type) bool { return t != nil && t.Type() == querypb.Type_TIMESTAMP }
	transform.InspectWithOpaque(n, func(n sql.Node) bool {
		switch n := n.(type) {
		case *plan.InsertInto, *plan.Update, *plan.DeleteFrom:
			changes = true
		case sql.TableNode:
			if db := n.Database(); db != nil && !isSystemDatabase(db.Name()) {
				stored = stored || slices.ContainsFunc(n.Schema(), func(c *sql.Column) bool { return isTimestamp(c.Type) })
			}
		}
		return true
	})
	if !stored || changes {
		return stored
	}
	for _, c := range n.Schema() {
		uses = uses || isTimestamp(c.Type)
	}
	transform.InspectExpressionsWithNode(n, func(_ sql.Node, e sql.Expression) bool {
		if f, ok := e.(*expression.GetField); ok && isTimestamp(f.Type()) {
			uses = true
		}
		return !uses
	})
	return uses
}

// isSystemDatabase reports whether a database has no stored tables of users.
func isSystemDatabase(name string) bool {
	name = strings.ToLower(name)
	return computed.IsOfServer(name) || name == "history" || name == "fleet"
}
