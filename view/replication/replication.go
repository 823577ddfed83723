package replication

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

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
	channelColumn = view.Column{Name: "CHANNEL_NAME", Type: field.ChannelName, Comment: "Channel; the one there is here has no name"}

	replicaChannel = field.Field[view.Replica]{Column: channelColumn, Value: func(*view.Replica) any { return "" }}
	replicaThread  = field.Field[view.Replica]{Column: view.Column{Name: "THREAD_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Thread of it", Unknown: noReplicaThread}, Value: nil}
)

// replicaUnknown is a column of what the storage does not tell.
func replicaUnknown(name, typ string, nullable bool, comment string) field.Field[view.Replica] {
	return field.Field[view.Replica]{Column: view.Column{Name: name, Type: typ, Nullable: nullable, Comment: comment, Unknown: noReplicationTimes}, Value: nil}
}

// replicaSame is a column that has one value for every replica.
func replicaSame(name, typ string, value any, comment string) field.Field[view.Replica] {
	return field.Field[view.Replica]{Column: view.Column{Name: name, Type: typ, Nullable: value == nil, Comment: comment}, Value: func(*view.Replica) any { return value }}
}

// replicaState is whether a part of the replica runs.
func replicaState(typ, comment string, get func(*view.Replica) string) field.Field[view.Replica] {
	return field.Field[view.Replica]{Column: view.Column{Name: "SERVICE_STATE", Type: typ, Comment: comment}, Value: func(p *view.Replica) any { return get(p) }}
}

// replicaError are the columns of a part's last error.
func replicaError(get func(*view.Replica) *view.ReplicationError) []field.Field[view.Replica] {
	return []field.Field[view.Replica]{
		{Column: view.Column{Name: "LAST_ERROR_NUMBER", Type: field.Integer, Comment: "Number of its last error; 0 if there was none"},
			Value: func(p *view.Replica) any { return int64(get(p).Number) }},
		{Column: view.Column{Name: "LAST_ERROR_MESSAGE", Type: "varchar(1024)", Comment: "Text of its last error"},
			Value: func(p *view.Replica) any { return field.Cut(get(p).Message, 1024) }},
		{Column: view.Column{Name: "LAST_ERROR_TIMESTAMP", Type: field.MicroTimestamp, Comment: "When its last error was", Unknown: noErrorTime},
			Value: func(p *view.Replica) any { return field.Moment(get(p).At) }},
	}
}

// replicaTransaction are the columns of a transaction: its name, and the times of it
// on its way.
func replicaTransaction(prefix, what string, steps ...string) []field.Field[view.Replica] {
	out := []field.Field[view.Replica]{
		replicaUnknown(prefix, "char(90)", true, what+": its GTID"),
		replicaUnknown(prefix+"_ORIGINAL_COMMIT_TIMESTAMP", field.MicroTimestamp, false, what+": when its first source committed it"),
		replicaUnknown(prefix+"_IMMEDIATE_COMMIT_TIMESTAMP", field.MicroTimestamp, false, what+": when the source of this server committed it"),
	}
	for i, step := range steps {
		out = append(out, replicaUnknown(prefix+"_"+step+"_TIMESTAMP", field.MicroTimestamp, false, what+": when it "+[]string{"began", "ended"}[i]))
	}
	return out
}

// replicaTable declares a table with one row for the replica.
func replicaTable(name, comment string, index []view.Index, fields []field.Field[view.Replica]) *view.Table {
	return &view.Table{
		Name:    name,
		Comment: comment,
		Columns: field.Columns(fields),
		Indexes: index,
		Open:    field.Opener(fields, field.Listed(replicas)),
	}
}

func byChannel(more ...view.Index) []view.Index {
	return append([]view.Index{{Name: "PRIMARY", Columns: []string{"CHANNEL_NAME"}, Unique: true}}, more...)
}

var byReplicaThread = view.Index{Name: "THREAD_ID", Columns: []string{"THREAD_ID"}}
