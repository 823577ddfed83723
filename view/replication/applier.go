package replication

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// applierConfiguration is the table of how a replica applies transactions.
func applierConfiguration() *view.Table {
	return replicaTable("replication_applier_configuration", "How a replica applies transactions", byChannel(), []field.Field[view.Replica]{
		replicaChannel,
		replicaSame("DESIRED_DELAY", field.Integer, int64(0), "Seconds to wait with each transaction"),
		replicaSame("PRIVILEGE_CHECKS_USER", "text", nil, "Account whose rights transactions need; NULL: none"),
		replicaSame("REQUIRE_ROW_FORMAT", field.YesNoEnum, "NO", "Whether changes have to come as rows"),
		replicaSame("REQUIRE_TABLE_PRIMARY_KEY_CHECK", "enum('STREAM','ON','OFF','GENERATE')", "OFF", "Whether tables need primary keys"),
		replicaSame("ASSIGN_GTIDS_TO_ANONYMOUS_TRANSACTIONS_TYPE", "enum('OFF','LOCAL','UUID')", "OFF", "Whether transactions without a GTID get one"),
		replicaSame("ASSIGN_GTIDS_TO_ANONYMOUS_TRANSACTIONS_VALUE", "text", nil, "UUID in such GTIDs"),
	})
}

// applierStatus is the table of whether a replica applies transactions.
func applierStatus() *view.Table {
	return replicaTable("replication_applier_status", "Whether a replica applies transactions", byChannel(), []field.Field[view.Replica]{
		replicaChannel,
		replicaState("enum('ON','OFF')", "Whether transactions are applied", func(p *view.Replica) string { return p.Applier }),
		replicaSame("REMAINING_DELAY", field.IntUnsigned, nil, "Seconds left to wait; NULL, as nothing is delayed"),
		replicaUnknown("COUNT_TRANSACTIONS_RETRIES", field.BigintUnsigned, false, "How often transactions were tried again"),
	})
}

// applierCoordinator declares replication_applier_status_by_coordinator, which has no
// rows: there is one worker and nobody to tell it what to do.
func applierCoordinator() *view.Table {
	fields := []field.Field[view.Replica]{
		replicaChannel, replicaThread,
		replicaState("enum('ON','OFF')", "Whether it runs", func(p *view.Replica) string { return p.Applier }),
	}
	fields = append(fields, replicaError(func(p *view.Replica) *view.ReplicationError { return &p.ApplierError })...)
	fields = append(fields, replicaTransaction("LAST_PROCESSED_TRANSACTION", "Transaction handed out last", "START_BUFFER", "END_BUFFER")...)
	fields = append(fields, replicaTransaction("PROCESSING_TRANSACTION", "Transaction that is being handed out", "START_BUFFER")...)
	t := replicaTable("replication_applier_status_by_coordinator", "What hands transactions to several workers", byChannel(byReplicaThread), fields)
	t.Empty = "one worker applies transactions as they come, as in MySQL with replica_parallel_workers = 0; it is in replication_applier_status_by_worker"
	t.Open = field.NoRows
	for i := range t.Columns {
		t.Columns[i].Unknown = ""
	}
	return t
}

// applierWorker is the table of what applies transactions.
func applierWorker() *view.Table {
	fields := []field.Field[view.Replica]{
		replicaChannel,
		replicaSame("WORKER_ID", field.BigintUnsigned, uint64(0), "Worker; 0, as there is one"),
		replicaThread,
		replicaState("enum('ON','OFF')", "Whether it runs", func(p *view.Replica) string { return p.Applier }),
	}
	fields = append(fields, replicaError(func(p *view.Replica) *view.ReplicationError { return &p.ApplierError })...)
	fields = append(fields, replicaTransaction("LAST_APPLIED_TRANSACTION", "Transaction applied last", "START_APPLY", "END_APPLY")...)
	fields = append(fields, replicaTransaction("APPLYING_TRANSACTION", "Transaction that is being applied", "START_APPLY")...)
	for _, of := range []struct{ prefix, what string }{{"LAST_APPLIED_TRANSACTION", "Transaction applied last"}, {"APPLYING_TRANSACTION", "Transaction that is being applied"}} {
		fields = append(fields,
			replicaUnknown(of.prefix+"_RETRIES_COUNT", field.BigintUnsigned, false, of.what+": how often it was tried again"),
			replicaUnknown(of.prefix+"_LAST_TRANSIENT_ERROR_NUMBER", field.Integer, false, of.what+": error it was tried again for"),
			replicaUnknown(of.prefix+"_LAST_TRANSIENT_ERROR_MESSAGE", "varchar(1024)", true, of.what+": text of that error"),
			replicaUnknown(of.prefix+"_LAST_TRANSIENT_ERROR_TIMESTAMP", field.MicroTimestamp, false, of.what+": when that was"))
	}
	return replicaTable("replication_applier_status_by_worker", "What applies the transactions of a replica", []view.Index{
		{Name: "PRIMARY", Columns: []string{"CHANNEL_NAME", "WORKER_ID"}, Unique: true}, byReplicaThread}, fields)
}
