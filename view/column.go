package view

// userColumn and hostColumn say whose connections a row is of, here and in the
// summaries by account.
var (
	userColumn = Column{Name: "USER", Type: userName, Nullable: true, Comment: "User; NULL for the server's own threads"}
	hostColumn = Column{Name: "HOST", Type: hostName, Nullable: true, Comment: "Host; NULL for the server's own threads"}
)

var instanceColumn = Column{Name: "OBJECT_INSTANCE_BEGIN", Type: bigintUnsigned, Comment: "Address of the object in memory"}

// instrumentColumn is the instrument of an object or an event.
func instrumentColumn(name string) Column {
	return Column{Name: name, Type: eventName, Comment: "Instrument, as in setup_instruments"}
}
