package catalog

import "github.com/perfschema/perfschema/view"

// userColumn and hostColumn say whose connections a row is of, here and in the
// summaries by account.
var (
	userColumn = view.Column{Name: "USER", Type: userName, Nullable: true, Comment: "User; NULL for the server's own threads"}
	hostColumn = view.Column{Name: "HOST", Type: hostName, Nullable: true, Comment: "Host; NULL for the server's own threads"}
)

// instanceColumn is what tells objects of one instrument apart.
var instanceColumn = view.Column{Name: "OBJECT_INSTANCE_BEGIN", Type: bigintUnsigned, Comment: "Address of the object in memory"}

// instrumentColumn is the instrument of an object or an event.
func instrumentColumn(name string) view.Column {
	return view.Column{Name: name, Type: eventName, Comment: "Instrument, as in setup_instruments"}
}
