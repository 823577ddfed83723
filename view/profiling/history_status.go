package profiling

import (
	"strings"

	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// fleetFields are the columns that tell of the sending; NULL where nothing is sent.
func fleetFields() []field.Field[view.HistoryOf] {
	of := func(name, typ, comment string, value func(*view.FleetOf) any) field.Field[view.HistoryOf] {
		return field.Field[view.HistoryOf]{Column: view.Column{Name: name, Type: typ, Nullable: true, Comment: comment + "; NULL where nothing is sent"}, Value: func(h *view.HistoryOf) any {
			if h.Fleet == nil {
				return nil
			}
			return value(h.Fleet)
		}}
	}
	return []field.Field[view.HistoryOf]{
		of("FLEET_STATE", "enum('OK','FAILING')", "FAILING: the last attempt to send windows to ClickHouse has failed", func(f *view.FleetOf) any {
			if f.Failing {
				return "FAILING"
			}
			return "OK"
		}),
		of("FLEET_WINDOWS_SENT", field.BigintUnsigned, "Windows that ClickHouse has taken since the server began", func(f *view.FleetOf) any { return f.WindowsSent }),
		of("FLEET_ROWS_SENT", field.BigintUnsigned, "Rows of these, and of what was sent of others", func(f *view.FleetOf) any { return f.RowsSent }),
		of("FLEET_WINDOWS_WAITING", field.BigintUnsigned, "Windows that are to be sent; of those that were there when the server began ClickHouse may have some", func(f *view.FleetOf) any { return f.Waiting }),
		of("FLEET_WINDOWS_DROPPED", field.BigintUnsigned, "Windows whose files were removed, or could not be read, before they were sent", func(f *view.FleetOf) any { return f.WindowsDropped }),
		of("FLEET_ROWS_DROPPED", field.BigintUnsigned, "Rows of these that were not sent", func(f *view.FleetOf) any { return f.RowsDropped }),
		of("FLEET_LAST_FAILURE", "varchar(1024)", "Why it failed, the last time, whichever table was sent", func(f *view.FleetOf) any { return field.Text(field.Cut(f.LastFailure, 1024)) }),
		of("FLEET_LAST_FAILURE_TIME", field.MicroTimestamp, "When that was", func(f *view.FleetOf) any { return field.Unless(f.LastFailureTime.IsZero(), f.LastFailureTime) }),
	}
}

// historyStatus declares profiling.history_status: how the history of each table does,
// or nothing where none is kept.
func historyStatus() *view.Table {
	type row = view.HistoryOf
	count := func(name, comment string, of func(*row) uint64) field.Field[row] {
		return field.Field[row]{Column: view.Column{Name: name, Type: field.BigintUnsigned, Comment: comment}, Value: func(h *row) any { return of(h) }}
	}
	fields := []field.Field[row]{
		{Column: view.Column{Name: "TABLE_NAME", Type: field.Identifier, Comment: "Table whose windows are kept"},
			Value: func(h *row) any { return h.Table }},
		{Column: view.Column{Name: "STATE", Type: "enum('OK','FAILING')", Comment: "FAILING: the last window could not be written, and stays open until it can be"},
			Value: func(h *row) any {
				if h.Failing {
					return "FAILING"
				}
				return "OK"
			}},
		{Column: view.Column{Name: "WINDOW_START", Type: field.MicroTimestamp, Comment: "When the window began that is open"},
			Value: func(h *row) any { return h.WindowStart }},
		count("WINDOWS", "Windows written since the server began", func(h *row) uint64 { return h.Windows }),
		count("WINDOW_ROWS", "Rows of these", func(h *row) uint64 { return h.Rows }),
		count("FILES", "Files there are", func(h *row) uint64 { return uint64(h.Files) }), //nolint:gosec // not negative
		count("BYTES", "Bytes of these", func(h *row) uint64 { return uint64(h.Bytes) }),  //nolint:gosec // not negative
		{Column: view.Column{Name: "OLDEST", Type: field.MicroTimestamp, Nullable: true, Comment: "Hour of the oldest file; NULL where there is none"},
			Value: func(h *row) any { return field.Unless(h.Oldest.IsZero(), h.Oldest) }},
		count("FAILURES", "How often files could not be written or merged", func(h *row) uint64 { return h.Failures }),
		{Column: view.Column{Name: "LAST_FAILURE", Type: "varchar(1024)", Nullable: true, Comment: "Why, the last time"},
			Value: func(h *row) any { return field.Text(field.Cut(h.LastFailure, 1024)) }},
		{Column: view.Column{Name: "LAST_FAILURE_TIME", Type: field.MicroTimestamp, Nullable: true, Comment: "When that was"},
			Value: func(h *row) any { return field.Unless(h.LastFailureTime.IsZero(), h.LastFailureTime) }},
		count("DAMAGED_FILES", "Files that cannot be read, and are left out", func(h *row) uint64 { return uint64(len(h.Damaged)) }),
		{Column: view.Column{Name: "DAMAGED_FILE_NAMES", Type: "varchar(1024)", Nullable: true, Comment: "The names of these in the table's directory, as many as there is room for"},
			Value: func(h *row) any { return field.Text(field.Cut(strings.Join(h.Damaged, ", "), 1024)) }},
		count("CLOCK_SET", "How often the time of day was set by more than a second while a window was open", func(h *row) uint64 { return h.ClockSet }),
		count("ROWS_LOST", "What was lost because TRUNCATE took away too much within a window: digests, by account statements", func(h *row) uint64 { return h.Lost }),
	}
	fields = append(fields, fleetFields()...)
	return &view.Table{
		Name: "history_status", Comment: "How the history of each table does that is kept in files",
		Columns: field.Columns(fields),
		Open: field.Opener(fields, field.Listed(func(r view.Reader) []row {
			if r.History == nil {
				return nil
			}
			return r.History()
		})),
	}
}
