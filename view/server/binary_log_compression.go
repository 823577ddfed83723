package server

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// binaryLogCompression declares binary_log_transaction_compression_stats, which
// has no rows: what the storage writes for replicas is not compressed.
func binaryLogCompression() *view.Table {
	transaction := func(which, what string) []view.Column {
		return []view.Column{
			{Name: which + "_TRANSACTION_ID", Type: "text", Nullable: true, Comment: what + " transaction: its GTID"},
			{Name: which + "_TRANSACTION_COMPRESSED_BYTES", Type: field.BigintUnsigned, Comment: what + " transaction: bytes written"},
			{Name: which + "_TRANSACTION_UNCOMPRESSED_BYTES", Type: field.BigintUnsigned, Comment: what + " transaction: bytes before compression"},
			{Name: which + "_TRANSACTION_TIMESTAMP", Type: field.MicroTimestamp, Nullable: true, Comment: what + " transaction: when it was written"},
		}
	}
	t := &view.Table{
		Name:    "binary_log_transaction_compression_stats",
		Comment: "How well transactions in the binary log and the relay log were compressed",
		Columns: []view.Column{
			{Name: "LOG_TYPE", Type: "enum('BINARY','RELAY')", Comment: "Which log"},
			{Name: "COMPRESSION_TYPE", Type: field.Identifier, Comment: "ZSTD or NONE"},
			{Name: "TRANSACTION_COUNTER", Type: field.BigintUnsigned, Comment: "Transactions"},
			{Name: "COMPRESSED_BYTES_COUNTER", Type: field.BigintUnsigned, Comment: "Bytes written"},
			{Name: "UNCOMPRESSED_BYTES_COUNTER", Type: field.BigintUnsigned, Comment: "Bytes before compression"},
			{Name: "COMPRESSION_PERCENTAGE", Type: "smallint", Comment: "What was saved, in percent"},
		},
		Access:   view.AllowTruncate,
		Empty:    "transactions are written for replicas as they are",
		Open:     field.NoRows,
		Truncate: field.NothingToTruncate,
	}
	t.Columns = append(t.Columns, transaction("FIRST", "First")...)
	t.Columns = append(t.Columns, transaction("LAST", "Last")...)
	return t
}
