package view

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// connectAttr is one attribute a client sent when it connected.
type connectAttr struct {
	processlistID uint64
	ordinal       int64
	perfschema.ConnectAttr
}

var connectAttrFields = []field[connectAttr]{
	{Column{Name: "PROCESSLIST_ID", Type: bigintUnsigned, Comment: "Connection, as CONNECTION_ID() gives it"},
		func(a *connectAttr) any { return a.processlistID }},
	{Column{Name: "ATTR_NAME", Type: "varchar(32)", Comment: "Attribute"},
		func(a *connectAttr) any { return cut(a.Name, 32) }},
	{Column{Name: "ATTR_VALUE", Type: "varchar(1024)", Nullable: true, Comment: "Its value"},
		func(a *connectAttr) any { return validText(cut(a.Value, 1024)) }},
	{Column{Name: "ORDINAL_POSITION", Type: integer, Nullable: true, Comment: "Place in the order they were sent, from 0"},
		func(a *connectAttr) any { return a.ordinal }},
}

// connectAttrs declares one of the two tables; visible says whose attributes
// the reader may see.
func connectAttrs(name, comment string, access Access, visible func(Reader, record.ThreadInfo) bool) *Table {
	return &Table{
		Name:    name,
		Comment: comment,
		Columns: columns(connectAttrFields),
		Indexes: []Index{{Name: "PRIMARY", Columns: []string{"PROCESSLIST_ID", "ATTR_NAME"}, Unique: true}},
		Access:  access,
		Open: opener(connectAttrFields, onEachThread(func(r Reader) []*perfschema.Thread { return r.connections("PROCESSLIST_ID") },
			func(r Reader, t *perfschema.Thread, visit func(*connectAttr)) {
				info := t.Info()
				if info.ProcesslistID == 0 || !visible(r, info) {
					return
				}
				for i, a := range t.ConnectAttrs() {
					if r.wants("ATTR_NAME", a.Name) {
						visit(&connectAttr{info.ProcesslistID, int64(i), a})
					}
				}
			})),
	}
}

// sessionConnectAttrs is the table of what every client said of itself.
func sessionConnectAttrs() *Table {
	return connectAttrs("session_connect_attrs", "What clients said of themselves when they connected", 0,
		func(Reader, record.ThreadInfo) bool { return true })
}

// sessionAccountConnectAttrs is sessionConnectAttrs of the reader's own
// account, which everybody may read. A reader without a Thread sees nothing.
func sessionAccountConnectAttrs() *Table {
	return connectAttrs("session_account_connect_attrs", "What clients of the reader's account said of themselves", PublicRead,
		func(r Reader, t record.ThreadInfo) bool {
			own := r.Schema.Read().ThreadByID(r.ThreadID).Info()
			return own.ThreadID != 0 && t.User == own.User && t.Host == own.Host
		})
}
