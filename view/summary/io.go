package summary

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// ioFields are the columns of reads, writes and all other operations on files or
// sockets. Bytes are signed for files and unsigned for sockets, as in
// MySQL.
func ioFields[T any](what, bytesType string, of func(*T) *record.IOStat) []field.Field[T] {
	bytes := func(column, comment string, get func(*record.IOStat) int64) field.Field[T] {
		return field.Field[T]{Column: view.Column{Name: column, Type: bytesType, Comment: comment}, Value: func(v *T) any {
			if bytesType == field.Bigint {
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
func ioByClass(t view.Table, what, bytesType string, kind perfschema.Kind, read func(*perfschema.Reader) []record.IOStat) *view.Table {
	fields := []field.Field[classIO]{{Column: field.InstrumentColumn("EVENT_NAME"), Value: func(v *classIO) any { return v.class.Name() }}}
	fields = append(fields, ioFields(what, bytesType, func(v *classIO) *record.IOStat { return v.stat })...)
	t.Columns = field.Columns(fields)
	t.Indexes = []view.Index{{Name: "PRIMARY", Columns: []string{"EVENT_NAME"}, Unique: true}}
	t.Access = view.AllowTruncate
	t.Open = field.Opener(fields, field.ListedWhere(func(r view.Reader) []classIO {
		stats, classes := read(r.Schema.Read()), r.Schema.Read().ClassesOf(kind)
		out := make([]classIO, min(len(stats), len(classes)))
		for i := range out {
			out[i] = classIO{classes[i], &stats[i]}
		}
		return out
	}, func(r view.Reader, v *classIO) bool { return field.Wants(r, "EVENT_NAME", v.class.Name()) }))
	return &t
}

// filesByClass declares file_summary_by_event_name.
func filesByClass(read func(*perfschema.Reader) []record.IOStat) *view.Table {
	return ioByClass(view.Table{
		Name:    "file_summary_by_event_name",
		Comment: "File I/O by instrument",
	}, "File operations", field.Bigint, perfschema.KindFile, read)
}

// fileSummaries declares file_summary_by_event_name and _by_instance.
func fileSummaries() []*view.Table {
	type file = record.FileInfo
	fields := []field.Field[file]{
		{Column: field.FileNameColumn, Value: func(f *file) any { return field.FileNameOf(f) }},
		{Column: field.InstrumentColumn("EVENT_NAME"), Value: func(f *file) any { return f.EventName }},
		{Column: field.InstanceColumn, Value: func(f *file) any { return f.Begin }},
	}
	fields = append(fields, ioFields("File operations", field.Bigint, func(f *file) *record.IOStat { return &f.IO })...)
	return []*view.Table{
		filesByClass((*perfschema.Reader).FileSummary),
		field.InstanceTable(view.Table{
			Name:    "file_summary_by_instance",
			Comment: "File I/O by file",
			Indexes: []view.Index{
				{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
				{Name: "FILE_NAME", Columns: []string{"FILE_NAME"}},
				{Name: "EVENT_NAME", Columns: []string{"EVENT_NAME"}},
			},
			Access: view.AllowTruncate,
		}, "EVENT_NAME", fields, func(f *file) *record.InstanceInfo { return &f.InstanceInfo }, (*perfschema.Reader).FileInstances),
	}
}

// socketSummaries declares socket_summary_by_event_name and _by_instance.
func socketSummaries() []*view.Table {
	type socket = record.SocketInfo
	fields := []field.Field[socket]{
		{Column: field.InstrumentColumn("EVENT_NAME"), Value: func(k *socket) any { return k.EventName }},
		{Column: field.InstanceColumn, Value: func(k *socket) any { return k.Begin }},
	}
	fields = append(fields, ioFields("Socket operations", field.BigintUnsigned, func(k *socket) *record.IOStat { return &k.IO })...)
	return []*view.Table{
		ioByClass(view.Table{
			Name:    "socket_summary_by_event_name",
			Comment: "Socket I/O by instrument",
		}, "Socket operations", field.BigintUnsigned, perfschema.KindSocket, (*perfschema.Reader).SocketSummary),
		field.InstanceTable(view.Table{
			Name:    "socket_summary_by_instance",
			Comment: "Socket I/O by socket",
			Indexes: []view.Index{
				{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
				{Name: "EVENT_NAME", Columns: []string{"EVENT_NAME"}},
			},
			Access: view.AllowTruncate,
		}, "EVENT_NAME", fields, func(k *socket) *record.InstanceInfo { return &k.InstanceInfo }, (*perfschema.Reader).SocketInstances),
	}
}
