package replication

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

const noFailover = "a replica has one source, and looks for no other"

// failoverSources declares replication_asynchronous_connection_failover, which has
// no rows.
func failoverSources() *view.Table {
	return &view.Table{
		Name:    "replication_asynchronous_connection_failover",
		Comment: "Sources a channel may turn to when it loses its own",
		Columns: []view.Column{
			channelColumn,
			{Name: "HOST", Type: field.HostName, Comment: "Where the source is"},
			{Name: "PORT", Type: field.Integer, Comment: "Its port"},
			{Name: "NETWORK_NAMESPACE", Type: "char(64)", Nullable: true, Comment: "Network namespace; empty"},
			{Name: "WEIGHT", Type: field.IntUnsigned, Comment: "Which source goes before others"},
			{Name: "MANAGED_NAME", Type: "char(64)", Comment: "Group the source belongs to"},
		},
		Empty: noFailover,
		Open:  field.NoRows,
	}
}

// failoverManaged declares replication_asynchronous_connection_failover_managed,
// which has no rows.
func failoverManaged() *view.Table {
	return &view.Table{
		Name:    "replication_asynchronous_connection_failover_managed",
		Comment: "Groups of sources a channel may turn to",
		Columns: []view.Column{
			channelColumn,
			{Name: "MANAGED_NAME", Type: "char(64)", Comment: "Group"},
			{Name: "MANAGED_TYPE", Type: "char(64)", Comment: "GroupReplication"},
			{Name: "CONFIGURATION", Type: "json", Nullable: true, Comment: "Weights of the group's members"},
		},
		Empty: noFailover,
		Open:  field.NoRows,
	}
}
