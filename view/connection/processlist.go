package connection

import (
	"strconv"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// processlist is the table of the connections, which everybody may read: whose
// connections one sees is decided by the PROCESS privilege (see
// [Reader.OwnThreadsOnly]). HOST has no port where none was reported.
func processlist() *view.Table {
	type thread = LiveThread
	fields := []field.Field[thread]{
		{Column: view.Column{Name: "ID", Type: field.BigintUnsigned, Comment: "Connection, as CONNECTION_ID() gives it"},
			Value: func(t *thread) any { return t.ProcesslistID }},
		{Column: view.Column{Name: "USER", Type: "varchar(32)", Nullable: true, Comment: "User"},
			Value: func(t *thread) any { return field.Text(t.User) }},
		{Column: view.Column{Name: "HOST", Type: "varchar(261)", Nullable: true, Comment: "Host the client connects from, with port if known"},
			Value: func(t *thread) any { return field.Text(hostPort(t)) }},
		{Column: view.Column{Name: "DB", Type: field.Identifier, Nullable: true, Comment: "Default database"},
			Value: func(t *thread) any { return field.Text(t.Database) }},
		{Column: view.Column{Name: "COMMAND", Type: "varchar(16)", Nullable: true, Comment: "Kind of command that runs, Sleep when idle"},
			Value: func(t *thread) any { return field.Text(t.Command) }},
		{Column: view.Column{Name: "TIME", Type: field.Bigint, Nullable: true, Comment: "Seconds in the present command"},
			Value: (*thread).Seconds},
		{Column: view.Column{Name: "STATE", Type: field.Identifier, Nullable: true, Comment: "What the connection does, in words"},
			Value: func(t *thread) any { return field.Text(field.Cut(t.State, field.IdentifierLength)) }},
		{Column: view.Column{Name: "INFO", Type: field.Longtext, Nullable: true, Comment: "Statement that runs"},
			Value: func(t *thread) any { return field.ValidText(t.ThreadInfo.Info) }},
		{Column: view.Column{Name: "EXECUTION_ENGINE", Type: field.EngineEnum, Nullable: true, Comment: "PRIMARY"},
			Value: func(*thread) any { return "PRIMARY" }},
	}
	return &view.Table{
		Name:    "processlist",
		Comment: "The connections and what they do",
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"ID"}, Unique: true}},
		Access:  view.PublicRead,
		Open: field.Opener(fields, field.OnEachThread(func(r view.Reader) []*perfschema.Thread { return field.ConnectionsOf(r, "ID") },
			func(r view.Reader, t *perfschema.Thread, visit func(*thread)) {
				info := t.Info()
				if info.ProcesslistID == 0 || info.Background {
					return
				}
				if r.OwnThreadsOnly {
					if own, ok := ownUser(r); !ok || info.User != own {
						return
					}
				}
				visit(&thread{ThreadInfo: info, Now: r.Schema.Wall()})
			})),
	}
}

// ownUser is whose connections a reader without PROCESS sees; ok is false for nobody's, as the
// anonymous account sees.
func ownUser(r view.Reader) (user string, ok bool) {
	if r.OwnUser != nil {
		return *r.OwnUser, *r.OwnUser != ""
	}
	own := r.Schema.Read().ThreadByID(r.ThreadID).Info()
	return own.User, own.ThreadID != 0
}

// hostPort is the client's address as the process list shows it.
func hostPort(t *LiveThread) string {
	if t.Host == "" || t.Port == 0 {
		return t.Host
	}
	return t.Host + ":" + strconv.Itoa(int(t.Port))
}
