package catalog

import (
	"github.com/perfschema/perfschema/view"
	"strings"
)

// fleetFields are the columns that tell of the sending; NULL where nothing is sent.
func fleetFields() []field[view.HistoryOf] {
	of := func(name, typ, comment string, value func(*view.FleetOf) any) field[view.HistoryOf] {
		return field[view.HistoryOf]{Column: view.Column{Name: name, Type: typ, Nullable: true, Comment: comment + "; NULL where nothing is sent"}, value: func(h *view.HistoryOf) any {
			if h.Fleet == nil {
				return nil
			}
			return value(h.Fleet)
		}}
	}
	return []field[view.HistoryOf]{
		of("FLEET_STATE", "enum('OK','FAILING')", "FAILING: the last attempt to send windows to ClickHouse has failed", func(f *view.FleetOf) any {
			if f.Failing {
				return "FAILING"
			}
			return "OK"
		}),
		of("FLEET_WINDOWS_SENT", bigintUnsigned, "Windows that ClickHouse has taken since the server began", func(f *view.FleetOf) any { return f.WindowsSent }),
		of("FLEET_ROWS_SENT", bigintUnsigned, "Rows of these, and of what was sent of others", func(f *view.FleetOf) any { return f.RowsSent }),
		of("FLEET_WINDOWS_WAITING", bigintUnsigned, "Windows that are to be sent; of those that were there when the server began ClickHouse may have some", func(f *view.FleetOf) any { return f.Waiting }),
		of("FLEET_WINDOWS_DROPPED", bigintUnsigned, "Windows whose files were removed, or could not be read, before they were sent", func(f *view.FleetOf) any { return f.WindowsDropped }),
		of("FLEET_ROWS_DROPPED", bigintUnsigned, "Rows of these that were not sent", func(f *view.FleetOf) any { return f.RowsDropped }),
		of("FLEET_LAST_FAILURE", "varchar(1024)", "Why it failed, the last time, whichever table was sent", func(f *view.FleetOf) any { return text(cut(f.LastFailure, 1024)) }),
		of("FLEET_LAST_FAILURE_TIME", microTimestamp, "When that was", func(f *view.FleetOf) any { return unless(f.LastFailureTime.IsZero(), f.LastFailureTime) }),
	}
}

// historyStatus declares profiling.history_status: how the history of each table does,
// or nothing where none is kept.
func historyStatus() *view.Table {
	type row = view.HistoryOf
	count := func(name, comment string, of func(*row) uint64) field[row] {
		return field[row]{Column: view.Column{Name: name, Type: bigintUnsigned, Comment: comment}, value: func(h *row) any { return of(h) }}
	}
	fields := []field[row]{
		{Column: view.Column{Name: "TABLE_NAME", Type: identifier, Comment: "Table whose windows are kept"},
			value: func(h *row) any { return h.Table }},
		{Column: view.Column{Name: "STATE", Type: "enum('OK','FAILING')", Comment: "FAILING: the last window could not be written, and stays open until it can be"},
			value: func(h *row) any {
				if h.Failing {
					return "FAILING"
				}
				return "OK"
			}},
		{Column: view.Column{Name: "WINDOW_START", Type: microTimestamp, Comment: "When the window began that is open"},
			value: func(h *row) any { return h.WindowStart }},
		count("WINDOWS", "Windows written since the server began", func(h *row) uint64 { return h.Windows }),
		count("WINDOW_ROWS", "Rows of these", func(h *row) uint64 { return h.Rows }),
		count("FILES", "Files there are", func(h *row) uint64 { return uint64(h.Files) }), //nolint:gosec // not negative
		count("BYTES", "Bytes of these", func(h *row) uint64 { return uint64(h.Bytes) }),  //nolint:gosec // not negative
		{Column: view.Column{Name: "OLDEST", Type: microTimestamp, Nullable: true, Comment: "Hour of the oldest file; NULL where there is none"},
			value: func(h *row) any { return unless(h.Oldest.IsZero(), h.Oldest) }},
		count("FAILURES", "How often files could not be written or merged", func(h *row) uint64 { return h.Failures }),
		{Column: view.Column{Name: "LAST_FAILURE", Type: "varchar(1024)", Nullable: true, Comment: "Why, the last time"},
			value: func(h *row) any { return text(cut(h.LastFailure, 1024)) }},
		{Column: view.Column{Name: "LAST_FAILURE_TIME", Type: microTimestamp, Nullable: true, Comment: "When that was"},
			value: func(h *row) any { return unless(h.LastFailureTime.IsZero(), h.LastFailureTime) }},
		count("DAMAGED_FILES", "Files that cannot be read, and are left out", func(h *row) uint64 { return uint64(len(h.Damaged)) }),
		{Column: view.Column{Name: "DAMAGED_FILE_NAMES", Type: "varchar(1024)", Nullable: true, Comment: "The names of these in the table's directory, as many as there is room for"},
			value: func(h *row) any { return text(cut(strings.Join(h.Damaged, ", "), 1024)) }},
		count("CLOCK_SET", "How often the time of day was set by more than a second while a window was open", func(h *row) uint64 { return h.ClockSet }),
		count("ROWS_LOST", "What was lost because TRUNCATE took away too much within a window: digests, by account statements", func(h *row) uint64 { return h.Lost }),
	}
	fields = append(fields, fleetFields()...)
	return &view.Table{
		Name: "history_status", Comment: "How the history of each table does that is kept in files",
		Columns: columns(fields),
		Open: opener(fields, listed(func(r view.Reader) []row {
			if r.History == nil {
				return nil
			}
			return r.History()
		})),
	}
}
