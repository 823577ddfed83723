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

	value func(*row) any
}

// row is one profile on its way to columns.
type row struct {
	p     *Profile
	known *Known
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
		value: func(r *row) any { return int64(r.p.Statement.StatementID()) }},
	{Name: "warehouseId", Type: integer64, Comment: "Warehouse the query ran in",
		Unknown: noWarehouse},
	{Name: "databaseId", Type: str, Comment: "Default database",
		value: func(r *row) any { return text(r.p.Statement.Schema()) }},
	{Name: "createdTime", Type: timestamp, Comment: "When the query began",
		value: func(r *row) any { return moment(r.p.Statement.Begin()) }},
	{Name: "endTime", Type: timestamp, Comment: "When the query ended; NULL while it runs",
		value: func(r *row) any { return moment(r.p.Statement.End()) }},
	{Name: "durationTotal", Unit: milliseconds, Type: integer64, Comment: "Time from begin to end, or so far",
		value: func(r *row) any { return known(r.p.Statement.Duration()) }},
	{Name: "durationExec", Unit: milliseconds, Type: integer64, Comment: "Part of it in which the plan was executed; NULL if the program does not tell its phases",
		value: func(r *row) any { return known(r.p.Statement.Execution()) }},
	{Name: "durationControlPlane", Unit: milliseconds, Type: integer64, Comment: "Time in the control plane",
		Unknown: noControlPlane},
	{Name: "durationCompiling", Unit: milliseconds, Type: integer64, Comment: "Time before execution: parsing, planning, opening; NULL before that is over, and if the program does not tell its phases",
		value: func(r *row) any { return known(r.p.Statement.Setup()) }},
	{Name: "execTime", Type: integer64, Comment: "Time of execution",
		Unknown: noUnit},
	{Name: "scheduleTime", Type: integer64, Comment: "Time from the query's arrival to its start",
		Unknown: noControlPlane},
	{Name: "serverCount", Type: integer32, Comment: "Servers that executed the query: 1",
		value: func(*row) any { return int32(1) }},
	{Name: "warehouseSize", Type: integer32, Comment: "Size of the warehouse",
		Unknown: noWarehouse},
	{Name: "perServerCores", Type: integer32, Comment: "Cores the query might use: the columns of resources add up to its duration times these",
		value: func(r *row) any { return int32(r.p.Cores) }},
	{Name: "persistentReadBytesS3", Unit: inBytes, Type: integer64, Comment: "Bytes of stored data read from remote storage",
		value: bytesOf(snowset.ResourcePersistentReadS3)},
	{Name: "persistentReadRequestsS3", Type: integer64, Comment: "Operations: stored data read from remote storage",
		value: requestsOf(snowset.ResourcePersistentReadS3)},
	{Name: "persistentReadBytesCache", Unit: inBytes, Type: integer64, Comment: "Bytes of stored data read from a local disk",
		value: bytesOf(snowset.ResourcePersistentReadCache)},
	{Name: "persistentReadRequestsCache", Type: integer64, Comment: "Operations: stored data read from a local disk",
		value: requestsOf(snowset.ResourcePersistentReadCache)},
	{Name: "persistentWriteBytesCache", Unit: inBytes, Type: integer64, Comment: "Bytes of stored data written to a local disk",
		value: bytesOf(snowset.ResourcePersistentWriteCache)},
	{Name: "persistentWriteRequestsCache", Type: integer64, Comment: "Operations: stored data written to a local disk",
		value: requestsOf(snowset.ResourcePersistentWriteCache)},
	{Name: "persistentWriteBytesS3", Unit: inBytes, Type: integer64, Comment: "Bytes of stored data written to remote storage",
		value: bytesOf(snowset.ResourcePersistentWriteS3)},
	{Name: "persistentWriteRequestsS3", Type: integer64, Comment: "Operations: stored data written to remote storage",
		value: requestsOf(snowset.ResourcePersistentWriteS3)},
	{Name: "intDataWriteBytesLocalSSD", Unit: inBytes, Type: integer64, Comment: "Bytes of intermediate data written to a local disk",
		value: bytesOf(snowset.ResourceIntDataWriteLocalSSD)},
	{Name: "intDataWriteRequestsLocalSSD", Type: integer64, Comment: "Operations: intermediate data written to a local disk",
		value: requestsOf(snowset.ResourceIntDataWriteLocalSSD)},
	{Name: "intDataReadBytesLocalSSD", Unit: inBytes, Type: integer64, Comment: "Bytes of intermediate data read from a local disk",
		value: bytesOf(snowset.ResourceIntDataReadLocalSSD)},
	{Name: "intDataReadRequestsLocalSSD", Type: integer64, Comment: "Operations: intermediate data read from a local disk",
		value: requestsOf(snowset.ResourceIntDataReadLocalSSD)},
	{Name: "intDataWriteBytesS3", Unit: inBytes, Type: integer64, Comment: "Bytes of intermediate data written to remote storage",
		value: bytesOf(snowset.ResourceIntDataWriteS3)},
	{Name: "intDataWriteRequestsS3", Type: integer64, Comment: "Operations: intermediate data written to remote storage",
		value: requestsOf(snowset.ResourceIntDataWriteS3)},
	{Name: "intDataReadBytesS3", Unit: inBytes, Type: integer64, Comment: "Bytes of intermediate data read from remote storage",
		value: bytesOf(snowset.ResourceIntDataReadS3)},
	{Name: "intDataReadRequestsS3", Type: integer64, Comment: "Operations: intermediate data read from remote storage",
		value: requestsOf(snowset.ResourceIntDataReadS3)},
	{Name: "intDataWriteBytesUncompressed", Unit: inBytes, Type: integer64, Comment: "Bytes of intermediate data written, before compression",
		Unknown: noCompression},
	{Name: "readBytesRemoteExternal", Type: integer64, Comment: "Bytes read from other systems",
		value: bytesOf(snowset.ResourceRemoteExtRead)},
	{Name: "readRequestsRemoteExternal", Type: integer64, Comment: "Operations: read from other systems",
		value: requestsOf(snowset.ResourceRemoteExtRead)},
	{Name: "intDataNetReceivedBytes", Unit: inBytes, Type: integer64, Comment: "Bytes of intermediate data received",
		Unknown: noServers},
	{Name: "intDataNetSentBytes", Unit: inBytes, Type: integer64, Comment: "Bytes of intermediate data sent",
		Unknown: noServers},
	{Name: "intDataNetSentRequests", Type: integer64, Comment: "Messages of intermediate data sent",
		Unknown: noServers},
	{Name: "intDataNetSentBytesUncompressed", Unit: inBytes, Type: integer64, Comment: "Bytes of intermediate data sent, before compression",
		Unknown: noServers},
	{Name: "producedRows", Type: integer64, Comment: "Rows of the result",
		value: func(r *row) any { return int64(r.p.Statement.Counters().RowsSent) }},
	{Name: "returnedRows", Type: integer64, Comment: "Rows sent to the client",
		value: func(r *row) any { return int64(r.p.Statement.Counters().RowsSent) }},
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
		value: scanned},
	{Name: "scanFiles", Unit: inBytes, Type: integer64, Comment: "Files scanned",
		Unknown: noFiles},
	{Name: "scanOriginalFiles", Type: integer64, Comment: "Files of the tables scanned",
		Unknown: noFiles},
	{Name: "userCpuTime", Unit: microseconds, Type: integer64, Comment: "CPU time in the program; NULL where it was not measured",
		value: func(r *row) any { return measured(r, r.p.User) }},
	{Name: "systemCpuTime", Unit: microseconds, Type: integer64, Comment: "CPU time in the operating system; NULL where it was not measured",
		value: func(r *row) any { return measured(r, r.p.Kernel) }},
	{Name: "memoryUsed", Unit: inBytes, Type: integer64, Comment: "Most memory the operators of its plan held together, as far as it is counted; NULL of a query whose plan was not kept",
		value: memoryUsed},
}

// Columns returns the 92 columns in the Snowset's order.
func Columns() []Column {
	out := append([]Column(nil), columns...)
	for _, r := range snowset.Resources() {
		out = append(out, Column{Name: r.Column(), Unit: milliseconds, Type: integer64, Comment: resourceComments[r], value: func(x *row) any {
			return known(x.p.Resource(r), !x.p.Missed() && x.known.Resource(r, x.p.KernelKnown))
		}})
	}
	for _, o := range snowset.Operators() {
		out = append(out, Column{Name: o.Column(), Unit: milliseconds, Type: integer64, Comment: "Time in operators that " + operatorComments[o], value: func(x *row) any {
			return known(x.p.Operator(o), !x.p.Missed() && x.p.Statement.Detailed() && x.known.Operators())
		}})
	}
	return out
}

// Of is the column's value for one profile, as in [Row].
func (c *Column) Of(p *Profile, k *Known) any {
	if c.value == nil {
		return nil
	}
	return c.value(&row{p, k})
}

// Row computes the values of all columns for one profile, in their order: nil
// for NULL, else an int64, an int32, a string or a time.Time, as the column's
// Type says. k is [Profiler.Known]'s.
func Row(p *Profile, k *Known) []any {
	x := &row{p, k}
	out := make([]any, len(allColumns))
	for i := range allColumns {
		if v := allColumns[i].value; v != nil {
			out[i] = v(x)
		}
	}
	return out
}

var allColumns = Columns()

// known is milliseconds, to the nearest, or NULL.
func known(d time.Duration, ok bool) any {
	if !ok {
		return nil
	}
	return d.Round(time.Millisecond).Milliseconds()
}

// measured is microseconds of CPU time, if that was measured.
func measured(r *row, d time.Duration) any {
	if !r.p.KernelKnown {
		return nil
	}
	return d.Round(time.Microsecond).Microseconds()
}

func memoryUsed(r *row) any {
	plan := r.p.Statement.Plan()
	if plan == nil || !r.p.Statement.Detailed() {
		return nil
	}
	return plan.MemoryHigh()
}

// bytesOf is the bytes moved from or to a resource, requestsOf in how many
// operations; NULL where nobody counts them.
func bytesOf(res snowset.Resource) func(*row) any {
	return func(r *row) any {
		if !r.known.Resource(res, false) {
			return nil
		}
		return int64(r.p.Statement.IO(res).Bytes)
	}
}

func requestsOf(res snowset.Resource) func(*row) any {
	return func(r *row) any {
		if !r.known.Resource(res, false) {
			return nil
		}
		return int64(r.p.Statement.IO(res).Requests)
	}
}

// scanned is the bytes read of stored data.
func scanned(r *row) any {
	var sum int64
	watched := false
	for _, res := range []snowset.Resource{snowset.ResourcePersistentReadCache, snowset.ResourcePersistentReadS3} {
		if r.known.Resource(res, false) {
			watched = true
			sum += int64(r.p.Statement.IO(res).Bytes)
		}
	}
	if !watched {
		return nil
	}
	return sum
}

func moment(t time.Time, ok bool) any {
	if !ok {
		return nil
	}
	return t.UTC()
}

func text(s string) any {
	if s == "" {
		return nil
	}
	return s
}
