package sysview

import (
	"cmp"
	"fmt"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
	"github.com/perfschema/perfschema/view/summary"
)

// ioOf is what a row of a view of file I/O tells of: a file, or an instrument.
type ioOf struct {
	name string
	stat record.IOStat
	sum  timerSum // of the stat
}

func ioOfStat(name string, stat record.IOStat) ioOf { return ioOf{name, stat, stat.Total()} }

func (v *ioOf) bytes() int64 { return v.stat.BytesRead + v.stat.BytesWritten }

type ioField = sysField[ioOf]

func ioCount(name string, of func(*ioOf) uint64) ioField {
	return ioField{name, field.BigintUnsigned + notNull, asIs, func(v *ioOf) any { return of(v) }}
}

func ioTime(name string, of func(*ioOf) uint64) ioField {
	return ioField{name, field.BigintUnsigned + notNull, latency, func(v *ioOf) any { return of(v) }}
}

func ioBytes(name string, of func(*ioOf) int64) ioField {
	return ioField{name, field.Bigint + notNull, size, func(v *ioOf) any { return of(v) }}
}

func ioMean(name string, bytes func(*ioOf) int64, times func(*ioOf) uint64) ioField {
	return ioField{name, "decimal(23,4)" + notNull, size, func(v *ioOf) any { return quotientOr0(bytes(v), int64(times(v)), 4) }}
}

func bytesRead(v *ioOf) int64    { return v.stat.BytesRead }
func bytesWritten(v *ioOf) int64 { return v.stat.BytesWritten }
func reads(v *ioOf) uint64       { return v.stat.Read.Count }
func writes(v *ioOf) uint64      { return v.stat.Write.Count }
func misc(v *ioOf) uint64        { return v.stat.Misc.Count }
func ioSum(v *ioOf) uint64       { return v.sum.Sum }
func ioTimes(v *ioOf) uint64     { return v.sum.Count }

// files are all files that are known, by name.
func files(r view.Reader) (out []ioOf) {
	for _, f := range r.Schema.Read().FileInstances() {
		out = append(out, ioOfStat(field.FileNameOf(&f), f.IO))
	}
	return out
}

// fileInstruments are the instruments of files that were used.
func fileInstruments(r view.Reader) (out []ioOf) {
	stats, classes := r.Schema.Read().FileSummary(), r.Schema.Read().ClassesOf(perfschema.KindFile)
	for i := range min(len(stats), len(classes)) {
		if v := ioOfStat(lastPart(classes[i].Name(), 2), stats[i]); v.sum.Count > 0 {
			out = append(out, v)
		}
	}
	return out
}

func byBytes(a, b *ioOf) int  { return cmp.Compare(b.bytes(), a.bytes()) }
func byIOTime(a, b *ioOf) int { return cmp.Compare(b.sum.Sum, a.sum.Sum) }

// ioViews are the views of file I/O by file, instrument and thread.
func ioViews() []*view.Table {
	file := ioField{"file", field.FileName + notNull, path, func(v *ioOf) any { return v.name }}
	event := ioField{"event_name", field.EventName, asIs, func(v *ioOf) any { return v.name }}
	byFile, byEvent := []string{"file_summary_by_instance"}, []string{"file_summary_by_event_name"}
	timeOf := func(name string, of func(record.TimerStat) uint64) ioField {
		return ioTime(name, func(v *ioOf) uint64 { return of(v.sum) })
	}
	readTime := ioTime("read_latency", func(v *ioOf) uint64 { return v.stat.Read.Sum })
	writeTime := ioTime("write_latency", func(v *ioOf) uint64 { return v.stat.Write.Sum })
	miscTime := ioTime("misc_latency", func(v *ioOf) uint64 { return v.stat.Misc.Sum })
	total := ioTime("total_latency", ioSum)

	tables := twins(sysView{name: "io_global_by_file_by_bytes", comment: "Bytes read and written, by file", reads: byFile},
		[]ioField{
			file, ioCount("count_read", reads), ioBytes("total_read", bytesRead), ioMean("avg_read", bytesRead, reads),
			ioCount("count_write", writes), ioBytes("total_written", bytesWritten), ioMean("avg_write", bytesWritten, writes),
			ioBytes("total", (*ioOf).bytes),
			{"write_pct", "decimal(26,2)" + notNull, asIs, func(v *ioOf) any { return percent(uint64(v.stat.BytesWritten), uint64(v.bytes()), 2) }},
		}, inOrder(files, byBytes))
	tables = append(tables, twins(sysView{name: "io_global_by_file_by_latency", comment: "Time of file operations, by file", reads: byFile},
		[]ioField{
			file, ioCount("total", ioTimes), total, ioCount("count_read", reads), readTime,
			ioCount("count_write", writes), writeTime, ioCount("count_misc", misc), miscTime,
		}, inOrder(files, byIOTime))...)
	moved := []ioField{
		ioCount("count_read", reads), ioBytes("total_read", bytesRead), ioMean("avg_read", bytesRead, reads),
		ioCount("count_write", writes), ioBytes("total_written", bytesWritten), ioMean("avg_written", bytesWritten, writes),
	}
	fields := []ioField{event, ioCount("total", ioTimes), total, timeOf("min_latency", func(t record.TimerStat) uint64 { return t.Min }),
		timeOf("avg_latency", timerAvg), timeOf("max_latency", timerMax)}
	fields = append(append(fields, moved...), ioBytes("total_requested", (*ioOf).bytes))
	tables = append(tables, twins(sysView{name: "io_global_by_wait_by_bytes", comment: "Bytes read and written, by instrument", reads: byEvent},
		fields, inOrder(fileInstruments, byBytes))...)
	fields = []ioField{event, ioCount("total", ioTimes), total, timeOf("avg_latency", timerAvg), timeOf("max_latency", timerMax), readTime, writeTime, miscTime}
	tables = append(tables, twins(sysView{name: "io_global_by_wait_by_latency", comment: "Time of file operations, by instrument", reads: byEvent},
		append(fields, moved...), inOrder(fileInstruments, byIOTime))...)
	return append(append(tables, ioByThread()...), latestFileIO()...)
}

// threadSum is what a row of a view by thread tells of.
type threadSum struct {
	info  record.ThreadInfo
	timer timerSum
}

// account is whose a thread is: a connection's user and host, else the end of its name.
func accountOf(t *record.ThreadInfo, own string) string {
	if t.ProcesslistID == 0 {
		return own
	}
	return t.User + "@" + t.Host
}

// ioByThread declares io_by_thread_by_latency. Its averages are of all operations, not of
// the averages of instruments, as MySQL's are.
func ioByThread() []*view.Table {
	type row = threadSum
	return twins(sysView{
		name: "io_by_thread_by_latency", comment: "Time of file operations, by thread",
		reads: []string{"events_waits_summary_by_thread_by_event_name", "threads"},
	}, []sysField[row]{
		{"user", "varchar(288)", asIs, func(v *row) any { return accountOf(&v.info, lastPart(v.info.Name, 1)) }},
		{"total", sumType, asIs, func(v *row) any { return v.timer.Count }},
		{"total_latency", sumType, latency, func(v *row) any { return v.timer.Sum }},
		{"min_latency", field.BigintUnsigned, latency, func(v *row) any { return v.timer.Min }},
		{"avg_latency", "decimal(24,4)", latency, func(v *row) any { return quotient(v.timer.Sum, v.timer.Count, 4) }},
		{"max_latency", field.BigintUnsigned, latency, func(v *row) any { return v.timer.Max }},
		{"thread_id", field.BigintUnsigned + notNull, asIs, func(v *row) any { return v.info.ThreadID }},
		{"processlist_id", field.BigintUnsigned, asIs, func(v *row) any { return field.Number(v.info.ProcesslistID) }},
	}, inOrder(func(r view.Reader) (out []row) {
		waitSource.Each(r, record.ByThread, func(of summary.GroupValues, c *perfschema.Class, t *record.TimerStat) {
			id, _ := of.ThreadID.(uint64)
			if !fileIO(c.Name()) || t.Sum == 0 {
				return
			}
			if len(out) == 0 || out[len(out)-1].info.ThreadID != id {
				info := r.Schema.Read().ThreadByID(id).Info()
				info.ThreadID = id // even if it has ended since
				out = append(out, row{info: info})
			}
			addTimer(&out[len(out)-1].timer, t)
		})
		return out
	}, func(a, b *row) int { return cmp.Compare(b.timer.Sum, a.timer.Sum) }))
}

// latestFileIO declares latest_file_io, which has what events_waits_history_long keeps: it
// is empty while that consumer is off.
func latestFileIO() []*view.Table {
	type row = struct {
		record.WaitEvent
		info record.ThreadInfo
	}
	return twins(sysView{name: "latest_file_io", comment: "The last file operations, oldest first; none while consumer events_waits_history_long is off", reads: []string{"events_waits_history_long", "threads"}},
		[]sysField[row]{
			{"thread", "varchar(317)", asIs, func(v *row) any {
				if v.info.ProcesslistID == 0 {
					return fmt.Sprintf("%s:%d", lastPart(v.info.Name, 1), v.ThreadID)
				}
				return fmt.Sprintf("%s@%s:%d", v.info.User, v.info.Host, v.info.ProcesslistID)
			}},
			{"file", field.FileName, path, func(v *row) any { return field.ValidText(field.Cut(v.ObjectName, field.FileNameLength)) }},
			{"latency", field.BigintUnsigned, latency, func(v *row) any { return field.Unless(!v.Timed, v.TimerWait) }},
			{"operation", "varchar(32)" + notNull, asIs, func(v *row) any { return v.Operation }},
			{"requested", field.Bigint, size, func(v *row) any { return field.Unless(!v.HasBytes, v.Bytes) }},
		}, inOrder(func(r view.Reader) (out []row) {
			threads := make(map[uint64]record.ThreadInfo)
			for _, e := range r.Schema.Read().WaitsHistoryLong() {
				if e.ObjectName == "" || !fileIO(e.EventName) {
					continue
				}
				info, ok := threads[e.ThreadID]
				if !ok {
					info = r.Schema.Read().ThreadByID(e.ThreadID).Info()
					threads[e.ThreadID] = info
				}
				out = append(out, row{e, info})
			}
			return out
		}, func(a, b *row) int { return cmp.Compare(a.TimerStart, b.TimerStart) }))
}
