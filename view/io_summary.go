package view

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// ioFields are the columns of reads, writes and all other operations on files or
// sockets. Bytes are signed for files and unsigned for sockets, as in
// MySQL.
func ioFields[T any](what, bytesType string, of func(*T) *record.IOStat) []field[T] {
	bytes := func(column, comment string, get func(*record.IOStat) int64) field[T] {
		return field[T]{Column{Name: column, Type: bytesType, Comment: comment}, func(v *T) any {
			if bytesType == bigint {
				return get(of(v))
			}
			return uint64(get(of(v)))
		}}
	}
	fields := timerFields("COUNT_STAR", "WAIT", what, func(v *T) record.TimerStat { return of(v).Total() })
	fields = append(fields, timerFields("COUNT_READ", "READ", "Reads", func(v *T) record.TimerStat { return of(v).Read })...)
	fields = append(fields, bytes("SUM_NUMBER_OF_BYTES_READ", "Bytes read", func(io *record.IOStat) int64 { return io.BytesRead }))
	fields = append(fields, timerFields("COUNT_WRITE", "WRITE", "Writes", func(v *T) record.TimerStat { return of(v).Write })...)
	fields = append(fields, bytes("SUM_NUMBER_OF_BYTES_WRITE", "Bytes written", func(io *record.IOStat) int64 { return io.BytesWritten }))
	return append(fields, timerFields("COUNT_MISC", "MISC", "Other operations", func(v *T) record.TimerStat { return of(v).Misc })...)
}

// classIO is what was done to all files or sockets of one instrument.
type classIO struct {
	class *perfschema.Class
	stat  *record.IOStat
}

// ioByClass declares file_ or socket_summary_by_event_name. Objects that are
// gone count on.
func ioByClass(t Table, what, bytesType string, kind perfschema.Kind, read func(*perfschema.Reader) []record.IOStat) *Table {
	fields := []field[classIO]{{instrumentColumn("EVENT_NAME"), func(v *classIO) any { return v.class.Name() }}}
	fields = append(fields, ioFields(what, bytesType, func(v *classIO) *record.IOStat { return v.stat })...)
	t.Columns = columns(fields)
	t.Indexes = []Index{{Name: "PRIMARY", Columns: []string{"EVENT_NAME"}, Unique: true}}
	t.Access = AllowTruncate
	t.Open = opener(fields, listedWhere(func(r Reader) []classIO {
		stats, classes := read(r.Schema.Read()), r.Schema.Read().ClassesOf(kind)
		out := make([]classIO, min(len(stats), len(classes)))
		for i := range out {
			out[i] = classIO{classes[i], &stats[i]}
		}
		return out
	}, func(r Reader, v *classIO) bool { return r.wants("EVENT_NAME", v.class.Name()) }))
	return &t
}

// filesByClass declares file_summary_by_event_name.
func filesByClass(read func(*perfschema.Reader) []record.IOStat) *Table {
	return ioByClass(Table{
		Name:    "file_summary_by_event_name",
		Comment: "File I/O by instrument",
	}, "File operations", bigint, perfschema.KindFile, read)
}

// fileSummaries declares file_summary_by_event_name and _by_instance.
func fileSummaries() []*Table {
	type file = record.FileInfo
	fields := []field[file]{
		{fileNameColumn, func(f *file) any { return fileNameOf(f) }},
		{instrumentColumn("EVENT_NAME"), func(f *file) any { return f.EventName }},
		{instanceColumn, func(f *file) any { return f.Begin }},
	}
	fields = append(fields, ioFields("File operations", bigint, func(f *file) *record.IOStat { return &f.IO })...)
	return []*Table{
		filesByClass((*perfschema.Reader).FileSummary),
		instanceTable(Table{
			Name:    "file_summary_by_instance",
			Comment: "File I/O by file",
			Indexes: []Index{
				{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
				{Name: "FILE_NAME", Columns: []string{"FILE_NAME"}},
				{Name: "EVENT_NAME", Columns: []string{"EVENT_NAME"}},
			},
			Access: AllowTruncate,
		}, "EVENT_NAME", fields, func(f *file) *record.InstanceInfo { return &f.InstanceInfo }, (*perfschema.Reader).FileInstances),
	}
}

// socketSummaries declares socket_summary_by_event_name and _by_instance.
func socketSummaries() []*Table {
	type socket = record.SocketInfo
	fields := []field[socket]{
		{instrumentColumn("EVENT_NAME"), func(k *socket) any { return k.EventName }},
		{instanceColumn, func(k *socket) any { return k.Begin }},
	}
	fields = append(fields, ioFields("Socket operations", bigintUnsigned, func(k *socket) *record.IOStat { return &k.IO })...)
	return []*Table{
		ioByClass(Table{
			Name:    "socket_summary_by_event_name",
			Comment: "Socket I/O by instrument",
		}, "Socket operations", bigintUnsigned, perfschema.KindSocket, (*perfschema.Reader).SocketSummary),
		instanceTable(Table{
			Name:    "socket_summary_by_instance",
			Comment: "Socket I/O by socket",
			Indexes: []Index{
				{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
				{Name: "EVENT_NAME", Columns: []string{"EVENT_NAME"}},
			},
			Access: AllowTruncate,
		}, "EVENT_NAME", fields, func(k *socket) *record.InstanceInfo { return &k.InstanceInfo }, (*perfschema.Reader).SocketInstances),
	}
}
