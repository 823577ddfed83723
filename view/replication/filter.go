package replication

import (
	"strings"

	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// replicationFilter is a rule of which tables a replica leaves out.
type replicationFilter struct{ name, rule string }

const noFilterCount = "the storage keeps neither when a filter was set nor how often it was used"

// replicationFilters gives the filters of a replica.
func replicationFilters(r view.Reader) (out []replicationFilter) {
	for _, p := range replicas(r) {
		if len(p.DoTables) > 0 {
			out = append(out, replicationFilter{"REPLICATE_DO_TABLE", strings.Join(p.DoTables, ",")})
		}
		if len(p.IgnoreTables) > 0 {
			out = append(out, replicationFilter{"REPLICATE_IGNORE_TABLE", strings.Join(p.IgnoreTables, ",")})
		}
	}
	return out
}

// filterTable declares one of the two tables of filters.
func filterTable(name, comment, configuredBy string, before, after []field.Field[replicationFilter]) *view.Table {
	fields := append(before,
		field.Field[replicationFilter]{Column: view.Column{Name: "FILTER_NAME", Type: field.ChannelName, Comment: "Kind of rule"},
			Value: func(f *replicationFilter) any { return f.name }},
		field.Field[replicationFilter]{Column: view.Column{Name: "FILTER_RULE", Type: field.Longtext, Comment: "Its tables"},
			Value: func(f *replicationFilter) any { return f.rule }},
		field.Field[replicationFilter]{Column: view.Column{Name: "CONFIGURED_BY", Type: configuredBy, Comment: "How it was set"},
			Value: func(*replicationFilter) any { return "CHANGE_REPLICATION_FILTER" }},
		field.Field[replicationFilter]{Column: view.Column{Name: "ACTIVE_SINCE", Type: field.MicroTimestamp, Comment: "When it was set", Unknown: noFilterCount}, Value: nil})
	fields = append(fields, after...)
	return &view.Table{
		Name:    name,
		Comment: comment,
		Columns: field.Columns(fields),
		Open:    field.Opener(fields, field.Listed(replicationFilters)),
	}
}

// applierFilters is the table of the filters of each channel.
func applierFilters() *view.Table {
	return filterTable("replication_applier_filters", "Which tables a channel replicates",
		"enum('STARTUP_OPTIONS','CHANGE_REPLICATION_FILTER','STARTUP_OPTIONS_FOR_CHANNEL','CHANGE_REPLICATION_FILTER_FOR_CHANNEL')",
		[]field.Field[replicationFilter]{{Column: channelColumn, Value: func(*replicationFilter) any { return "" }}},
		[]field.Field[replicationFilter]{{Column: view.Column{Name: "COUNTER", Type: field.BigintUnsigned, Comment: "How often it was used", Unknown: noFilterCount}, Value: nil}})
}

// applierGlobalFilters is the table of the filters of all channels.
func applierGlobalFilters() *view.Table {
	return filterTable("replication_applier_global_filters", "Which tables all channels replicate",
		"enum('STARTUP_OPTIONS','CHANGE_REPLICATION_FILTER')", nil, nil)
}
