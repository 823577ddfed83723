package attach

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/perfschema/perfschema/build/internal/report"
	"github.com/perfschema/perfschema/view"
)

// DatabaseName is the database that Tables are of.
const DatabaseName = "program"

// Tables returns the tables of the program beside those of the Schema: how it was built, where its
// goroutines waited and for what reasons, where they wait now, and the requests that it has served. Times are picoseconds, as those of the
// Performance Schema. They are of the last reading.
func (p *Program) Tables() []*view.Table {
	return append(p.requestTables(),
		p.table("wait_places", "Waits that have ended, by the line that waited.", slices.Concat(placeColumns, timerColumns), placeRows),
		p.table("waiting_goroutines", "Goroutines that wait now, by the line.", slices.Concat(placeColumns, waitingColumns), waitingRows),
		p.table("wait_reasons", "Waits that have ended, by the runtime's reason for them.", slices.Concat(reasonColumns, timerColumns), reasonRows),
		p.table("build", "How the program was built, and what it has recorded.", buildColumns, buildRow),
	)
}

var (
	buildColumns = []view.Column{
		text("PROGRAM", "the path that it was started by"),
		number("PROCESS_ID", "the number of its process"),
		text("GO_VERSION", "the toolchain that it was built with"),
		text("PATCHES", "what perfschema build has changed in the standard library"),
		text("PATCHES_MISSING", "what it has left out, by -lenient"),
		nullable(moment("RECORDING_SINCE", "when the program began to record; NULL if its clock is outside of a timestamp's range")),
		nullable(moment("READ_AT", "when it told what is here; NULL likewise")),
		number("WAITS_LOST", "waits of Ps that had no room for them, and which are in no table"),
		number("WAITS_WITHOUT_PLACE", "waits that are in wait_reasons and not in wait_places, as there was no room"),
		number("WAITS_WITHOUT_INSTANCE", "waits for locks and channels whose rows others took; they are in wait/synch/cond/goroutine/%"),
		number("REQUESTS_LOST", "requests and statements that are in no table, as there was no room for them"),
		number("REQUEST_WAITS_LOST", "waits of requests that are not in request_waits, as there was no room for them"),
		number("REQUESTS_WITHOUT_WAITS", "requests and statements that request_waits has nothing of, as too many ran at a time"),
		number("WAITS_OF_RUNTIME", "waits of the runtime's own goroutines, which are in no other table"),
		number("ROWS_UNREAD", "rows that changed each time they were read, at the last reading"),
	}
	reasonColumns = []view.Column{text("REASON", "in the words of Go's goroutine dumps")}
	placeColumns  = []view.Column{
		text("REASON", "in the words of Go's goroutine dumps"),
		nullable(text("NAME", "what is waited for, in the source; NULL for what has no name")),
		text("FUNCTION_NAME", "the innermost function that is not the standard library's"),
		text("SOURCE", "its file and line"),
		nullable(text("CALLED", "what it called there in the standard library; NULL for an operation of the language")),
	}
	timerColumns = []view.Column{
		number("COUNT_STAR", "waits"), number("SUM_TIMER_WAIT", "time of all of them"), number("MIN_TIMER_WAIT", "of the shortest"),
		number("AVG_TIMER_WAIT", "the mean"), number("MAX_TIMER_WAIT", "of the longest"),
	}
	waitingColumns = []view.Column{number("GOROUTINES", "that wait there"), number("MAX_TIMER_WAIT", "for how long the one that has waited the longest has")}
)

func text(name, comment string) view.Column {
	return view.Column{Name: name, Type: "varchar(" + strconv.Itoa(maxText) + ")", Comment: comment}
}

func number(name, comment string) view.Column {
	return view.Column{Name: name, Type: "bigint unsigned", Comment: comment}
}

func moment(name, comment string) view.Column {
	return view.Column{Name: name, Type: "timestamp(6)", Comment: comment}
}

func nullable(c view.Column) view.Column {
	c.Nullable = true
	return c
}

// table is one whose rows are computed from the last reading.
func (p *Program) table(name, comment string, columns []view.Column, rows func(*report.Told) []view.Row) *view.Table {
	return &view.Table{Name: name, Comment: comment, Columns: columns, Access: view.PublicRead | view.AlwaysOn, Single: name == "build",
		Open: func(r view.Reader) *view.Cursor { return view.CursorOf(r, rows(p.last())) }}
}

func buildRow(t *report.Told) []view.Row {
	return []view.Row{{
		column(t.Program), uint64(max(t.PID, 0)), column(t.Go), column(strings.Join(t.Patches, ",")), column(strings.Join(t.Missing, ",")), stamp(t.Began), stamp(t.Now),
		t.WithoutTable, t.Unplaced.Count, t.Evicted.Count, t.LostRequests.Count + t.NoWork, t.LostRequestWaits.Count, t.NoSlot, t.Runtime.Count, t.Unread,
	}}
}

func reasonRows(t *report.Told) []view.Row {
	var rows []view.Row
	for _, r := range t.Reasons {
		rows = append(rows, append(view.Row{column(r.Reason)}, timer(r.Sum)...))
	}
	return rows
}

func placeRows(t *report.Told) []view.Row {
	var rows []view.Row
	for i := range t.Places {
		rows = append(rows, append(place(&t.Places[i]), timer(t.Places[i].Sum)...))
	}
	return rows
}

func waitingRows(t *report.Told) []view.Row {
	var rows []view.Row
	for i := range t.Waiters {
		w := &t.Waiters[i]
		rows = append(rows, append(place(w), w.Sum.Count, pico(int64(w.Sum.Max))))
	}
	return rows
}

func place(p *report.ToldPlace) view.Row {
	source := "(not known)"
	if p.File != "" {
		source = path.Base(p.File) + ":" + strconv.Itoa(p.Line)
	}
	return view.Row{column(p.Reason), orNull(p.Name), column(cmp.Or(p.Function, "(not known)")), column(source), orNull(p.Called)}
}

// stamp is a time of a program's clock as a timestamp, nil where it is outside of its range.
func stamp(t time.Time) any {
	if t.Unix() <= 0 || t.Unix() > math.MaxInt32 {
		return nil
	}
	return t.UTC()
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return column(s)
}

// maxText is how long a text column is, in bytes at least.
const maxText = 1024

// column returns what of a text has room in a column.
func column(s string) string { return fit(s, maxText) }

// fit returns what of a text has room in so many bytes. What cannot be printed is a question mark, as
// the program is not trusted.
func fit(s string, most int) string {
	s = report.Printable(s)
	if len(s) <= most {
		return s
	}
	// A select has the names of all its channels: those that fit are whole.
	const or, more = " or ", "..."
	if whole := strings.LastIndex(s[:max(0, most-len(more))], or); whole > 0 {
		return s[:whole+len(or)] + more
	}
	return strings.ToValidUTF8(s[:most], "")
}

func timer(s report.Sum) view.Row {
	mean := pico(int64(s.Blocked)) / max(s.Count, 1)
	return view.Row{s.Count, pico(int64(s.Blocked)), pico(int64(s.Min)), mean, pico(int64(s.Max))}
}

// pico is nanoseconds in picoseconds, as many as there is room for.
func pico(nanoseconds int64) uint64 {
	const most = ^uint64(0) / 1000
	return min(uint64(nanoseconds), most) * 1000
}
