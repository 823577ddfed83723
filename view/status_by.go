package view

// statusValue is a status variable of a thread, account, user or host.
type statusValue struct {
	of *StatusOf
	variable
}

// statusBy declares one of the four tables of sessions' status variables, added up
// by what the key columns say.
func statusBy(level StatusLevel, name, comment, index string, key []field[statusValue]) *Table {
	fields := append(key[:len(key):len(key)],
		field[statusValue]{Column: Column{Name: "VARIABLE_NAME", Type: identifier, Comment: "Variable"},
			value: func(v *statusValue) any { return v.name }},
		field[statusValue]{Column: Column{Name: "VARIABLE_VALUE", Type: "varchar(1024)", Nullable: true, Comment: "Its value"},
			value: func(v *statusValue) any { return v.value }})
	keyColumns := make([]string, len(fields)-1)
	for i := range keyColumns {
		keyColumns[i] = fields[i].Name
	}
	byUser := level == StatusByAccount || level == StatusByUser
	byHost := level == StatusByAccount || level == StatusByHost
	return &Table{
		Name:    name,
		Comment: comment,
		Columns: columns(fields),
		Indexes: []Index{{Name: index, Columns: keyColumns, Unique: true}},
		Access:  AllowTruncate,
		Open: opener(fields, onEach(func(r Reader) []StatusOf {
			if r.Server.Status == nil {
				return nil
			}
			return r.Server.Status(level)
		}, func(r Reader, of StatusOf, visit func(*statusValue)) {
			if id, ok := wantsNumber(r, "THREAD_ID"); ok && of.ThreadID != id ||
				byUser && !wantsNullable(r, "USER", of.User, of.UserNull) || byHost && !wantsNullable(r, "HOST", of.Host, of.HostNull) {
				return
			}
			for name, value := range of.Values {
				if wants(r, "VARIABLE_NAME", name) {
					visit(&statusValue{&of, variable{name, value}})
				}
			}
		})),
		Forget: func(r Reader) error {
			if r.Server.ResetStatus != nil && r.Schema.Enabled() {
				r.Server.ResetStatus(level)
			}
			return nil
		},
	}
}

var (
	statusUser = field[statusValue]{Column: userColumn, value: func(v *statusValue) any { return unless(v.of.UserNull, v.of.User) }}
	statusHost = field[statusValue]{Column: hostColumn, value: func(v *statusValue) any { return unless(v.of.HostNull, v.of.Host) }}
)

// statusByThread is the table of every session's status variables.
func statusByThread() *Table {
	return statusBy(StatusByThread, "status_by_thread", "Status of every session", "PRIMARY",
		[]field[statusValue]{{Column: Column{Name: "THREAD_ID", Type: bigintUnsigned, Comment: "Thread of the session"},
			value: func(v *statusValue) any { return v.of.ThreadID }}})
}

// statusByAccount is the table of status variables by user and host.
func statusByAccount() *Table {
	return statusBy(StatusByAccount, "status_by_account", "Status of sessions by user and host", "ACCOUNT",
		[]field[statusValue]{statusUser, statusHost})
}

// statusByUser is the table of status variables by user.
func statusByUser() *Table {
	return statusBy(StatusByUser, "status_by_user", "Status of sessions by user", "USER", []field[statusValue]{statusUser})
}

// statusByHost is the table of status variables by host.
func statusByHost() *Table {
	return statusBy(StatusByHost, "status_by_host", "Status of sessions by host", "HOST", []field[statusValue]{statusHost})
}
