package replication

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

const noGroup = "there is no group replication"

// groupMembers declares replication_group_members, which has no rows.
func groupMembers() *view.Table {
	return &view.Table{
		Name:    "replication_group_members",
		Comment: "Members of the replication group",
		Columns: []view.Column{
			channelColumn,
			{Name: "MEMBER_ID", Type: "char(36)", Comment: "UUID of the member's server"},
			{Name: "MEMBER_HOST", Type: field.HostName, Comment: "Where the member is"},
			{Name: "MEMBER_PORT", Type: field.Integer, Nullable: true, Comment: "Its port"},
			{Name: "MEMBER_STATE", Type: "char(64)", Comment: "ONLINE, RECOVERING, OFFLINE, ERROR or UNREACHABLE"},
			{Name: "MEMBER_ROLE", Type: "char(64)", Comment: "PRIMARY or SECONDARY"},
			{Name: "MEMBER_VERSION", Type: "char(64)", Comment: "Version of its server"},
			{Name: "MEMBER_COMMUNICATION_STACK", Type: "char(64)", Comment: "By what it talks to the others"},
		},
		Empty: noGroup,
		Open:  field.NoRows,
	}
}

// groupMemberStats declares replication_group_member_stats, which has no rows.
func groupMemberStats() *view.Table {
	return &view.Table{
		Name:    "replication_group_member_stats",
		Comment: "What members of the replication group have done",
		Columns: []view.Column{
			channelColumn,
			{Name: "VIEW_ID", Type: "char(60)", Comment: "View of the group"},
			{Name: "MEMBER_ID", Type: "char(36)", Comment: "UUID of the member's server"},
			{Name: "COUNT_TRANSACTIONS_IN_QUEUE", Type: field.BigintUnsigned, Comment: "Transactions that wait for the check of conflicts"},
			{Name: "COUNT_TRANSACTIONS_CHECKED", Type: field.BigintUnsigned, Comment: "Transactions that were checked for conflicts"},
			{Name: "COUNT_CONFLICTS_DETECTED", Type: field.BigintUnsigned, Comment: "Transactions that had conflicts"},
			{Name: "COUNT_TRANSACTIONS_ROWS_VALIDATING", Type: field.BigintUnsigned, Comment: "Rows by which conflicts are found"},
			{Name: "TRANSACTIONS_COMMITTED_ALL_MEMBERS", Type: field.Longtext, Comment: "Transactions that all members have committed"},
			{Name: "LAST_CONFLICT_FREE_TRANSACTION", Type: "text", Comment: "Last transaction without a conflict"},
			{Name: "COUNT_TRANSACTIONS_REMOTE_IN_APPLIER_QUEUE", Type: field.BigintUnsigned, Comment: "Transactions of others that wait to be applied"},
			{Name: "COUNT_TRANSACTIONS_REMOTE_APPLIED", Type: field.BigintUnsigned, Comment: "Transactions of others that were applied"},
			{Name: "COUNT_TRANSACTIONS_LOCAL_PROPOSED", Type: field.BigintUnsigned, Comment: "Transactions that were sent to the group"},
			{Name: "COUNT_TRANSACTIONS_LOCAL_ROLLBACK", Type: field.BigintUnsigned, Comment: "Of these, those that were rolled back"},
		},
		Empty: noGroup,
		Open:  field.NoRows,
	}
}
