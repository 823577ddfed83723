package top

import (
	"context"
	"math"
	"strings"
	"time"
)

const (
	historyStatements = "history.events_statements_summary_by_digest"
	historyErrors     = "history.events_errors_summary_global_by_error"
	// windowsFor is for how long the windows are not read anew; one ends each minute.
	windowsFor = 10 * time.Second
	// busiest is how long the bar is of the window with the most work.
	busiest = 30
)

// historyPage is the last hour by windows, where the server keeps a history.
var historyPage = page{
	name: "history", title: "History", short: "Hist", what: " of the last hour by windows",
	table: "history.events_statements_summary_by_account_by_event_name",
	columns: []column{
		{"from (UTC)", "from", 19, false, 0},
		{"until", "until", jsonOnly, false, 0},
		{"execs", "executions", 9, true, 0},
		{"/s", "executions_per_second", 7, true, 4},
		{"avg", "average_seconds", 8, true, 3},
		{"ex/sent", "rows_examined_per_sent", 8, true, 2},
		{"errors", "errors", 7, true, 1},
		{"time", "time_seconds", 8, true, 0},
		{"at work at a time", "statements_at_a_time", 0, false, 0},
	},
	first: order{column: -1},
}

// unixTime is zero for what is not known.
func unixTime(unix float64) time.Time {
	if math.IsNaN(unix) {
		return time.Time{}
	}
	return time.UnixMicro(int64(math.Round(unix * 1e6))).UTC()
}

// windowTime shows a time of Unix, as JSON has it.
func windowTime(unix float64) cell {
	if math.IsNaN(unix) {
		return cell{text: unknown}
	}
	at := unixTime(unix)
	return cell{at.Format(time.DateTime), at.Format(timeFormat)}
}

// ratio is not known where it is of nothing.
func ratio(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}

// readHistory reads the windows of the last hour, the last first.
func (s *server) readHistory(ctx context.Context, before *reading, r *reading) error {
	if before != nil && time.Since(before.windowsAt) < windowsFor {
		r.rows, r.notes, r.windowsAt = before.rows, before.notes, before.windowsAt
		return nil
	}
	r.windowsAt = time.Now()
	most := 0.0
	var atWork []float64
	err := s.each(ctx, "SELECT WINDOW_START, UNIX_TIMESTAMP(WINDOW_START), UNIX_TIMESTAMP(WINDOW_END), SUM(COUNT_STAR), SUM(SUM_TIMER_WAIT), SUM(SUM_ERRORS), SUM(SUM_ROWS_SENT), SUM(SUM_ROWS_EXAMINED)"+
		" FROM "+historyPage.table+" WHERE WINDOW_START >= NOW() - INTERVAL 1 HOUR GROUP BY WINDOW_START, WINDOW_END ORDER BY WINDOW_START DESC", nil, 8, func(v []value) {
		span := v[2].number() - v[1].number()
		count, spent, sent, examined := v[3].number(), v[4].number(), v[6].number(), v[7].number()
		busy := ratio(spent/1e12, span)
		most = max(most, busy)
		atWork = append(atWork, busy)
		start := dateTime(v[0])
		r.rows = append(r.rows, row{key: start, window: start, from: unixTime(v[1].number()), until: unixTime(v[2].number()), cells: []cell{
			windowTime(v[1].number()), windowTime(v[2].number()), numberCell(count, showCount), numberCell(ratio(count, span), digits), timeCell(ratio(spent, count)),
			numberCell(ratio(examined, sent), showCount), zeroAsNothing(numberCell(v[5].number(), showCount)), timeCell(spent), numberCell(busy, digits)}})
	})
	for i, busy := range atWork {
		if bar := &r.rows[i].cells[len(historyPage.columns)-1]; bar.value != nil && most > 0 {
			bar.text += " " + strings.Repeat("#", barLength(busy, most))
		}
	}
	r.notes = []string{"Enter opens the statements and errors of a window, c tells what has changed since as long before (m marks where it begins). Of other spans perfschema history tells."}
	if len(r.rows) == 0 {
		r.notes = []string{"No window of the last hour has ended yet, or none had statements."}
	}
	return err
}

// barLength is how long the bar of a window is.
func barLength(busy, most float64) int {
	if part := busy / most; part > 0 {
		return int(math.Round(min(part, 1) * busiest))
	}
	return 0
}

// dateTime is a time as the server writes it, which the driver may have written anew.
func dateTime(v value) string {
	return strings.TrimSuffix(strings.Replace(v.text(), "T", " ", 1), "Z")
}

func zeroAsNothing(c cell) cell {
	if n, ok := c.value.(float64); ok && n == 0 {
		c.text = ""
	}
	return c
}

// window lists the statements that took the time of a window, and its errors.
func (s *server) window(ctx context.Context, start string) (*detail, error) {
	statements := part{title: "Statements that took the time", columns: []column{
		{"time", "time_seconds", 8, true, 0}, {"execs", "executions", 8, true, 0}, {"avg", "average_seconds", 8, true, 1}, {"p95", "p95_seconds", 8, true, 2},
		{"ex/sent", "rows_examined_per_sent", 8, true, 3}, {"errors", "errors", 6, true, 4}, {"schema", "schema", 10, false, 5}, {"statement", "statement", 0, false, 0}}}
	if !s.has(historyStatements) {
		statements.notes = []string{"This account may not read " + historyStatements + "."}
	} else if err := s.each(ctx, "SELECT SCHEMA_NAME, DIGEST, LEFT(DIGEST_TEXT, 1024), COUNT_STAR, SUM_TIMER_WAIT, QUANTILE_95, SUM_ROWS_EXAMINED, SUM_ROWS_SENT, SUM_ERRORS FROM "+historyStatements+
		" WHERE WINDOW_START = ? ORDER BY SUM_TIMER_WAIT DESC LIMIT 200", []any{start}, 9, func(v []value) {
		d := &digestKey{schema: nullable(v[0]), digest: nullable(v[1]), text: v[2].text()}
		if d.digest == nil {
			d.text = "all statements whose digests found no room"
		}
		statements.rows = append(statements.rows, row{key: v[0].text() + "\x00" + v[1].text(), digest: d, cells: []cell{timeCell(v[4].number()), numberCell(v[3].number(), showCount),
			timeCell(ratio(v[4].number(), v[3].number())), timeCell(v[5].number()), numberCell(ratio(v[6].number(), v[7].number()), showCount),
			zeroAsNothing(numberCell(v[8].number(), showCount)), textCell(v[0].text()), textCell(d.text)}})
	}); err != nil {
		return nil, err
	}
	raised := part{title: "Errors", columns: []column{{"raised", "raised", 8, true, 0}, {"number", "number", 7, false, 0}, {"error", "error", 0, false, 0}}}
	if !s.has(historyErrors) {
		raised.notes = []string{"This account may not read " + historyErrors + "."}
	} else if err := s.each(ctx, "SELECT ERROR_NUMBER, ERROR_NAME, SUM_ERROR_RAISED FROM "+historyErrors+" WHERE WINDOW_START = ? AND SUM_ERROR_RAISED > 0 ORDER BY SUM_ERROR_RAISED DESC LIMIT 200", []any{start}, 3, func(v []value) {
		raised.rows = append(raised.rows, row{key: v[0].text(), cells: []cell{numberCell(v[2].number(), showCount), textCell(v[0].text()), textCell(v[1].text())}})
	}); err != nil {
		return nil, err
	}
	if len(raised.rows) == 0 && len(raised.notes) == 0 {
		raised.notes = []string{"None was raised."}
	}
	return &detail{title: "A window", text: "from " + start, parts: []part{statements, raised}}, nil
}
