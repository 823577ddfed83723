package sampler

import (
	"time"

	"github.com/perfschema/perfschema"
)

// Column is one of the 92 columns of the Snowset.
type Column struct {
	// Name, Unit and Type are the Snowset's. Unit is "Milliseconds",
	// "Microseconds", "Bytes" or empty; Type "int64", "int32", "string", "UTC
	// Timestamp", or empty where the Snowset does not say, which is an int64.
	Name, Unit, Type string
	// Unknown is why the column is always NULL, empty where it is not.
	Unknown string

	value func(*row) any
}

// row is one profile on its way to columns.
type row struct {
	p     *Profile
	event perfschema.StatementEvent
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
	noControlPlane = "statements run where they arrive: there is no control plane and no queue"
	noServers      = "a statement runs on one server"
	noStages       = "stages are not part of a profile"
	noClocks       = "a statement's CPU time is not measured"
	noMemory       = "memory is not counted by statement"
	noBytes        = "files, bytes and requests are not counted by statement"
)

// columns are in the Snowset's order. Those of resources and operators follow
// from package perfschema's lists, see Columns.
var columns = []Column{
	{Name: "queryId", Type: integer64, value: func(r *row) any { return int64(r.event.StatementID) }},
	{Name: "warehouseId", Type: integer64, Unknown: noWarehouse},
	{Name: "databaseId", Type: str, value: func(r *row) any { return text(r.event.Schema) }},
	{Name: "createdTime", Type: timestamp, value: func(r *row) any { return moment(r.p.Statement.Begin()) }},
	{Name: "endTime", Type: timestamp, value: func(r *row) any { return moment(r.p.Statement.End()) }},
	{Name: "durationTotal", Unit: milliseconds, Type: integer64, value: func(r *row) any { return known(r.p.Statement.Duration()) }},
	{Name: "durationExec", Unit: milliseconds, Type: integer64, Unknown: noStages},
	{Name: "durationControlPlane", Unit: milliseconds, Type: integer64, Unknown: noControlPlane},
	{Name: "durationCompiling", Unit: milliseconds, Type: integer64, Unknown: noStages},
	{Name: "execTime", Type: integer64, Unknown: noStages},
	{Name: "scheduleTime", Type: integer64, Unknown: noControlPlane},
	{Name: "serverCount", Type: integer32, value: func(*row) any { return int32(1) }},
	{Name: "warehouseSize", Type: integer32, Unknown: noWarehouse},
	{Name: "perServerCores", Type: integer32, value: func(r *row) any { return int32(r.p.Cores) }},
	{Name: "persistentReadBytesS3", Unit: inBytes, Type: integer64, Unknown: noBytes},
	{Name: "persistentReadRequestsS3", Type: integer64, Unknown: noBytes},
	{Name: "persistentReadBytesCache", Unit: inBytes, Type: integer64, Unknown: noBytes},
	{Name: "persistentReadRequestsCache", Type: integer64, Unknown: noBytes},
	{Name: "persistentWriteBytesCache", Unit: inBytes, Type: integer64, Unknown: noBytes},
	{Name: "persistentWriteRequestsCache", Type: integer64, Unknown: noBytes},
	{Name: "persistentWriteBytesS3", Unit: inBytes, Type: integer64, Unknown: noBytes},
	{Name: "persistentWriteRequestsS3", Type: integer64, Unknown: noBytes},
	{Name: "intDataWriteBytesLocalSSD", Unit: inBytes, Type: integer64, Unknown: noBytes},
	{Name: "intDataWriteRequestsLocalSSD", Type: integer64, Unknown: noBytes},
	{Name: "intDataReadBytesLocalSSD", Unit: inBytes, Type: integer64, Unknown: noBytes},
	{Name: "intDataReadRequestsLocalSSD", Type: integer64, Unknown: noBytes},
	{Name: "intDataWriteBytesS3", Unit: inBytes, Type: integer64, Unknown: noBytes},
	{Name: "intDataWriteRequestsS3", Type: integer64, Unknown: noBytes},
	{Name: "intDataReadBytesS3", Unit: inBytes, Type: integer64, Unknown: noBytes},
	{Name: "intDataReadRequestsS3", Type: integer64, Unknown: noBytes},
	{Name: "intDataWriteBytesUncompressed", Unit: inBytes, Type: integer64, Unknown: noBytes},
	{Name: "readBytesRemoteExternal", Type: integer64, Unknown: noBytes},
	{Name: "readRequestsRemoteExternal", Type: integer64, Unknown: noBytes},
	{Name: "intDataNetReceivedBytes", Unit: inBytes, Type: integer64, Unknown: noServers},
	{Name: "intDataNetSentBytes", Unit: inBytes, Type: integer64, Unknown: noServers},
	{Name: "intDataNetSentRequests", Type: integer64, Unknown: noServers},
	{Name: "intDataNetSentBytesUncompressed", Unit: inBytes, Type: integer64, Unknown: noServers},
	{Name: "producedRows", Type: integer64, value: func(r *row) any { return int64(r.event.Counters.RowsSent) }},
	{Name: "returnedRows", Type: integer64, value: func(r *row) any { return int64(r.event.Counters.RowsSent) }},
	{Name: "fileStolenCount", Type: integer64, Unknown: noServers},
	{Name: "remoteSeqScanFileOps", Unknown: noBytes},
	{Name: "localSeqScanFileOps", Type: integer64, Unknown: noBytes},
	{Name: "localWriteFileOps", Type: integer64, Unknown: noBytes},
	{Name: "remoteSkipScanFileOps", Type: integer64, Unknown: noBytes},
	{Name: "remoteWriteFileOps", Unknown: noBytes},
	{Name: "filesCreated", Type: integer64, Unknown: noBytes},
	{Name: "scanAssignedBytes", Unit: inBytes, Type: integer64, Unknown: noBytes},
	{Name: "scanAssignedFiles", Unit: inBytes, Type: integer64, Unknown: noBytes},
	{Name: "scanBytes", Unit: inBytes, Type: integer64, Unknown: noBytes},
	{Name: "scanFiles", Unit: inBytes, Type: integer64, Unknown: noBytes},
	{Name: "scanOriginalFiles", Type: integer64, Unknown: noBytes},
	{Name: "userCpuTime", Unit: microseconds, Type: integer64, Unknown: noClocks},
	{Name: "systemCpuTime", Unit: microseconds, Type: integer64, value: func(r *row) any { return kernelTime(r) }},
	{Name: "memoryUsed", Unit: inBytes, Type: integer64, Unknown: noMemory},
}

// Columns returns the 92 columns in the Snowset's order.
func Columns() []Column {
	out := append([]Column(nil), columns...)
	for _, r := range perfschema.Resources() {
		out = append(out, Column{Name: r.Column(), Unit: milliseconds, Type: integer64, value: func(x *row) any {
			return known(x.p.Resource(r), x.known.Resource(r, x.p))
		}})
	}
	for _, o := range perfschema.Operators() {
		out = append(out, Column{Name: o.Column(), Unit: milliseconds, Type: integer64, value: func(x *row) any {
			return known(x.p.Operator(o), x.known.Operators())
		}})
	}
	return out
}

// Row computes the values of all columns for one profile, in their order: nil
// for NULL, else an int64, an int32, a string or a time.Time, as the column's
// Type says. k is [Profiler.Known]'s.
func Row(p *Profile, k *Known) []any {
	x := &row{p, p.Statement.Event(), k}
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

func kernelTime(r *row) any {
	if !r.p.KernelKnown {
		return nil
	}
	return r.p.Kernel.Round(time.Microsecond).Microseconds()
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
