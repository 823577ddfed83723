package dolt

import (
	"strings"

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dtables"
	"github.com/dolthub/dolt/go/store/datas"
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms"
)

// HasLogins reports whether a table has the addresses of remotes or backups, which may have
// a login in them: see [gms.Storage]. Dolt itself reads them elsewhere.
func HasLogins(t sql.Table) bool {
	switch t := t.(type) {
	case *dtables.RemotesTable, *dtables.BackupsTable, dtables.BackupsTable:
		return true
	case sql.TableWrapper:
		return HasLogins(t.Underlying())
	}
	return false
}

// hideLogin returns the options of a commit without a login in the address of the remote that
// dolt_pull puts into its message. A commit is read by all who read the database, and is pushed
// to other servers. Messages of another form are their author's, and stay as they are.
func hideLogin(o datas.CommitOptions) datas.CommitOptions {
	if o.Meta == nil || !strings.HasPrefix(o.Meta.Description, pulled) {
		return o
	}
	branches, rest, ok := strings.Cut(o.Meta.Description, "' of ")
	end := strings.LastIndex(rest, " into ")
	if !ok || end < 0 {
		return o
	}
	meta := *o.Meta
	meta.Description = branches + "' of " + gms.WithoutLogins(rest[:end]) + rest[end:]
	o.Meta = &meta
	return o
}

// pulled is how the message of a commit begins that dolt_pull makes: Merge branch 'x' of
// <address> into y.
const pulled = "Merge branch '"

// withoutLogins returns a procedure whose rows have no login of an address: dolt_push answers
// with that of the remote. Procedures that are told no remote's name come back as they are.
func withoutLogins(name string, run procedure) procedure {
	if !asksRemote[name] {
		return run
	}
	return func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
		rows, err := run(ctx, args...)
		if err != nil || rows == nil {
			return nil, err
		}
		return loginRows{rows}, nil
	}
}

var asksRemote = map[string]bool{"dolt_backup": true, "dolt_clone": true, "dolt_fetch": true, "dolt_pull": true, "dolt_push": true, "dolt_remote": true}

// loginRows are the rows of a procedure that asks a remote.
type loginRows struct{ sql.RowIter }

// Next implements sql.RowIter.
func (i loginRows) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.RowIter.Next(ctx)
	for at, v := range row {
		if text, ok := v.(string); ok {
			row[at] = gms.WithoutLogins(text)
		}
	}
	return row, err //nolint:wrapcheck // the storage's own
}
