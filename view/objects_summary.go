package view

import "github.com/perfschema/perfschema"

// objectsSummary declares objects_summary_global_by_type: the I/O and the
// locks of each table together. TRUNCATE resets the summaries of which it is
// the sum.
func objectsSummary() *Table {
	type table = perfschema.TableInfo
	fields := objectFields(tableOf)
	fields = append(fields, timerFields("COUNT_STAR", "WAIT", "Rows read and written, and locks taken",
		func(t *table) perfschema.TimerStat { return addTimers(t.IO.Total(), t.Lock.Total()) })...)
	return &Table{
		Name:    "objects_summary_global_by_type",
		Comment: "Waits for each table",
		Columns: columns(fields),
		Indexes: []Index{{Name: "OBJECT", Columns: objectKey, Unique: true}},
		Access:  AllowTruncate,
		Rows: rows(fields, func(r Reader, yield func(*table) bool) {
			yieldTables(r, yield)
		}),
		Truncate: whileOn((*perfschema.Schema).TruncateObjectsSummary),
	}
}

// addTimers adds up what was counted apart.
func addTimers(parts ...perfschema.TimerStat) (sum perfschema.TimerStat) {
	for _, p := range parts {
		if p.Max > 0 && (sum.Max == 0 || p.Min < sum.Min) {
			sum.Min = p.Min // a part that was never timed has no shortest
		}
		sum.Count += p.Count
		sum.Sum += p.Sum
		sum.Max = max(sum.Max, p.Max)
	}
	return sum
}
