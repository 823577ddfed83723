package catalog

import "github.com/perfschema/perfschema/view"

// statusValue is a status variable of a thread, account, user or host.
type statusValue struct {
	of *view.StatusOf
	variable
}

// statusBy declares one of the four tables of sessions' status variables, added up
// by what the key columns say.
func statusBy(level view.StatusLevel, name, comment, index string, key []field[statusValue]) *view.Table {
	fields := append(key[:len(key):len(key)],
		field[statusValue]{Column: view.Column{Name: "VARIABLE_NAME", Type: identifier, Comment: "Variable"},
			value: func(v *statusValue) any { return v.name }},
		field[statusValue]{Column: view.Column{Name: "VARIABLE_VALUE", Type: "varchar(1024)", Nullable: true, Comment: "Its value"},
			value: func(v *statusValue) any { return v.value }})
	keyColumns := make([]string, len(fields)-1)
	for i := range keyColumns {
		keyColumns[i] = fields[i].Name
	}
	byUser := level == view.StatusByAccount || level == view.StatusByUser
	byHost := level == view.StatusByAccount || level == view.StatusByHost
	return &view.Table{
		Name:    name,
		Comment: comment,
		Columns: columns(fields),
		Indexes: []view.Index{{Name: index, Columns: keyColumns, Unique: true}},
		Access:  view.AllowTruncate,
		Open: opener(fields, onEach(func(r view.Reader) []view.StatusOf {
			if r.Server.Status == nil {
				return nil
			}
			return r.Server.Status(level)
		}, func(r view.Reader, of view.StatusOf, visit func(*statusValue)) {
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
		Forget: func(r view.Reader) error {
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
func statusByThread() *view.Table {
	return statusBy(view.StatusByThread, "status_by_thread", "Status of every session", "PRIMARY",
		[]field[statusValue]{{Column: view.Column{Name: "THREAD_ID", Type: bigintUnsigned, Comment: "Thread of the session"},
			value: func(v *statusValue) any { return v.of.ThreadID }}})
}

// statusByAccount is the table of status variables by user and host.
func statusByAccount() *view.Table {
	return statusBy(view.StatusByAccount, "status_by_account", "Status of sessions by user and host", "ACCOUNT",
		[]field[statusValue]{statusUser, statusHost})
}

// statusByUser is the table of status variables by user.
func statusByUser() *view.Table {
	return statusBy(view.StatusByUser, "status_by_user", "Status of sessions by user", "USER", []field[statusValue]{statusUser})
}

// statusByHost is the table of status variables by host.
func statusByHost() *view.Table {
	return statusBy(view.StatusByHost, "status_by_host", "Status of sessions by host", "HOST", []field[statusValue]{statusHost})
}
