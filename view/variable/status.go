package variable

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// statusValue is a status variable of a thread, account, user or host.
type statusValue struct {
	of *view.StatusOf
	Variable
}

// statusBy declares one of the four tables of sessions' status variables, added up
// by what the key columns say.
func statusBy(level view.StatusLevel, name, comment, index string, key []field.Field[statusValue]) *view.Table {
	fields := append(key[:len(key):len(key)],
		field.Field[statusValue]{Column: view.Column{Name: "VARIABLE_NAME", Type: field.Identifier, Comment: "Variable"},
			Value: func(v *statusValue) any { return v.Name }},
		field.Field[statusValue]{Column: view.Column{Name: "VARIABLE_VALUE", Type: "varchar(1024)", Nullable: true, Comment: "Its value"},
			Value: func(v *statusValue) any { return v.Value }})
	keyColumns := make([]string, len(fields)-1)
	for i := range keyColumns {
		keyColumns[i] = fields[i].Name
	}
	byUser := level == view.StatusByAccount || level == view.StatusByUser
	byHost := level == view.StatusByAccount || level == view.StatusByHost
	return &view.Table{
		Name:    name,
		Comment: comment,
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: index, Columns: keyColumns, Unique: true}},
		Access:  view.AllowTruncate,
		Open: field.Opener(fields, field.OnEach(func(r view.Reader) []view.StatusOf {
			if r.Server.Status == nil {
				return nil
			}
			return r.Server.Status(level)
		}, func(r view.Reader, of view.StatusOf, visit func(*statusValue)) {
			if id, ok := field.WantsNumber(r, "THREAD_ID"); ok && of.ThreadID != id ||
				byUser && !field.WantsNullable(r, "USER", of.User, of.UserNull) || byHost && !field.WantsNullable(r, "HOST", of.Host, of.HostNull) {
				return
			}
			for name, value := range of.Values {
				if field.Wants(r, "VARIABLE_NAME", name) {
					visit(&statusValue{&of, Variable{name, value}})
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
	statusUser = field.Field[statusValue]{Column: field.UserColumn, Value: func(v *statusValue) any { return field.Unless(v.of.UserNull, v.of.User) }}
	statusHost = field.Field[statusValue]{Column: field.HostColumn, Value: func(v *statusValue) any { return field.Unless(v.of.HostNull, v.of.Host) }}
)

// statusByThread is the table of every session's status variables.
func statusByThread() *view.Table {
	return statusBy(view.StatusByThread, "status_by_thread", "Status of every session", "PRIMARY",
		[]field.Field[statusValue]{{Column: view.Column{Name: "THREAD_ID", Type: field.BigintUnsigned, Comment: "Thread of the session"},
			Value: func(v *statusValue) any { return v.of.ThreadID }}})
}

// statusByAccount is the table of status variables by user and host.
func statusByAccount() *view.Table {
	return statusBy(view.StatusByAccount, "status_by_account", "Status of sessions by user and host", "ACCOUNT",
		[]field.Field[statusValue]{statusUser, statusHost})
}

// statusByUser is the table of status variables by user.
func statusByUser() *view.Table {
	return statusBy(view.StatusByUser, "status_by_user", "Status of sessions by user", "USER", []field.Field[statusValue]{statusUser})
}

// statusByHost is the table of status variables by host.
func statusByHost() *view.Table {
	return statusBy(view.StatusByHost, "status_by_host", "Status of sessions by host", "HOST", []field.Field[statusValue]{statusHost})
}
