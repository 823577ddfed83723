package connection

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

type account = record.AccountInfo

var (
	accountUser = field.Field[account]{Column: field.UserColumn, Value: func(a *account) any { return field.Unless(a.UserNull, a.User) }}
	accountHost = field.Field[account]{Column: field.HostColumn, Value: func(a *account) any { return field.Unless(a.HostNull, a.Host) }}
)

// connectionCounts declares a table that counts connections by what the key
// columns say. A session's memory is that of its thread, not of its helpers.
func connectionCounts(name, comment, index string, key []field.Field[account],
	read func(*perfschema.Reader) []account) *view.Table {
	fields := append(key[:len(key):len(key)],
		field.Field[account]{Column: view.Column{Name: "CURRENT_CONNECTIONS", Type: field.Bigint, Comment: "Connections now"},
			Value: func(a *account) any { return a.Current }},
		field.Field[account]{Column: view.Column{Name: "TOTAL_CONNECTIONS", Type: field.Bigint, Comment: "Connections ever"},
			Value: func(a *account) any { return a.Total }},
		field.Field[account]{Column: view.Column{Name: "MAX_SESSION_CONTROLLED_MEMORY", Type: field.BigintUnsigned,
			Comment: "Most bytes a session had that count against a limit"},
			Value: func(a *account) any { return a.MaxControlled }},
		field.Field[account]{Column: view.Column{Name: "MAX_SESSION_TOTAL_MEMORY", Type: field.BigintUnsigned,
			Comment: "Most bytes a session had"},
			Value: func(a *account) any { return a.MaxTotal }},
	)
	var keyColumns []string
	for _, f := range key {
		keyColumns = append(keyColumns, f.Name)
	}
	return &view.Table{
		Name:    name,
		Comment: comment,
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: index, Columns: keyColumns, Unique: true}},
		Access:  view.AllowTruncate,
		Open: field.Opener(fields, field.ListedWhere(func(r view.Reader) []account { return read(r.Schema.Read()) },
			func(r view.Reader, a *account) bool {
				return field.WantsNullable(r, "USER", a.User, a.UserNull) && field.WantsNullable(r, "HOST", a.Host, a.HostNull)
			})),
	}
}

// accounts is the table of connections by user and host.
func accounts() *view.Table {
	return connectionCounts("accounts", "Connections by user and host", "ACCOUNT",
		[]field.Field[account]{accountUser, accountHost},
		(*perfschema.Reader).Accounts)
}

// users is the table of connections by user.
func users() *view.Table {
	return connectionCounts("users", "Connections by user", "USER",
		[]field.Field[account]{accountUser},
		(*perfschema.Reader).Users)
}

// hosts is the table of connections by host.
func hosts() *view.Table {
	return connectionCounts("hosts", "Connections by host", "HOST",
		[]field.Field[account]{accountHost},
		(*perfschema.Reader).Hosts)
}
