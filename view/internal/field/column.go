package field

import "github.com/perfschema/perfschema/view"

// UserColumn and HostColumn say whose connections a row is of, here and in the
// summaries by account.
var (
	UserColumn = view.Column{Name: "USER", Type: UserName, Nullable: true, Comment: "User; NULL for the server's own threads"}
	HostColumn = view.Column{Name: "HOST", Type: HostName, Nullable: true, Comment: "Host; NULL for the server's own threads"}
)

// InstanceColumn is what tells objects of one instrument apart.
var InstanceColumn = view.Column{Name: "OBJECT_INSTANCE_BEGIN", Type: BigintUnsigned, Comment: "Address of the object in memory"}

// InstrumentColumn is the instrument of an object or an event.
func InstrumentColumn(name string) view.Column {
	return view.Column{Name: name, Type: EventName, Comment: "Instrument, as in setup_instruments"}
}
