package connection

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// connectAttr is one attribute a client sent when it connected.
type connectAttr struct {
	processlistID uint64
	ordinal       int64
	perfschema.ConnectAttr
}

var connectAttrFields = []field.Field[connectAttr]{
	{Column: view.Column{Name: "PROCESSLIST_ID", Type: field.BigintUnsigned, Comment: "Connection, as CONNECTION_ID() gives it"},
		Value: func(a *connectAttr) any { return a.processlistID }},
	{Column: view.Column{Name: "ATTR_NAME", Type: "varchar(32)", Comment: "Attribute"},
		Value: func(a *connectAttr) any { return field.Cut(a.Name, 32) }},
	{Column: view.Column{Name: "ATTR_VALUE", Type: "varchar(1024)", Nullable: true, Comment: "Its value"},
		Value: func(a *connectAttr) any { return field.ValidText(field.Cut(a.Value, 1024)) }},
	{Column: view.Column{Name: "ORDINAL_POSITION", Type: field.Integer, Nullable: true, Comment: "Place in the order they were sent, from 0"},
		Value: func(a *connectAttr) any { return a.ordinal }},
}

// connectAttrs declares one of the two tables; visible says whose attributes
// the reader may see.
func connectAttrs(name, comment string, access view.Access, visible func(view.Reader, record.ThreadInfo) bool) *view.Table {
	return &view.Table{
		Name:    name,
		Comment: comment,
		Columns: field.Columns(connectAttrFields),
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"PROCESSLIST_ID", "ATTR_NAME"}, Unique: true}},
		Access:  access,
		Open: field.Opener(connectAttrFields, field.OnEachThread(func(r view.Reader) []*perfschema.Thread { return field.ConnectionsOf(r, "PROCESSLIST_ID") },
			func(r view.Reader, t *perfschema.Thread, visit func(*connectAttr)) {
				info := t.Info()
				if info.ProcesslistID == 0 || !visible(r, info) {
					return
				}
				for i, a := range t.ConnectAttrs() {
					if field.Wants(r, "ATTR_NAME", a.Name) {
						visit(&connectAttr{info.ProcesslistID, int64(i), a})
					}
				}
			})),
	}
}

// sessionConnectAttrs is the table of what every client said of itself.
func sessionConnectAttrs() *view.Table {
	return connectAttrs("session_connect_attrs", "What clients said of themselves when they connected", 0,
		func(view.Reader, record.ThreadInfo) bool { return true })
}

// sessionAccountConnectAttrs is sessionConnectAttrs of the reader's own
// account, which everybody may read. A reader without a Thread sees nothing.
func sessionAccountConnectAttrs() *view.Table {
	return connectAttrs("session_account_connect_attrs", "What clients of the reader's account said of themselves", view.PublicRead,
		func(r view.Reader, t record.ThreadInfo) bool {
			own := r.Schema.Read().ThreadByID(r.ThreadID).Info()
			return own.ThreadID != 0 && t.User == own.User && t.Host == own.Host
		})
}
