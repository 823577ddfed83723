package catalog

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

type account = perfschema.AccountInfo

var (
	accountUser = field[account]{Column: userColumn, value: func(a *account) any { return unless(a.UserNull, a.User) }}
	accountHost = field[account]{Column: hostColumn, value: func(a *account) any { return unless(a.HostNull, a.Host) }}
)

// connectionCounts declares a table that counts connections by what the key
// columns say. A session's memory is that of its thread, not of its helpers.
func connectionCounts(name, comment, index string, key []field[account],
	read func(*perfschema.Reader) []account) *view.Table {
	fields := append(key[:len(key):len(key)],
		field[account]{Column: view.Column{Name: "CURRENT_CONNECTIONS", Type: bigint, Comment: "Connections now"},
			value: func(a *account) any { return a.Current }},
		field[account]{Column: view.Column{Name: "TOTAL_CONNECTIONS", Type: bigint, Comment: "Connections ever"},
			value: func(a *account) any { return a.Total }},
		field[account]{Column: view.Column{Name: "MAX_SESSION_CONTROLLED_MEMORY", Type: bigintUnsigned,
			Comment: "Most bytes a session had that count against a limit"},
			value: func(a *account) any { return a.MaxControlled }},
		field[account]{Column: view.Column{Name: "MAX_SESSION_TOTAL_MEMORY", Type: bigintUnsigned,
			Comment: "Most bytes a session had"},
			value: func(a *account) any { return a.MaxTotal }},
	)
	var keyColumns []string
	for _, f := range key {
		keyColumns = append(keyColumns, f.Name)
	}
	return &view.Table{
		Name:    name,
		Comment: comment,
		Columns: columns(fields),
		Indexes: []view.Index{{Name: index, Columns: keyColumns, Unique: true}},
		Access:  view.AllowTruncate,
		Open: opener(fields, listedWhere(func(r view.Reader) []account { return read(r.Schema.Read()) },
			func(r view.Reader, a *account) bool {
				return wantsNullable(r, "USER", a.User, a.UserNull) && wantsNullable(r, "HOST", a.Host, a.HostNull)
			})),
	}
}

// accounts is the table of connections by user and host.
func accounts() *view.Table {
	return connectionCounts("accounts", "Connections by user and host", "ACCOUNT",
		[]field[account]{accountUser, accountHost},
		(*perfschema.Reader).Accounts)
}

// users is the table of connections by user.
func users() *view.Table {
	return connectionCounts("users", "Connections by user", "USER",
		[]field[account]{accountUser},
		(*perfschema.Reader).Users)
}

// hosts is the table of connections by host.
func hosts() *view.Table {
	return connectionCounts("hosts", "Connections by host", "HOST",
		[]field[account]{accountHost},
		(*perfschema.Reader).Hosts)
}
