package gms

import (
	"reflect"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/affected"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/operator"
	"github.com/perfschema/perfschema/gms/internal/size"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/snowset"
)

// Storage is what a storage reports and does for the Adapter. Each field may be nil: the Adapter
// then counts less or leaves something to the engine, as the field says. Many goroutines call the
// functions at once, unless a field says otherwise.
type Storage struct {
	// ValueSize returns how many bytes a value of the storage's own types holds, and whether it is
	// of one. It is called for every such value that a sort, a join or a grouping keeps. Without
	// it the values' structs count, and the slices in them.
	ValueSize func(v any) (bytes int64, ok bool)
	// EditsSize makes, for an editor of the storage's, the function that returns how many bytes the
	// changes hold which it has been given and which are not in the table yet; nil of an editor
	// that it does not know. Both are called on the goroutine that edits, the latter every few
	// hundred rows. Without it edits are not counted.
	EditsSize func(editor any) func() int64
	// SessionThings returns how many things the storage keeps for a session, SessionSize how many
	// bytes these hold with what it keeps for the session's transaction. They are called between
	// statements, on the goroutine that drives the session; the second when the first has changed
	// by an eighth. Set both or neither.
	SessionThings func(sql.Session) int
	SessionSize   func(sql.Session) int64
	// CountFusedRows measures what an iterator of the storage's own execution builder reads. It is
	// called with a new iterator before its first row. For a join of two tables it must see to it
	// that the meter of its table, first for the left one and second for the right one, goes
	// around every read of a row; for an aggregation over one table, that every row is given to
	// [RowMeter.Count] of first. If it returns false, it cannot, and the engine's own operators
	// run instead. Without it no joins are fused while statements are recorded.
	CountFusedRows func(iter sql.RowIter, first, second *FusedTable) bool
	// FindRows makes, for an editor of the storage's, what finds the rows of the table that it
	// changes; nil of an editor that it does not know. It is called where a row has a key that
	// another has, in a table with virtual columns, without a primary key or with several keys,
	// and where foreign keys lead to a table with virtual columns. Without it the storage's own
	// answers hold.
	FindRows func(editor any) EditedRows
	// ReadTemporary returns a temporary table for one reading of it: for a storage whose table
	// remembers by which key it was read, in this statement and those after it. Without it the
	// table is read as it is.
	ReadTemporary func(sql.Table) sql.Table
	// ReadVirtual returns a table that is looked up by an index for one reading of it. It is
	// called for tables with virtual columns alone, whose rows it is to give with all columns.
	ReadVirtual func(sql.IndexedTable) sql.IndexedTable
	// IndexVirtual builds the indexes of a table's VIRTUAL columns anew, in the session's transaction.
	// compute fills these columns in, in a row with those that are stored. It is called after a part of an
	// ALTER TABLE has written a table with VIRTUAL columns anew: the engine gives the storage rows
	// without them.
	IndexVirtual func(ctx *sql.Context, db sql.Database, table string, compute func(ctx *sql.Context, row sql.Row) error) error
	// ReadChecked returns a table for one reading of it that refuses rows over which the storage would
	// panic on a goroutine of its own; nil for a table that is read as it is. It is called for every
	// table that a statement reads.
	ReadChecked func(sql.Table) sql.Table
	// HasLogins reports whether a table has addresses with logins in them. Reading such a table
	// gives <secret> in place of the logins, to every account: an account that adds a remote knows
	// its password already.
	HasLogins func(sql.Table) bool
	// Contention is what is known of statements that lose to others. Statements that commit by
	// themselves and lose run again, as far as nothing is left of them: INSERT, REPLACE, UPDATE and
	// DELETE of tables without triggers, and without stored functions, user variables and
	// user-level locks. All others that lose, COMMIT among them, are error 1213.
	Contention Contention
	// Log returns what the storage has written to its log; ok is false while it has none. It is
	// called whenever status variables are read.
	Log func() (written StorageLog, ok bool)
}

// StorageLog is what a storage has written to its log since it was opened: the status
// variables Innodb_log_write_requests, Innodb_log_writes, Innodb_os_log_fsyncs and, in
// bytes, Innodb_os_log_written.
type StorageLog struct {
	Requests, Writes, Syncs, Bytes uint64
}

// storageStatus is the status variables of the storage's log, none before its first write or without read:
// who divides by the writes takes a server that lists them for one that has written.
func storageStatus(read func() (StorageLog, bool)) []record.StatusVariable {
	if read == nil {
		return nil
	}
	log, ok := read()
	if !ok || log.Writes == 0 {
		return nil
	}
	return []record.StatusVariable{
		{Name: "Innodb_log_write_requests", Value: log.Requests}, {Name: "Innodb_log_writes", Value: log.Writes},
		{Name: "Innodb_os_log_fsyncs", Value: log.Syncs}, {Name: "Innodb_os_log_written", Value: log.Bytes},
	}
}

// WithoutLogins returns a text with <secret> in place of the login in each address in it, and
// of what follows upon an address's "?".
func WithoutLogins(text string) string { return words.HideLogins(text) }

// EditedRows are the rows of a table that a statement changes, as the statement's editor has
// them, see [Storage.FindRows].
type EditedRows = affected.EditedRows

// OperatorOf says which of the 16 operators a node of a plan counts as.
func OperatorOf(n sql.Node) snowset.Operator { return operator.KindOf(n).Operator }

// RowSize is the bytes of the heap that a row holds: its slice and what its
// values point to, each as large as Go's allocator makes it, within 10 % for
// values of SQL's types. Two rows that share a value count it twice. It costs
// some 10 ns a value and allocates nothing.
func RowSize(r sql.Row) int64 { return new(size.Sizer).Row(r) }

// ObjectSize is the bytes of all objects that can be reached from v, each once,
// through those of types that belong to it. Texts do not count. It looks at every
// object by reflection, some 100 ns each; whoever changes them must wait.
func ObjectSize(v any, owns func(reflect.Type) bool) int64 { return size.Object(v, owns) }
