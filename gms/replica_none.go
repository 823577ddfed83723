package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/binlogreplication"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// Errors and notes of a server that is no replica.
const (
	errReplicaConfiguration = 1200 // ER_REPLICA_CONFIGURATION
	noteReplicaStopped      = 3084 // ER_REPLICA_CHANNEL_WAS_NOT_RUNNING
)

// noReplica answers statements about replication as MySQL does where no source has been
// named: an engine without a controller has internal errors for them.
type noReplica struct{}

var _ binlogreplication.BinlogReplicaController = noReplica{}

// StartReplica implements binlogreplication.BinlogReplicaController.
func (noReplica) StartReplica(*sql.Context) error {
	return mysql.NewSQLError(errReplicaConfiguration, sqlerr.StateGeneral,
		"The server is not configured as replica; fix in config file or with CHANGE REPLICATION SOURCE TO")
}

// StopReplica implements binlogreplication.BinlogReplicaController.
func (noReplica) StopReplica(ctx *sql.Context) error {
	ctx.Session.Warn(&sql.Warning{Level: "Note", Code: noteReplicaStopped, Message: "Replication thread(s) for channel '' are already stopped."})
	return nil
}

// SetReplicationSourceOptions implements binlogreplication.BinlogReplicaController.
func (noReplica) SetReplicationSourceOptions(*sql.Context, []binlogreplication.ReplicationOption) error {
	return sqlerr.NotSupportedYet("CHANGE REPLICATION SOURCE TO")
}

// SetReplicationFilterOptions implements binlogreplication.BinlogReplicaController.
func (noReplica) SetReplicationFilterOptions(*sql.Context, []binlogreplication.ReplicationOption) error {
	return sqlerr.NotSupportedYet("CHANGE REPLICATION FILTER")
}

// GetReplicaStatus implements binlogreplication.BinlogReplicaController.
func (noReplica) GetReplicaStatus(*sql.Context) (*binlogreplication.ReplicaStatus, error) {
	return nil, nil
}

// ResetReplica implements binlogreplication.BinlogReplicaController.
func (noReplica) ResetReplica(*sql.Context, bool) error { return nil }
