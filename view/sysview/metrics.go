package sysview

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
	"github.com/perfschema/perfschema/view/summary"
	"github.com/perfschema/perfschema/view/variable"
)

// metric is what a row of metrics tells of.
type metric struct {
	name, kind, enabled string
	value               any
}

// serverViews are the views of the server as a whole.
func serverViews() []*view.Table {
	return []*view.Table{metrics(), lostInstrumentation(), sysVersion()}
}

// metrics declares metrics: status, memory and the clock. There are no metrics of InnoDB.
func metrics() *view.Table {
	type row = metric
	t := sysTable(sysView{name: "metrics", comment: "Status of the server, memory and the time; there are no metrics of InnoDB", reads: []string{"global_status", "memory_summary_global_by_event_name", "setup_instruments"}}, []sysField[row]{
		{"Variable_name", "varchar(193)", asIs, func(v *row) any { return v.name }},
		{"Variable_value", "text", asIs, func(v *row) any { return v.value }},
		{"Type", "varchar(210)", asIs, func(v *row) any { return v.kind }},
		{"Enabled", "varchar(7)" + notNull, asIs, func(v *row) any { return v.enabled }},
	}, inOrder(func(r view.Reader) (out []row) {
		for name, value := range globalStatusOf(r) {
			out = append(out, row{strings.ToLower(name), "Global Status", "YES", value})
		}
		now := r.Schema.Wall()
		out = append(out, row{"NOW()", "System Time", "YES", now.Format("2006-01-02 15:04:05.000")},
			row{"UNIX_TIMESTAMP()", "System Time", "YES", strconv.FormatFloat(float64(now.UnixMilli())/1e3, 'f', 3, 64)})
		return append(out, memoryMetrics(r)...)
	}, func(a, b *row) int { return cmp.Or(strings.Compare(a.kind, b.kind), strings.Compare(a.name, b.name)) }), false)
	return t
}

// memoryMetrics are what all instruments of memory count, and how many of them are enabled.
func memoryMetrics(r view.Reader) []metric {
	var current, total int64
	memorySource.Each(r, record.Global, func(_ summary.GroupValues, _ *perfschema.Class, m *record.MemoryStat) {
		current, total = current+m.CurrentBytes(), total+int64(m.BytesAlloc)
	})
	classes := r.Schema.Read().ClassesOf(perfschema.KindMemory)
	off := len(slices.DeleteFunc(slices.Clone(classes), (*perfschema.Class).Enabled))
	enabled := "PARTIAL"
	switch off {
	case 0:
		enabled = "YES"
	case len(classes):
		enabled = "NO"
	}
	return []metric{
		{"memory_current_allocated", "Performance Schema", enabled, strconv.FormatInt(current, 10)},
		{"memory_total_allocated", "Performance Schema", enabled, strconv.FormatInt(total, 10)},
	}
}

// globalStatusOf gives the status variables of the server.
func globalStatusOf(r view.Reader) func(yield func(string, any) bool) {
	source := r.Variables
	if source == nil {
		source = variable.Own(r.Schema)
	}
	return source(view.GlobalStatus)
}

// lostInstrumentation declares ps_check_lost_instrumentation.
func lostInstrumentation() *view.Table {
	type row = variable.Variable
	return sysTable(sysView{name: "ps_check_lost_instrumentation", comment: "What found no room in the Performance Schema", reads: []string{"global_status"}}, []sysField[row]{
		{"variable_name", field.Identifier + notNull, asIs, func(v *row) any { return v.Name }},
		{"variable_value", "varchar(1024)", asIs, func(v *row) any { return v.Value }},
	}, field.Listed(func(r view.Reader) (out []row) {
		for name, value := range globalStatusOf(r) {
			lower := strings.ToLower(name)
			if strings.HasPrefix(lower, "performance_schema_") && strings.HasSuffix(lower, "_lost") && field.TextOf(value) != "0" {
				out = append(out, row{Name: name, Value: value})
			}
		}
		return out
	}), false)
}

// sysSchemaVersion is the version of MySQL's schema sys whose views these are.
const sysSchemaVersion = "2.1.3"

// sysVersion declares version.
func sysVersion() *view.Table {
	type row = struct{ server string }
	return sysTable(sysView{name: "version", comment: "Which sys these views are of, and the server's version"}, []sysField[row]{
		{"sys_version", "varchar(5)" + notNull, asIs, func(*row) any { return sysSchemaVersion }},
		{"mysql_version", "varchar(60)", asIs, func(v *row) any { return field.Text(field.Cut(v.server, 60)) }},
	}, field.Listed(func(r view.Reader) []row { return []row{{r.Server.Version}} }), false)
}
