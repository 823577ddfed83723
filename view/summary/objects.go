package summary

import (
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// temporaryTable is OBJECT_TYPE of a temporary table.
const temporaryTable = "TEMPORARY TABLE"

// objectWaits is a table or a stored program, and what was waited for it.
type objectWaits struct {
	kind, schema, name string
	stat               record.TimerStat
}

// objectsSummary declares objects_summary_global_by_type: the I/O and the
// locks of each table together, and the calls of each stored program. Temporary tables are
// not among them, as in MySQL. TRUNCATE
// resets the summaries of tables of which it is the sum, but not the programs:
// that is for events_statements_summary_by_program.
func objectsSummary() *view.Table {
	fields := objectFields(func(o *objectWaits) (string, string, string) { return o.kind, o.schema, o.name })
	fields = append(fields, timerFields("COUNT_STAR", "WAIT", "Rows read and written and locks taken, or calls",
		func(o *objectWaits) record.TimerStat { return o.stat })...)
	return &view.Table{
		Name:    "objects_summary_global_by_type",
		Comment: "Waits for each table, and calls of each stored program",
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "OBJECT", Columns: objectKey, Unique: true}},
		Access:  view.AllowTruncate,
		Open: field.Opener(fields, field.InTurn(
			field.OnEach(field.TablesOf, func(_ view.Reader, t record.TableInfo, visit func(*objectWaits)) {
				if t.Type != temporaryTable {
					visit(&objectWaits{t.Type, t.Schema, t.Name, record.SumTimers(t.IO.Total(), t.Lock.Total())})
				}
			}),
			field.OnEach(func(r view.Reader) []record.ProgramInfo { return r.Schema.Read().Programs() },
				func(r view.Reader, p record.ProgramInfo, visit func(*objectWaits)) {
					if field.WantsObject(r, string(p.Type), p.Schema, p.Name) {
						visit(&objectWaits{string(p.Type), p.Schema, p.Name, p.Calls})
					}
				}),
		)),
	}
}
