package table

import (
	"slices"
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/view"
)

// MySQL has no comments on the tables of performance_schema, and on columns of a few of them
// alone: who compares the definitions of two servers finds none here that is not there. What
// all tables and columns are is in docs/tables.md.

// commentOf is TABLE_COMMENT.
func commentOf(database string, v *view.Table) string {
	if database == computed.PerformanceSchema {
		return ""
	}
	return v.Comment
}

// commentedTables are those of which MySQL comments every column.
var commentedTables = []string{"binary_log_transaction_compression_stats", "innodb_redo_log_files"}

// commentedColumns are others that it comments.
var commentedColumns = []string{
	"PRIVILEGE_CHECKS_USER", "REQUIRE_ROW_FORMAT", "REQUIRE_TABLE_PRIMARY_KEY_CHECK", "ASSIGN_GTIDS_TO_ANONYMOUS_TRANSACTIONS_TYPE",
	"ASSIGN_GTIDS_TO_ANONYMOUS_TRANSACTIONS_VALUE", "COMPRESSION_ALGORITHM", "ZSTD_COMPRESSION_LEVEL", "GTID_ONLY",
	"HEARTBEAT_INTERVAL", "LAST_HEARTBEAT_TIMESTAMP",
}

// columnComment is COLUMN_COMMENT: in words of ours, where MySQL has some.
func columnComment(database, table string, c view.Column) string {
	if database == computed.PerformanceSchema && !slices.Contains(commentedTables, table) && !slices.Contains(commentedColumns, c.Name) &&
		!strings.HasPrefix(table, "replication_asynchronous") {
		return ""
	}
	return c.Comment
}
