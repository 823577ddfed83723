package catalog

import "github.com/perfschema/perfschema/view"

// replicas gives what the server knows of its replication; nil where it is no
// replica.
func replicas(r view.Reader) []view.Replica {
	if r.Server.Replica == nil {
		return nil
	}
	if replica := r.Server.Replica(); replica != nil {
		return []view.Replica{*replica}
	}
	return nil
}

// Why columns of replication are NULL.
const (
	noReplicationTimes = "the storage keeps no times and numbers of single transactions that it receives or applies"
	noErrorTime        = "NULL while there was no error, where MySQL has a time of zeros"
	noReplicaThread    = "what receives and applies runs on goroutines of the storage's, which are no Threads"
	notConfigured      = "the storage has no such setting"
)

var (
	// channelColumn is the column that names a channel of replication.
	channelColumn = view.Column{Name: "CHANNEL_NAME", Type: channelName, Comment: "Channel; the one there is here has no name"}

	replicaChannel = field[view.Replica]{Column: channelColumn, value: func(*view.Replica) any { return "" }}
	replicaThread  = field[view.Replica]{Column: view.Column{Name: "THREAD_ID", Type: bigintUnsigned, Nullable: true, Comment: "Thread of it", Unknown: noReplicaThread}, value: nil}
)

// replicaUnknown is a column of what the storage does not tell.
func replicaUnknown(name, typ string, nullable bool, comment string) field[view.Replica] {
	return field[view.Replica]{Column: view.Column{Name: name, Type: typ, Nullable: nullable, Comment: comment, Unknown: noReplicationTimes}, value: nil}
}

// replicaSame is a column that has one value for every replica.
func replicaSame(name, typ string, value any, comment string) field[view.Replica] {
	return field[view.Replica]{Column: view.Column{Name: name, Type: typ, Nullable: value == nil, Comment: comment}, value: func(*view.Replica) any { return value }}
}

// replicaState is whether a part of the replica runs.
func replicaState(typ, comment string, get func(*view.Replica) string) field[view.Replica] {
	return field[view.Replica]{Column: view.Column{Name: "SERVICE_STATE", Type: typ, Comment: comment}, value: func(p *view.Replica) any { return get(p) }}
}

// replicaError are the columns of a part's last error.
func replicaError(get func(*view.Replica) *view.ReplicationError) []field[view.Replica] {
	return []field[view.Replica]{
		{Column: view.Column{Name: "LAST_ERROR_NUMBER", Type: integer, Comment: "Number of its last error; 0 if there was none"},
			value: func(p *view.Replica) any { return int64(get(p).Number) }},
		{Column: view.Column{Name: "LAST_ERROR_MESSAGE", Type: "varchar(1024)", Comment: "Text of its last error"},
			value: func(p *view.Replica) any { return cut(get(p).Message, 1024) }},
		{Column: view.Column{Name: "LAST_ERROR_TIMESTAMP", Type: microTimestamp, Comment: "When its last error was", Unknown: noErrorTime},
			value: func(p *view.Replica) any { return moment(get(p).At) }},
	}
}

// replicaTransaction are the columns of a transaction: its name, and the times of it
// on its way.
func replicaTransaction(prefix, what string, steps ...string) []field[view.Replica] {
	out := []field[view.Replica]{
		replicaUnknown(prefix, "char(90)", true, what+": its GTID"),
		replicaUnknown(prefix+"_ORIGINAL_COMMIT_TIMESTAMP", microTimestamp, false, what+": when its first source committed it"),
		replicaUnknown(prefix+"_IMMEDIATE_COMMIT_TIMESTAMP", microTimestamp, false, what+": when the source of this server committed it"),
	}
	for i, step := range steps {
		out = append(out, replicaUnknown(prefix+"_"+step+"_TIMESTAMP", microTimestamp, false, what+": when it "+[]string{"began", "ended"}[i]))
	}
	return out
}

// replicaTable declares a table with one row for the replica.
func replicaTable(name, comment string, index []view.Index, fields []field[view.Replica]) *view.Table {
	return &view.Table{
		Name:    name,
		Comment: comment,
		Columns: columns(fields),
		Indexes: index,
		Open:    opener(fields, listed(replicas)),
	}
}

func byChannel(more ...view.Index) []view.Index {
	return append([]view.Index{{Name: "PRIMARY", Columns: []string{"CHANNEL_NAME"}, Unique: true}}, more...)
}

var byReplicaThread = view.Index{Name: "THREAD_ID", Columns: []string{"THREAD_ID"}}
