package gms

import (
	"encoding/json"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/binlogreplication"

	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/view"
)

// replica is what SHOW REPLICA STATUS knows; nil if no source has been named.
func (a *Adapter) replica(ctx *sql.Context) *view.Replica {
	engine := a.engine.Load()
	if engine == nil || !engine.Analyzer.Catalog.HasBinlogReplicaController() {
		return nil
	}
	s, err := engine.Analyzer.Catalog.GetBinlogReplicaController().GetReplicaStatus(ctx)
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

// logStatus is where the binary log is.
func (a *Adapter) logStatus(ctx *sql.Context) *view.LogStatus {
	local := map[string]any{"gtid_executed": sysvar.GlobalText("gtid_executed")}
	if engine := a.engine.Load(); engine != nil && engine.Analyzer.Catalog.HasBinlogPrimaryController() {
		logs, err := engine.Analyzer.Catalog.GetBinlogPrimaryController().GetBinaryLogStatus(ctx)
		if err == nil && len(logs) > 0 {
			last := logs[len(logs)-1]
			local["binary_log_file"], local["binary_log_position"] = last.File, last.Position
			if last.ExecutedGtids != "" {
				local["gtid_executed"] = last.ExecutedGtids
			}
		}
	}
	channels := []map[string]any{}
	if a.replica(ctx) != nil {
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
