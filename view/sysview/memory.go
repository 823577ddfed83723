package sysview

import (
	"cmp"
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
	"github.com/perfschema/perfschema/view/summary"
)

// memoryOf is what a row of a view of memory tells of: a group, or an instrument.
type memoryOf struct {
	name                         string
	threadID                     uint64
	count, bytes, largest, total int64
	class                        *perfschema.Class
	stat                         record.MemoryStat
}

// memoryFields are the figures of a group.
func memoryFields() []sysField[memoryOf] {
	return []sysField[memoryOf]{
		{"current_count_used", "decimal(41,0)", asIs, func(v *memoryOf) any { return v.count }},
		{"current_allocated", "decimal(41,0)", size, func(v *memoryOf) any { return v.bytes }},
		{"current_avg_alloc", "decimal(45,4)" + notNull, size, func(v *memoryOf) any { return quotientOr0(v.bytes, v.count, 4) }},
		{"current_max_alloc", field.Bigint, size, func(v *memoryOf) any { return v.largest }},
		{"total_allocated", sumType, size, func(v *memoryOf) any { return v.total }},
	}
}

// memoryBy lists the groups, the one that has most in use first.
func memoryBy(g record.Grouping, key func(r view.Reader, of summary.GroupValues) memoryOf) field.Parts[memoryOf] {
	return inOrder(func(r view.Reader) (out []memoryOf) {
		var group summary.GroupValues
		memorySource.Each(r, g, func(of summary.GroupValues, _ *perfschema.Class, m *record.MemoryStat) {
			if len(out) == 0 || of != group {
				group = of
				out = append(out, key(r, of))
			}
			v := &out[len(out)-1]
			v.count, v.bytes, v.total = v.count+m.CurrentCount(), v.bytes+m.CurrentBytes(), v.total+int64(m.BytesAlloc)
			v.largest = max(v.largest, m.CurrentBytes())
		})
		return out
	}, func(a, b *memoryOf) int { return cmp.Compare(b.bytes, a.bytes) })
}

// memoryViews are the views of memory.
func memoryViews() []*view.Table {
	type row = memoryOf
	var tables []*view.Table
	for _, g := range groupings {
		tables = append(tables, twins(sysView{
			name: "memory_by_" + g.column + "_by_current_bytes", comment: "Memory by " + g.column, reads: g.reads("memory_summary"),
		}, append([]sysField[row]{groupKey(g, func(v *row) string { return v.name })}, memoryFields()...),
			memoryBy(g.by, func(_ view.Reader, of summary.GroupValues) row { return row{name: g.name(of)} }))...)
	}
	tables = append(tables, twins(sysView{
		name: "memory_by_thread_by_current_bytes", comment: "Memory by thread", reads: []string{"memory_summary_by_thread_by_event_name", "threads"},
	}, append([]sysField[row]{
		{"thread_id", field.BigintUnsigned + notNull, asIs, func(v *row) any { return v.threadID }},
		{"user", "varchar(288)", asIs, func(v *row) any { return field.Text(v.name) }},
	}, memoryFields()...), memoryBy(record.ByThread, func(r view.Reader, of summary.GroupValues) row {
		id, _ := of.ThreadID.(uint64)
		info := r.Schema.Read().ThreadByID(id).Info()
		return row{threadID: id, name: accountOf(&info, strings.TrimPrefix(info.Name, "thread/"))}
	}))...)
	counted := func(v *row) bool { return v.class.Flags()&perfschema.FlagUncounted == 0 }
	blocksOf := func(name string, of func(*record.MemoryStat) int64) sysField[row] {
		return sysField[row]{name, field.Bigint + notNull, asIs, func(v *row) any { return field.Unless(!counted(v), of(&v.stat)) }}
	}
	bytesOf := func(name string, of func(*record.MemoryStat) int64) sysField[row] {
		return sysField[row]{name, field.Bigint + notNull, size, func(v *row) any { return of(&v.stat) }}
	}
	meanOf := func(name string, bytes, blocks func(*record.MemoryStat) int64) sysField[row] {
		return sysField[row]{name, "decimal(23,4)" + notNull, size, func(v *row) any {
			return field.Unless(!counted(v), quotientOr0(bytes(&v.stat), blocks(&v.stat), 4))
		}}
	}
	currentCount, currentBytes := (*record.MemoryStat).CurrentCount, (*record.MemoryStat).CurrentBytes
	highCount := func(m *record.MemoryStat) int64 { return m.HighCount }
	highBytes := func(m *record.MemoryStat) int64 { return m.HighBytes }
	global := twins(sysView{name: "memory_global_by_current_bytes", comment: "Memory in use, by instrument", reads: []string{"memory_summary_global_by_event_name"}},
		[]sysField[row]{
			{"event_name", field.EventName + notNull, asIs, func(v *row) any { return v.class.Name() }},
			blocksOf("current_count", currentCount), bytesOf("current_alloc", currentBytes), meanOf("current_avg_alloc", currentBytes, currentCount),
			blocksOf("high_count", highCount), bytesOf("high_alloc", highBytes), meanOf("high_avg_alloc", highBytes, highCount),
		}, inOrder(func(r view.Reader) (out []row) {
			memorySource.Each(r, record.Global, func(_ summary.GroupValues, c *perfschema.Class, m *record.MemoryStat) {
				if m.CurrentBytes() > 0 {
					out = append(out, row{class: c, stat: *m})
				}
			})
			return out
		}, func(a, b *row) int { return cmp.Compare(b.stat.CurrentBytes(), a.stat.CurrentBytes()) }))
	for _, t := range global {
		for i, c := range t.Columns {
			if strings.HasSuffix(c.Name, "_count") || strings.HasSuffix(c.Name, "_avg_alloc") {
				t.Columns[i].Unknown = field.NoBlocks
			}
		}
	}
	return append(append(tables, global...), twins(sysView{name: "memory_global_total", comment: "Memory in use, of all instruments", reads: []string{"memory_summary_global_by_event_name"}},
		[]sysField[row]{{"total_allocated", "decimal(41,0)", size, func(v *row) any { return v.bytes }}},
		field.Listed(func(r view.Reader) []row {
			var sum row
			memorySource.Each(r, record.Global, func(_ summary.GroupValues, _ *perfschema.Class, m *record.MemoryStat) {
				sum.bytes += m.CurrentBytes()
			})
			return []row{sum}
		}))...)
}
