package view

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

type account = record.AccountInfo

// userColumn and hostColumn say whose connections a row is of, here and in the
// summaries by account.
var (
	userColumn = Column{Name: "USER", Type: userName, Nullable: true, Comment: "User; NULL for the server's own threads"}
	hostColumn = Column{Name: "HOST", Type: hostName, Nullable: true, Comment: "Host; NULL for the server's own threads"}

	accountUser = field[account]{userColumn, func(a *account) any { return unless(a.UserNull, a.User) }}
	accountHost = field[account]{hostColumn, func(a *account) any { return unless(a.HostNull, a.Host) }}
)

// connectionCounts declares a table that counts connections by what the key
// columns say. A session's memory is that of its thread, not of its helpers.
func connectionCounts(name, comment, index string, key []field[account],
	read func(*perfschema.Reader) []account) *Table {
	fields := append(key[:len(key):len(key)],
		field[account]{Column{Name: "CURRENT_CONNECTIONS", Type: bigint, Comment: "Connections now"},
			func(a *account) any { return a.Current }},
		field[account]{Column{Name: "TOTAL_CONNECTIONS", Type: bigint, Comment: "Connections ever"},
			func(a *account) any { return a.Total }},
		field[account]{Column{Name: "MAX_SESSION_CONTROLLED_MEMORY", Type: bigintUnsigned,
			Comment: "Most bytes a session had that count against a limit"},
			func(a *account) any { return a.MaxControlled }},
		field[account]{Column{Name: "MAX_SESSION_TOTAL_MEMORY", Type: bigintUnsigned,
			Comment: "Most bytes a session had"},
			func(a *account) any { return a.MaxTotal }},
	)
	var keyColumns []string
	for _, f := range key {
		keyColumns = append(keyColumns, f.Name)
	}
	return &Table{
		Name:    name,
		Comment: comment,
		Columns: columns(fields),
		Indexes: []Index{{Name: index, Columns: keyColumns, Unique: true}},
		Access:  AllowTruncate,
		Open: opener(fields, listedWhere(func(r Reader) []account { return read(r.Schema.Read()) },
			func(r Reader, a *account) bool {
				return r.wantsNullable("USER", a.User, a.UserNull) && r.wantsNullable("HOST", a.Host, a.HostNull)
			})),
	}
}

// accounts is the table of connections by user and host.
func accounts() *Table {
	return connectionCounts("accounts", "Connections by user and host", "ACCOUNT",
		[]field[account]{accountUser, accountHost},
		(*perfschema.Reader).Accounts)
}

// users is the table of connections by user.
func users() *Table {
	return connectionCounts("users", "Connections by user", "USER",
		[]field[account]{accountUser},
		(*perfschema.Reader).Users)
}

// hosts is the table of connections by host.
func hosts() *Table {
	return connectionCounts("hosts", "Connections by host", "HOST",
		[]field[account]{accountHost},
		(*perfschema.Reader).Hosts)
}
