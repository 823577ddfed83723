// Package processlist is SHOW PROCESSLIST and information_schema.PROCESSLIST. They and
// performance_schema.processlist are one list: that of the view.
package processlist

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/acting"
	"github.com/perfschema/perfschema/gms/dialect/information"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// List is the connections of a server.
type List struct {
	// Reader is who reads the list, as the view wants to know.
	Reader func(ctx *sql.Context) view.Reader
	// ShowsAll says whether a session may see connections of other users.
	ShowsAll func(ctx *sql.Context) bool
	// InformationRead is told when somebody reads information_schema.PROCESSLIST, which is
	// deprecated.
	InformationRead func(ctx *sql.Context)
}

// shownInfo is how much of a statement SHOW PROCESSLIST shows without FULL, in
// characters.
const shownInfo = 100

// columns is what SHOW PROCESSLIST gives.
var columns = sql.Schema{
	{Name: "Id", Type: types.Uint64},
	{Name: "User", Type: types.LongText},
	{Name: "Host", Type: types.LongText},
	{Name: "db", Type: types.LongText, Nullable: true},
	{Name: "Command", Type: types.LongText},
	{Name: "Time", Type: types.Int64},
	{Name: "State", Type: types.LongText, Nullable: true},
	{Name: "Info", Type: types.LongText, Nullable: true},
}

// Statement is SHOW PROCESSLIST for everybody: an account without the PROCESS privilege
// sees the connections of its own user. It is nil for other statements.
func (l *List) Statement(stmt sqlparser.Statement) sqlparser.Statement {
	show, ok := stmt.(*sqlparser.Show)
	if !ok || !strings.EqualFold(show.Type, "processlist") {
		return nil
	}
	n := &node.Command{Text: "SHOW PROCESSLIST", Columns: columns}
	n.Rows = func(ctx *sql.Context) ([]sql.Row, error) {
		if l.isAnonymous(ctx) {
			return nil, sqlerr.Needs("PROCESS")
		}
		rows, err := l.rows(ctx)
		if err != nil || show.Full {
			return rows, err
		}
		for _, r := range rows {
			if info, ok := r[len(r)-1].(string); ok {
				r[len(r)-1] = firstCharacters(info, shownInfo)
			}
		}
		return rows, nil
	}
	return n.Statement(sqlparser.AuthType_IGNORE)
}

// isAnonymous says whether a session has logged in as the anonymous account, and may see nobody's
// connections.
func (l *List) isAnonymous(ctx *sql.Context) bool {
	user, _ := acting.Account(ctx)
	return user == "" && !acting.IsServer(ctx) && !l.ShowsAll(ctx)
}

// firstCharacters is the beginning of a text.
func firstCharacters(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// fitting is a value cut to what a column of texts takes, as MySQL does: a statement
// may be longer, and have bytes that are no characters.
func fitting(t sql.Type, v any) any {
	s, isText := v.(string)
	column, ok := t.(sql.StringType)
	if !isText || !ok {
		return v
	}
	return firstCharacters(strings.ToValidUTF8(s, "?"), int(column.MaxCharacterLength()))
}

// Fill has information_schema.PROCESSLIST show the same.
func (l *List) Fill(infoSchema sql.Database) error {
	t, err := information.Table(infoSchema, information_schema.ProcessListTableName)
	if err != nil || t == nil {
		return err
	}
	if len(t.TableSchema) != len(columns) {
		return fmt.Errorf("information_schema.%s has other columns than expected", t.TableName)
	}
	t.Reader = func(ctx *sql.Context, _ sql.Catalog) (sql.RowIter, error) {
		l.InformationRead(ctx)
		rows, err := l.rows(ctx)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			for i, c := range t.TableSchema {
				r[i] = fitting(c.Type, r[i])
				if r[i], _, err = c.Type.Convert(ctx, r[i]); err != nil {
					return nil, fmt.Errorf("column %s of the process list: %w", c.Name, err)
				}
			}
		}
		return sql.RowsToRowIter(rows...), nil
	}
	return nil
}

// rows are the connections that the session may see, by their numbers: the
// columns of SHOW PROCESSLIST.
func (l *List) rows(ctx *sql.Context) ([]sql.Row, error) {
	var rows []sql.Row
	listed := make(map[uint64]bool)
	for cursor := catalog.Lookup("processlist").Open(l.Reader(ctx)); ; {
		v, ok := cursor.Next()
		if !ok {
			break
		}
		row := sql.Row(v[:len(columns):len(columns)])
		id, isNumber := row[0].(uint64)
		if !isNumber {
			return nil, fmt.Errorf("the process list has a connection %v", row[0])
		}
		listed[id] = true
		for at, unknown := range map[int]any{1: "", 2: "", 5: int64(0), 6: ""} { // which MySQL shows so here
			if row[at] == nil {
				row[at] = unknown
			}
		}
		rows = append(rows, row)
	}
	// What the Schema has no thread of, since it is off or full, the engine knows
	// of, though not what it does.
	all := l.ShowsAll(ctx)
	user, _ := acting.Account(ctx)
	for _, p := range ctx.ProcessList.Processes() {
		if listed[uint64(p.Connection)] || !all && (p.User != user || user == "") {
			continue
		}
		rows = append(rows, sql.Row{uint64(p.Connection), p.User, p.Host, orNull(p.Database), string(p.Command), int64(p.Seconds()), nil, orNull(p.Query)})
	}
	slices.SortFunc(rows, func(a, b sql.Row) int { return cmp.Compare(a[0].(uint64), b[0].(uint64)) })
	return rows, nil
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
