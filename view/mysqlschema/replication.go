package mysqlschema

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

const (
	noCosts       = "costs of plans are the engine's own, and cannot be set"
	noReplicaHere = "the server is no replica"
	noGroupMember = "the server is in no replication group"
	noNDB         = "there is no NDB Cluster"
	ofChannel     = "Channel_name"
)

// costTables are those of what MySQL's optimizer reckons with.
func costTables(table func(name, comment, empty, primary string, columns ...view.Column) *view.Table) []*view.Table {
	value := []view.Column{
		{Name: "cost_value", Type: "float", Nullable: true}, {Name: "last_update", Type: "timestamp"},
		{Name: "comment", Type: "varchar(1024)", Nullable: true}, {Name: "default_value", Type: "float", Nullable: true},
	}
	return []*view.Table{
		table("engine_cost", "Costs of reading from a storage engine", noCosts, "cost_name,engine_name,device_type", append([]view.Column{
			{Name: "engine_name", Type: "varchar(64)"}, {Name: "device_type", Type: "int"}, {Name: "cost_name", Type: "varchar(64)"},
		}, value...)...),
		table("server_cost", "Costs of what the server does", noCosts, "cost_name", append([]view.Column{{Name: "cost_name", Type: "varchar(64)"}}, value...)...),
	}
}

// channelTables are those in which MySQL keeps what it needs to be a replica, or the
// member of a group.
func channelTables(table func(name, comment, empty, primary string, columns ...view.Column) *view.Table) []*view.Table {
	column := func(name, typ string) view.Column { return view.Column{Name: name, Type: typ} }
	nullable := func(name, typ string) view.Column { return view.Column{Name: name, Type: typ, Nullable: true} }
	return []*view.Table{
		table("ndb_binlog_index", "Epochs of NDB Cluster in the binary log", noNDB, "epoch,orig_server_id,orig_epoch",
			column("Position", field.BigintUnsigned), column("File", "varchar(255)"), column("epoch", field.BigintUnsigned), column("inserts", "int unsigned"),
			column("updates", "int unsigned"), column("deletes", "int unsigned"), column("schemaops", "int unsigned"), column("orig_server_id", "int unsigned"),
			column("orig_epoch", field.BigintUnsigned), column("gci", "int unsigned"), column("next_position", field.BigintUnsigned), column("next_file", "varchar(255)")),
		table("replication_asynchronous_connection_failover", "Sources that a replica may change to", noReplicaHere,
			"Channel_name,Host,Port,Network_namespace,Managed_name",
			column(ofChannel, "char(64)"), column("Host", "char(255)"), column("Port", "int unsigned"), column("Network_namespace", "char(64)"),
			column("Weight", "tinyint unsigned"), column("Managed_name", "char(64)")),
		table("replication_asynchronous_connection_failover_managed", "Groups whose members a replica may change to", noReplicaHere, "Channel_name,Managed_name",
			column(ofChannel, "char(64)"), column("Managed_name", "char(64)"), column("Managed_type", "char(64)"), nullable("Configuration", "json")),
		table("replication_group_configuration_version", "Versions of the configuration of a group", noGroupMember, "name",
			column("name", "char(255)"), column("version", field.BigintUnsigned)),
		table("replication_group_member_actions", "What members of a group do at events", noGroupMember, "name,event",
			column("name", "char(255)"), column("event", "char(64)"), column("enabled", "tinyint(1)"), column("type", "char(64)"),
			column("priority", "tinyint unsigned"), column("error_handling", "char(64)")),
		table("slave_relay_log_info", "Positions in relay logs", noReplicaHere, ofChannel,
			column("Number_of_lines", "int unsigned"), nullable("Relay_log_name", "text"), nullable("Relay_log_pos", field.BigintUnsigned),
			nullable("Master_log_name", "text"), nullable("Master_log_pos", field.BigintUnsigned), nullable("Sql_delay", "int"),
			nullable("Number_of_workers", "int unsigned"), nullable("Id", "int unsigned"), column(ofChannel, "varchar(64)"),
			nullable("Privilege_checks_username", "varchar(32)"), nullable("Privilege_checks_hostname", "varchar(255)"), column("Require_row_format", "tinyint(1)"),
			column("Require_table_primary_key_check", "enum('STREAM','ON','OFF','GENERATE')"),
			column("Assign_gtids_to_anonymous_transactions_type", "enum('OFF','LOCAL','UUID')"),
			nullable("Assign_gtids_to_anonymous_transactions_value", "text")),
		table("slave_worker_info", "Positions of a replica's workers", noReplicaHere, "Channel_name,Id",
			column("Id", "int unsigned"), column("Relay_log_name", "text"), column("Relay_log_pos", field.BigintUnsigned), column("Master_log_name", "text"),
			column("Master_log_pos", field.BigintUnsigned), column("Checkpoint_relay_log_name", "text"), column("Checkpoint_relay_log_pos", field.BigintUnsigned),
			column("Checkpoint_master_log_name", "text"), column("Checkpoint_master_log_pos", field.BigintUnsigned), column("Checkpoint_seqno", "int unsigned"),
			column("Checkpoint_group_size", "int unsigned"), column("Checkpoint_group_bitmap", "blob"), column(ofChannel, "varchar(64)")),
	}
}
