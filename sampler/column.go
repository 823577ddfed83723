package sampler

import (
	"time"

	"github.com/perfschema/perfschema/snowset"
)

// Column is one of the 92 columns of the Snowset.
type Column struct {
	// Name, Unit and Type are the Snowset's. Unit is "Milliseconds",
	// "Microseconds", "Bytes" or empty; Type "int64", "int32", "string", "UTC
	// Timestamp", or empty where the Snowset does not say, which is an int64.
	Name, Unit, Type string
	// Comment says what the column holds, in the unit above.
	Comment string
	// Unknown is why the column is always NULL, empty where it is not.
	Unknown string

	// One of these, or none of a column that is always NULL. The number of a timestamp
	// is of nanoseconds since 1970; a text that is empty is NULL.
	number func(*Record) (n int64, known bool)
	text   func(*Record) string
}

const (
	milliseconds = "Milliseconds"
	microseconds = "Microseconds"
	inBytes      = "Bytes"
	integer64    = "int64"
	integer32    = "int32"
	str          = "string"
	timestamp    = "UTC Timestamp"
)

// Why a column is NULL.
const (
	noWarehouse    = "there are no warehouses"
	noControlPlane = "queries run where they arrive: there is no control plane and no queue"
	noServers      = "a query runs on one server"
	noUnit         = "its unit is not documented; durationExec is the same in milliseconds"
	noCompression  = "bytes are counted once, as the program moves them"
	noFileOps      = "files are read and written by operations, which the columns of requests count"
	noFiles        = "data are no files of their own"
	noAssignment   = "nothing is divided among workers before it is scanned"
)

// columns are in the Snowset's order. Those of resources and operators follow
// from package perfschema's lists, see Columns.
var columns = []Column{
	{Name: "queryId", Type: integer64, Comment: "Number of the statement in the server: STATEMENT_ID",
		number: func(r *Record) (int64, bool) { return int64(r.p.Statement.StatementID()), true }},
	{Name: "warehouseId", Type: integer64, Comment: "Warehouse the query ran in",
		Unknown: noWarehouse},
	{Name: "databaseId", Type: str, Comment: "Default database",
		text: func(r *Record) string { return r.p.Statement.Schema() }},
	{Name: "createdTime", Type: timestamp, Comment: "When the query began",
		number: func(r *Record) (int64, bool) { return moment(r.p.Statement.Begin()) }},
	{Name: "endTime", Type: timestamp, Comment: "When the query ended; NULL while it runs",
		number: func(r *Record) (int64, bool) { return moment(r.p.Statement.End()) }},
	{Name: "durationTotal", Unit: milliseconds, Type: integer64, Comment: "Time from begin to end, or so far",
		number: func(r *Record) (int64, bool) { return rounded(r.p.Statement.Duration()) }},
	{Name: "durationExec", Unit: milliseconds, Type: integer64, Comment: "Part of it in which the plan was executed; NULL if the program does not tell its phases",
		number: func(r *Record) (int64, bool) { return rounded(r.p.Statement.Execution()) }},
	{Name: "durationControlPlane", Unit: milliseconds, Type: integer64, Comment: "Time in the control plane",
		Unknown: noControlPlane},
	{Name: "durationCompiling", Unit: milliseconds, Type: integer64, Comment: "Time before execution: parsing, planning, opening; NULL before that is over, and if the program does not tell its phases",
		number: func(r *Record) (int64, bool) { return rounded(r.p.Statement.Setup()) }},
	{Name: "execTime", Type: integer64, Comment: "Time of execution",
		Unknown: noUnit},
	{Name: "scheduleTime", Type: integer64, Comment: "Time from the query's arrival to its start",
		Unknown: noControlPlane},
	{Name: "serverCount", Type: integer32, Comment: "Servers that executed the query: 1",
		number: func(*Record) (int64, bool) { return 1, true }},
	{Name: "warehouseSize", Type: integer32, Comment: "Size of the warehouse",
		Unknown: noWarehouse},
	{Name: "perServerCores", Type: integer32, Comment: "Cores the query might use: the columns of resources add up to its duration times these",
		number: func(r *Record) (int64, bool) { return int64(r.p.Cores), true }},
	{Name: "persistentReadBytesS3", Unit: inBytes, Type: integer64, Comment: "Bytes of stored data read from remote storage",
		number: bytesOf(snowset.ResourcePersistentReadS3)},
	{Name: "persistentReadRequestsS3", Type: integer64, Comment: "Operations: stored data read from remote storage",
		number: requestsOf(snowset.ResourcePersistentReadS3)},
	{Name: "persistentReadBytesCache", Unit: inBytes, Type: integer64, Comment: "Bytes of stored data read from a local disk",
		number: bytesOf(snowset.ResourcePersistentReadCache)},
	{Name: "persistentReadRequestsCache", Type: integer64, Comment: "Operations: stored data read from a local disk",
		number: requestsOf(snowset.ResourcePersistentReadCache)},
	{Name: "persistentWriteBytesCache", Unit: inBytes, Type: integer64, Comment: "Bytes of stored data written to a local disk",
		number: bytesOf(snowset.ResourcePersistentWriteCache)},
	{Name: "persistentWriteRequestsCache", Type: integer64, Comment: "Operations: stored data written to a local disk",
		number: requestsOf(snowset.ResourcePersistentWriteCache)},
	{Name: "persistentWriteBytesS3", Unit: inBytes, Type: integer64, Comment: "Bytes of stored data written to remote storage",
		number: bytesOf(snowset.ResourcePersistentWriteS3)},
	{Name: "persistentWriteRequestsS3", Type: integer64, Comment: "Operations: stored data written to remote storage",
		number: requestsOf(snowset.ResourcePersistentWriteS3)},
	{Name: "intDataWriteBytesLocalSSD", Unit: inBytes, Type: integer64, Comment: "Bytes of intermediate data written to a local disk",
		number: bytesOf(snowset.ResourceIntDataWriteLocalSSD)},
	{Name: "intDataWriteRequestsLocalSSD", Type: integer64, Comment: "Operations: intermediate data written to a local disk",
		number: requestsOf(snowset.ResourceIntDataWriteLocalSSD)},
	{Name: "intDataReadBytesLocalSSD", Unit: inBytes, Type: integer64, Comment: "Bytes of intermediate data read from a local disk",
		number: bytesOf(snowset.ResourceIntDataReadLocalSSD)},
	{Name: "intDataReadRequestsLocalSSD", Type: integer64, Comment: "Operations: intermediate data read from a local disk",
		number: requestsOf(snowset.ResourceIntDataReadLocalSSD)},
	{Name: "intDataWriteBytesS3", Unit: inBytes, Type: integer64, Comment: "Bytes of intermediate data written to remote storage",
		number: bytesOf(snowset.ResourceIntDataWriteS3)},
	{Name: "intDataWriteRequestsS3", Type: integer64, Comment: "Operations: intermediate data written to remote storage",
		number: requestsOf(snowset.ResourceIntDataWriteS3)},
	{Name: "intDataReadBytesS3", Unit: inBytes, Type: integer64, Comment: "Bytes of intermediate data read from remote storage",
		number: bytesOf(snowset.ResourceIntDataReadS3)},
	{Name: "intDataReadRequestsS3", Type: integer64, Comment: "Operations: intermediate data read from remote storage",
		number: requestsOf(snowset.ResourceIntDataReadS3)},
	{Name: "intDataWriteBytesUncompressed", Unit: inBytes, Type: integer64, Comment: "Bytes of intermediate data written, before compression",
		Unknown: noCompression},
	{Name: "readBytesRemoteExternal", Type: integer64, Comment: "Bytes read from other systems",
		number: bytesOf(snowset.ResourceRemoteExtRead)},
	{Name: "readRequestsRemoteExternal", Type: integer64, Comment: "Operations: read from other systems",
		number: requestsOf(snowset.ResourceRemoteExtRead)},
	{Name: "intDataNetReceivedBytes", Unit: inBytes, Type: integer64, Comment: "Bytes of intermediate data received",
		Unknown: noServers},
	{Name: "intDataNetSentBytes", Unit: inBytes, Type: integer64, Comment: "Bytes of intermediate data sent",
		Unknown: noServers},
	{Name: "intDataNetSentRequests", Type: integer64, Comment: "Messages of intermediate data sent",
		Unknown: noServers},
	{Name: "intDataNetSentBytesUncompressed", Unit: inBytes, Type: integer64, Comment: "Bytes of intermediate data sent, before compression",
		Unknown: noServers},
	{Name: "producedRows", Type: integer64, Comment: "Rows of the result",
		number: func(r *Record) (int64, bool) { return int64(r.p.Statement.Counters().RowsSent), true }},
	{Name: "returnedRows", Type: integer64, Comment: "Rows sent to the client",
		number: func(r *Record) (int64, bool) { return int64(r.p.Statement.Counters().RowsSent), true }},
	{Name: "fileStolenCount", Type: integer64, Comment: "Files that a worker took over from another",
		Unknown: noServers},
	{Name: "remoteSeqScanFileOps", Comment: "Sequential reads of remote files",
		Unknown: noFileOps},
	{Name: "localSeqScanFileOps", Type: integer64, Comment: "Sequential reads of local files",
		Unknown: noFileOps},
	{Name: "localWriteFileOps", Type: integer64, Comment: "Writes of local files",
		Unknown: noFileOps},
	{Name: "remoteSkipScanFileOps", Type: integer64, Comment: "Reads of remote files that skip parts",
		Unknown: noFileOps},
	{Name: "remoteWriteFileOps", Comment: "Writes of remote files",
		Unknown: noFileOps},
	{Name: "filesCreated", Type: integer64, Comment: "Files made",
		Unknown: noFiles},
	{Name: "scanAssignedBytes", Unit: inBytes, Type: integer64, Comment: "Bytes that were to be scanned",
		Unknown: noAssignment},
	{Name: "scanAssignedFiles", Unit: inBytes, Type: integer64, Comment: "Files that were to be scanned",
		Unknown: noAssignment},
	{Name: "scanBytes", Unit: inBytes, Type: integer64, Comment: "Bytes of stored data read, from wherever",
		number: scanned},
	{Name: "scanFiles", Unit: inBytes, Type: integer64, Comment: "Files scanned",
		Unknown: noFiles},
	{Name: "scanOriginalFiles", Type: integer64, Comment: "Files of the tables scanned",
		Unknown: noFiles},
	{Name: "userCpuTime", Unit: microseconds, Type: integer64, Comment: "CPU time in the program; NULL where it was not measured",
		number: func(r *Record) (int64, bool) { return measured(r, r.p.User) }},
	{Name: "systemCpuTime", Unit: microseconds, Type: integer64, Comment: "CPU time in the operating system; NULL where it was not measured",
		number: func(r *Record) (int64, bool) { return measured(r, r.p.Kernel) }},
	{Name: "memoryUsed", Unit: inBytes, Type: integer64, Comment: "Most memory the operators of its plan held together, as far as it is counted; NULL of a query whose plan was not kept",
		number: memoryUsed},
}

// Columns returns the 92 columns in the Snowset's order.
func Columns() []Column {
	out := append([]Column(nil), columns...)
	for _, r := range snowset.Resources() {
		out = append(out, Column{Name: r.Column(), Unit: milliseconds, Type: integer64, Comment: resourceComments[r], number: func(x *Record) (int64, bool) {
			return rounded(x.Totals().Resource(r), !x.p.Missed() && x.known.Resource(r, x.p.KernelKnown))
		}})
	}
	for _, o := range snowset.Operators() {
		out = append(out, Column{Name: o.Column(), Unit: milliseconds, Type: integer64, Comment: "Time in operators that " + operatorComments[o], number: func(x *Record) (int64, bool) {
			return rounded(x.Totals().Operator(o), !x.p.Missed() && x.p.Statement.Detailed() && x.known.Operators())
		}})
	}
	return out
}

var allColumns = Columns()

// rounded is milliseconds, to the nearest.
func rounded(d time.Duration, known bool) (int64, bool) {
	return d.Round(time.Millisecond).Milliseconds(), known
}

// measured is microseconds of CPU time, if that was measured.
func measured(r *Record, d time.Duration) (int64, bool) {
	return d.Round(time.Microsecond).Microseconds(), r.p.KernelKnown
}

func memoryUsed(r *Record) (int64, bool) {
	plan := r.p.Statement.Plan()
	if plan == nil || !r.p.Statement.Detailed() {
		return 0, false
	}
	return plan.MemoryHigh(), true
}

// bytesOf is the bytes moved from or to a resource, requestsOf in how many
// operations; NULL where nobody counts them.
func bytesOf(res snowset.Resource) func(*Record) (int64, bool) {
	return func(r *Record) (int64, bool) {
		return int64(r.p.Statement.IO(res).Bytes), r.known.Resource(res, false)
	}
}

func requestsOf(res snowset.Resource) func(*Record) (int64, bool) {
	return func(r *Record) (int64, bool) {
		return int64(r.p.Statement.IO(res).Requests), r.known.Resource(res, false)
	}
}

// scanned is the bytes read of stored data.
func scanned(r *Record) (sum int64, watched bool) {
	for _, res := range [...]snowset.Resource{snowset.ResourcePersistentReadCache, snowset.ResourcePersistentReadS3} {
		if r.known.Resource(res, false) {
			watched = true
			sum += int64(r.p.Statement.IO(res).Bytes)
		}
	}
	return sum, watched
}

func moment(t time.Time, known bool) (int64, bool) {
	if !known {
		return 0, false
	}
	return t.UnixNano(), true
}
