package serverview

import (
	"encoding/json"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/binlogreplication"

	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/view"
)

// Replica is what SHOW REPLICA STATUS knows; nil if no source has been named, or there is no
// catalog.
func Replica(ctx *sql.Context, catalog *analyzer.Catalog) *view.Replica {
	if catalog == nil || !catalog.HasBinlogReplicaController() {
		return nil
	}
	s, err := catalog.GetBinlogReplicaController().GetReplicaStatus(ctx)
	if err != nil || s == nil || s.SourceHost == "" {
		return nil
	}
	return &view.Replica{
		Host: s.SourceHost, User: s.SourceUser, Port: s.SourcePort, SSL: s.SourceSsl, AutoPosition: s.AutoPosition,
		RetryInterval: s.ConnectRetry, RetryCount: s.SourceRetryCount, SourceUUID: s.SourceServerUuid, Received: s.RetrievedGtidSet,
		Receiver:      serviceState(s.ReplicaIoRunning),
		Applier:       serviceState(s.ReplicaSqlRunning),
		ReceiverError: view.ReplicationError{Number: s.LastIoErrNumber, Message: s.LastIoError, At: timeOf(s.LastIoErrorTimestamp)},
		ApplierError:  view.ReplicationError{Number: s.LastSqlErrNumber, Message: s.LastSqlError, At: timeOf(s.LastSqlErrorTimestamp)},
		DoTables:      s.ReplicateDoTables, IgnoreTables: s.ReplicateIgnoreTables,
	}
}

func serviceState(running string) string {
	switch running {
	case binlogreplication.ReplicaIoRunning:
		return "ON"
	case binlogreplication.ReplicaIoConnecting:
		return "CONNECTING"
	}
	return "OFF"
}

func timeOf(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

// LogStatus is where the binary log is.
func LogStatus(ctx *sql.Context, catalog *analyzer.Catalog) *view.LogStatus {
	local := map[string]any{"gtid_executed": sysvar.GlobalText("gtid_executed")}
	if catalog != nil && catalog.HasBinlogPrimaryController() {
		logs, err := catalog.GetBinlogPrimaryController().GetBinaryLogStatus(ctx)
		if err == nil && len(logs) > 0 {
			last := logs[len(logs)-1]
			local["binary_log_file"], local["binary_log_position"] = last.File, last.Position
			if last.ExecutedGtids != "" {
				local["gtid_executed"] = last.ExecutedGtids
			}
		}
	}
	channels := []map[string]any{}
	if Replica(ctx, catalog) != nil {
		channels = append(channels, map[string]any{"channel_name": ""})
	}
	return &view.LogStatus{
		ServerUUID: sysvar.GlobalText("server_uuid"), Local: document(local),
		Replication: document(map[string]any{"channels": channels}), StorageEngines: document(map[string]any{}),
	}
}

// document is a value as JSON.
func document(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "{}"
	}
	return string(b)
}
