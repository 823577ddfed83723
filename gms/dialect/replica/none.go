package replica

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

// None answers statements about replication as MySQL does where no source has been
// named: an engine without a controller has internal errors for them.
type None struct{}

var _ binlogreplication.BinlogReplicaController = None{}

// StartReplica implements binlogreplication.BinlogReplicaController.
func (None) StartReplica(*sql.Context) error {
	return mysql.NewSQLError(errReplicaConfiguration, sqlerr.StateGeneral,
		"The server is not configured as replica; fix in config file or with CHANGE REPLICATION SOURCE TO")
}

// StopReplica implements binlogreplication.BinlogReplicaController.
func (None) StopReplica(ctx *sql.Context) error {
	ctx.Session.Warn(&sql.Warning{Level: "Note", Code: noteReplicaStopped, Message: "Replication thread(s) for channel '' are already stopped."})
	return nil
}

// SetReplicationSourceOptions implements binlogreplication.BinlogReplicaController.
func (None) SetReplicationSourceOptions(*sql.Context, []binlogreplication.ReplicationOption) error {
	return sqlerr.NotSupportedYet("CHANGE REPLICATION SOURCE TO")
}

// SetReplicationFilterOptions implements binlogreplication.BinlogReplicaController.
func (None) SetReplicationFilterOptions(*sql.Context, []binlogreplication.ReplicationOption) error {
	return sqlerr.NotSupportedYet("CHANGE REPLICATION FILTER")
}

// GetReplicaStatus implements binlogreplication.BinlogReplicaController.
func (None) GetReplicaStatus(*sql.Context) (*binlogreplication.ReplicaStatus, error) {
	return nil, nil
}

// ResetReplica implements binlogreplication.BinlogReplicaController.
func (None) ResetReplica(*sql.Context, bool) error { return nil }
