package summary

import (
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// errorSummed is what a row of an error summary tells of: how often one group
// had one error.
type errorSummed struct {
	GroupValues
	known *record.KnownError // nil: all errors that are not known
	stat  record.ErrorStat
}

// errorSummaries declares the five summaries of errors, warnings and notes.
// The first row of a group, whose ERROR_NUMBER is NULL, counts those that are
// not known, or that performance_schema_error_size leaves no room for.
//
// Of the errors that a handler of a stored procedure deals with those are
// known that come from a statement or a FETCH; a SIGNAL that is handled in the
// procedure that gives it is not seen.
func errorSummaries() []*view.Table {
	thread, user, host := groupFields(func(v *errorSummed) *GroupValues { return &v.GroupValues })
	return []*view.Table{
		errorSummary(record.ByThread, "by_thread", "by thread and number", "THREAD_ID", thread),
		errorSummary(record.ByAccount, "by_account", "by account and number", "ACCOUNT", user, host),
		errorSummary(record.ByUser, "by_user", "by user and number", "USER", user),
		errorSummary(record.ByHost, "by_host", "by host and number", "HOST", host),
		errorSummary(record.Global, "global", "by number", "ERROR_NUMBER"),
	}
}

func errorSummary(g record.Grouping, by, comment, index string, key ...field.Field[errorSummed]) *view.Table {
	type row = errorSummed
	fields := append(key, field.Field[row]{
		Column: view.Column{Name: "ERROR_NUMBER", Type: field.Integer, Nullable: true, Comment: "Number; NULL for all that are not known"},
		Value: func(v *row) any {
			if v.known == nil {
				return nil
			}
			return int64(v.known.Number)
		}})
	var keyColumns []string
	for _, k := range fields {
		keyColumns = append(keyColumns, k.Name)
	}
	fields = append(fields, []field.Field[row]{
		{Column: view.Column{Name: "ERROR_NAME", Type: field.Identifier, Nullable: true, Comment: "Symbol"},
			Value: func(v *row) any {
				if v.known == nil {
					return nil
				}
				return v.known.Name
			}},
		{Column: view.Column{Name: "SQL_STATE", Type: "varchar(5)", Nullable: true, Comment: "SQLSTATE"},
			Value: func(v *row) any {
				if v.known == nil {
					return nil
				}
				return v.known.SQLState
			}},
		{Column: view.Column{Name: "SUM_ERROR_RAISED", Type: field.BigintUnsigned, Comment: "How often it was raised"},
			Value: func(v *row) any { return v.stat.Raised }},
		{Column: view.Column{Name: "SUM_ERROR_HANDLED", Type: field.BigintUnsigned, Comment: "How often a handler of a stored program dealt with it"},
			Value: func(v *row) any { return v.stat.Handled }},
		{Column: view.Column{Name: "FIRST_SEEN", Type: "timestamp", Nullable: true, Comment: "When it was first raised"},
			Value: func(v *row) any { return field.Unless(v.stat.FirstSeen.IsZero(), v.stat.FirstSeen) }},
		{Column: view.Column{Name: "LAST_SEEN", Type: "timestamp", Nullable: true, Comment: "When it was last raised"},
			Value: func(v *row) any { return field.Unless(v.stat.LastSeen.IsZero(), v.stat.LastSeen) }},
	}...)
	return &view.Table{
		Name:    "events_errors_summary_" + by + "_by_error",
		Comment: "Errors and warnings " + comment,
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: index, Columns: keyColumns, Unique: true}},
		Access:  view.AllowTruncate,
		Order:   orderOf(g),
		Open:    field.Opener(fields, errorParts(g)),
	}
}

// errorParts visits every group and, in it, every error known, counted or not.
func errorParts(g record.Grouping) field.Parts[errorSummed] {
	return func(r view.Reader) func(int, func(*errorSummed)) bool {
		var w *errorWalk
		return func(n int, visit func(*errorSummed)) bool {
			if w == nil {
				threadID, _ := field.WantsNumber(r, "THREAD_ID")
				w = &errorWalk{reader: r, known: r.Schema.Read().KnownErrors(), groups: r.Schema.Read().ErrorSummary(g, threadID)}
			}
			return w.visit(n, visit)
		}
	}
}

// errorWalk is a walk through a summary of errors that is under way.
type errorWalk struct {
	reader view.Reader
	groups *record.SummaryReader[record.ErrorStat]
	known  []record.KnownError
	row    errorSummed
	stats  []record.ErrorStat // of the group that is visited
	next   int                // of stats
}

// visit visits the next n rows; false means there are no more.
func (w *errorWalk) visit(n int, visit func(*errorSummed)) bool {
	if w.next == len(w.stats) && !w.group() {
		return false
	}
	number, one := field.WantsNumber(w.reader, "ERROR_NUMBER")
	for ; n > 0 && w.next < len(w.stats); w.next++ {
		w.row.stat, w.row.known = w.stats[w.next], nil
		if w.next > 0 {
			w.row.known = &w.known[w.next-1]
		}
		if !one || w.row.known != nil && uint64(w.row.known.Number) == number {
			visit(&w.row)
			n--
		}
	}
	return true
}

// group goes to the next group the reader looks for.
func (w *errorWalk) group() bool {
	group, stats, ok := nextGroup(w.reader, w.groups)
	if ok {
		w.row.GroupValues, w.stats, w.next = group, stats, 0
	}
	return ok
}
