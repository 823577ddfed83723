package web

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/view"
)

// shown is a column of a table of performance_schema or profiling as a page has it.
type shown struct {
	of string // the column
	column
	cell func(any) cell
}

// listing is a table as a page shows it: some of its columns, of the rows that count
// something, sorted by one of them.
type listing struct {
	table   string
	columns []shown
	by      string // what is sorted by, most first; "": as the table has it
	more    string // of SQL: a condition
	keep    func(view.Row) bool
	empty   string
}

// block shows a listing.
func (l listing) block(p *Pages, id, title, note string) block {
	names := make([]string, len(l.columns))
	t := &table{Empty: l.empty}
	for i, c := range l.columns {
		names[i] = c.of
		t.Columns = append(t.Columns, c.column)
	}
	rows := p.read(l.table, nil, names...)
	if l.keep != nil {
		rows = slices.DeleteFunc(rows, func(r view.Row) bool { return !l.keep(r) })
	}
	by := slices.Index(names, l.by)
	if by >= 0 {
		slices.SortStableFunc(rows, func(a, b view.Row) int { return compare(b[by], a[by]) })
	}
	t.Len = len(rows)
	t.row = func(i int) []cell {
		out := make([]cell, len(names))
		for n, c := range l.columns {
			out[n] = c.cell(rows[i][n])
		}
		return out
	}
	t.sortKey = func(i, c int) any { return rows[i][c] }
	sql := "SELECT " + strings.Join(names, ", ") + "\n  FROM " + qualified(l.table)
	if l.more != "" {
		sql += "\n WHERE " + l.more
	}
	if l.by != "" {
		sql += "\n ORDER BY " + l.by + " DESC"
	}
	return block{ID: id, Title: title, Note: note, Table: t, SQL: sql + ";"}
}

func qualified(table string) string {
	if view.Lookup(table) != nil {
		return "performance_schema." + table
	}
	return "profiling." + table
}

func word(of, name string) shown { return shown{of, column{Name: name}, textOfValue} }
func count(of, name string) shown {
	return shown{of, column{Name: name, Number: true}, countOf}
}
func period(of, name string) shown { return shown{of, column{Name: name, Number: true}, psOf} }
func size(of, name string) shown   { return shown{of, column{Name: name, Number: true}, bytesOf} }

const sinceStart = "Sums since the start, or since the table was truncated."

// counted keeps rows whose second column is not 0.
func nonZero(r view.Row) bool { return number(r[1]) > 0 }

func waitsPage(p *Pages, q *query) (*page, error) {
	c := &page{Title: "Waits and locks"}
	c.Blocks = append(c.Blocks,
		listing{table: "worker_threads", columns: []shown{word("NAME", "thread"), count("THREAD_ID", "number"), count("PROCESSLIST_ID", "connection"), word("STATE", "does"), word("RESOURCE", "waits for"), word("OPERATOR", "in")},
			more: "STATE IN ('running', 'waiting')", keep: func(r view.Row) bool { return r[3] == "running" || r[3] == "waiting" }, empty: "No thread works on a statement."}.
			block(p, "threads", "What threads do at this moment", ""),
		listing{table: "metadata_locks", columns: []shown{word("OBJECT_TYPE", "kind"), word("OBJECT_SCHEMA", "schema"), word("OBJECT_NAME", "name"), word("LOCK_TYPE", "lock"), word("LOCK_STATUS", "status"), count("OWNER_THREAD_ID", "thread"), word("SOURCE", "source")},
			empty: "None is held or waited for."}.
			block(p, "locks", "Locks on names", "Held and waited for at this moment; Sessions shows who holds up whom."),
		listing{table: "events_waits_summary_global_by_event_name", by: "SUM_TIMER_WAIT", more: "COUNT_STAR > 0", keep: nonZero,
			columns: []shown{word("EVENT_NAME", "wait"), count("COUNT_STAR", "count"), period("SUM_TIMER_WAIT", "time"), period("AVG_TIMER_WAIT", "mean"), period("MAX_TIMER_WAIT", "longest")},
			empty:   "No wait was counted: most wait instruments are off unless somebody switches them on, see Instruments."}.
			block(p, "waits", "Waits", sinceStart))
	return c, nil
}

func ioPage(p *Pages, q *query) (*page, error) {
	c := &page{Title: "I/O"}
	c.Blocks = append(c.Blocks,
		listing{table: "file_summary_by_instance", by: "SUM_TIMER_WAIT", more: "COUNT_STAR > 0", keep: nonZero, empty: "No file was used.",
			columns: []shown{word("FILE_NAME", "file"), count("COUNT_STAR", "operations"), period("SUM_TIMER_WAIT", "time"), count("COUNT_READ", "reads"), size("SUM_NUMBER_OF_BYTES_READ", "read"),
				period("SUM_TIMER_READ", "time reading"), count("COUNT_WRITE", "writes"), size("SUM_NUMBER_OF_BYTES_WRITE", "written"), period("SUM_TIMER_WRITE", "time writing"), period("SUM_TIMER_MISC", "time syncing, opening")}}.
			block(p, "files", "Files", "Of files that are open. "+sinceStart),
		listing{table: "table_io_waits_summary_by_table", by: "SUM_TIMER_WAIT", more: "COUNT_STAR > 0", keep: func(r view.Row) bool { return number(r[2]) > 0 }, empty: "No table was used.",
			columns: []shown{word("OBJECT_NAME", "table"), word("OBJECT_SCHEMA", "schema"), count("COUNT_STAR", "row operations"), period("SUM_TIMER_WAIT", "time"), count("COUNT_FETCH", "rows read"), period("SUM_TIMER_FETCH", "time"),
				count("COUNT_INSERT", "inserted"), count("COUNT_UPDATE", "updated"), count("COUNT_DELETE", "deleted")}}.
			block(p, "tables", "Tables", sinceStart))
	return c, nil
}

func errorsPage(p *Pages, q *query) (*page, error) {
	c := &page{Title: "Errors"}
	moment := func(of, name string) shown { return shown{of, column{Name: name}, momentOf} }
	c.Blocks = append(c.Blocks,
		listing{table: "events_errors_summary_global_by_error", by: "SUM_ERROR_RAISED", more: "SUM_ERROR_RAISED > 0", keep: nonZero, empty: "None was raised.",
			columns: []shown{count("ERROR_NUMBER", "number"), count("SUM_ERROR_RAISED", "raised"), word("ERROR_NAME", "name"), word("SQL_STATE", "state"), count("SUM_ERROR_HANDLED", "handled"), moment("FIRST_SEEN", "first"), moment("LAST_SEEN", "last")}}.
			block(p, "errors", "Errors by number", sinceStart),
		listing{table: "events_statements_summary_by_digest", by: "SUM_ERRORS", more: "SUM_ERRORS > 0", keep: nonZero, empty: "None failed.",
			columns: []shown{word("DIGEST_TEXT", "statement"), count("SUM_ERRORS", "errors"), word("SCHEMA_NAME", "schema"), count("COUNT_STAR", "executions"), count("SUM_WARNINGS", "warnings"), word("DIGEST", "digest")}}.
			block(p, "statements", "Statements that failed", sinceStart))
	b := &c.Blocks[1]
	b.Table.Code = true
	row := b.Table.row
	b.Table.row = func(i int) []cell {
		r := row(i)
		if digest := str(r[5].Value); digest != "" {
			r[0].URL = q.link("digest", "schema", str(r[2].Value), "digest", digest)
		}
		r[5].Text = clipDigest(r[5].Text)
		return r
	}
	return c, nil
}

func clipDigest(s string) string {
	if len(s) > 12 {
		return s[:12] + "…"
	}
	return s
}

// memoryPage shows the resident set, part by part, and what instruments count.
func memoryPage(p *Pages, q *query) (*page, error) {
	c := &page{Title: "Memory"}
	rows := p.read("memory_reconciliation", nil, "PART", "MEMORY_KIND", "BYTES", "BYTES_ERROR", "COUNT_USED", "COMMENT")
	slices.SortStableFunc(rows, func(a, b view.Row) int { return cmp.Compare(toFloat(b[2]), toFloat(a[2])) })
	t := &table{Len: len(rows), Columns: []column{{Name: "part"}, {Name: "known by"}, {"bytes", "In memory; negative where they are taken off others", true}, {"error", "Standard error that sampling gives", true}, {"count", "Blocks, objects, goroutines or mappings", true}, {Name: "what"}},
		row: func(i int) []cell {
			r := rows[i]
			return []cell{textOfValue(r[0]), textOfValue(r[1]), bytesOf(r[2]), bytesOf(r[3]), countOf(r[4]), textOfValue(r[5])}
		}}
	c.Blocks = append(c.Blocks, block{ID: "resident", Title: "The resident set", Bar: memoryBar(rows), Table: t, SQL: "SELECT PART, MEMORY_KIND, BYTES, BYTES_ERROR, COUNT_USED, COMMENT\n  FROM profiling.memory_reconciliation ORDER BY BYTES DESC;",
		Note: "All parts come to the resident set of the process, as the operating system reports it."},
		listing{table: "threads", by: "TOTAL_MEMORY", more: "TOTAL_MEMORY > 0", keep: func(r view.Row) bool { return number(r[4]) > 0 }, empty: "No thread holds any that is counted.",
			columns: []shown{word("NAME", "thread"), count("THREAD_ID", "number"), count("PROCESSLIST_ID", "connection"), word("PROCESSLIST_USER", "user"), size("TOTAL_MEMORY", "in use"), size("MAX_TOTAL_MEMORY", "most"), word("PROCESSLIST_INFO", "statement")}}.
			block(p, "threads", "Connections and their statements", "Bytes that instruments count as a thread's own."),
		listing{table: "memory_summary_global_by_event_name", by: "CURRENT_NUMBER_OF_BYTES_USED", more: "CURRENT_NUMBER_OF_BYTES_USED <> 0", keep: func(r view.Row) bool { return toFloat(r[1]) != 0 }, empty: "No instrument counts any.",
			columns: []shown{word("EVENT_NAME", "instrument"), size("CURRENT_NUMBER_OF_BYTES_USED", "in use"), size("HIGH_NUMBER_OF_BYTES_USED", "most"), count("CURRENT_COUNT_USED", "blocks"), count("COUNT_ALLOC", "allocations")}}.
			block(p, "instruments", "Memory instruments", ""))
	return c, nil
}

// wholeBar is one bar of parts that add up.
type wholeBar struct {
	Describe string
	Boxes    []box
	Keys     []chartKey
}

// memoryBar is the resident set as one bar: the largest parts, and the rest, which with
// what is taken off others adds up to it.
func memoryBar(rows []view.Row) *wholeBar {
	all := 0.0
	for _, r := range rows {
		all += toFloat(r[2])
	}
	if all <= 0 {
		return nil
	}
	colors := []int{0, 1, 4, 7, 6, 2, 5}
	b := &wholeBar{Describe: "The resident set of " + showBytes(int64(all)) + ", part by part"}
	at, rest := 0.0, all
	add := func(name string, bytes float64, color int) {
		b.Boxes = append(b.Boxes, box{Color: color, X: coordinate(at * 1000), W: coordinate(max(bytes/all*1000, 0))})
		b.Keys = append(b.Keys, chartKey{name, showBytes(int64(bytes)), showPercent(max(bytes/all, 0)), color})
		at += max(bytes/all, 0)
		rest -= bytes
	}
	for i, r := range rows[:min(len(colors), len(rows))] {
		if bytes := toFloat(r[2]); bytes > 0 && bytes <= rest {
			add(str(r[0]), bytes, colors[i])
		}
	}
	add("all else", rest, 8)
	b.Keys = append(b.Keys, chartKey{Name: "together", Value: showBytes(int64(all)), Color: 9})
	return b
}

// instrumentsPage lists instruments, and switches one on for a while.
func instrumentsPage(p *Pages, q *query) (*page, error) {
	rows := p.read("setup_instruments", nil, "NAME", "ENABLED", "TIMED", "DOCUMENTATION")
	find := strings.ToLower(strings.TrimSpace(q.values.Get("find")))
	if find != "" {
		rows = slices.DeleteFunc(rows, func(r view.Row) bool { return !strings.Contains(strings.ToLower(str(r[0])), find) })
	}
	t := &table{Len: len(rows), Empty: "No instrument has that in its name.", Columns: []column{{Name: "instrument"}, {Name: "enabled"}, {Name: "timed"}, {"expected cost", "Of one event", false}, {Name: "what it measures"}}}
	if q.change {
		t.Columns = append(t.Columns, column{Name: "switch"})
	}
	t.row = func(i int) []cell {
		r := rows[i]
		name := str(r[0])
		enabled := textOfValue(r[1])
		if at, ok := p.limited.until(name); ok {
			enabled.Text += ", until " + clockTime(at)
		}
		out := []cell{textCell(name), enabled, textOfValue(r[2]), textCell(expectedCost(name)), textOfValue(r[3])}
		if q.change {
			out = append(out, switchCell(name, str(r[1]) == "YES", p))
		}
		return out
	}
	t.sortKey = func(i, c int) any {
		if c < 3 {
			return rows[i][c]
		}
		return t.row(i)[c].Value
	}
	note := "Who may change them does so by SQL: UPDATE performance_schema.setup_instruments."
	if q.change {
		note = fmt.Sprintf("What is switched on here is what it was before again after %s.", words(onFor))
	}
	return &page{Title: "Instruments", Blocks: []block{{ID: "instruments", Title: "Instruments", Note: note, Search: &search{"find", q.values.Get("find"), "Name has"}, Table: t,
		SQL: "SELECT NAME, ENABLED, TIMED, DOCUMENTATION\n  FROM performance_schema.setup_instruments" + likeFind(find) + ";\nUPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME = '...';"}}}, nil
}

func likeFind(find string) string {
	if find == "" {
		return ""
	}
	return "\n WHERE NAME LIKE " + quoted("%"+strings.NewReplacer("%", `\%`, "_", `\_`).Replace(find)+"%")
}

func switchCell(name string, on bool, p *Pages) cell {
	what, button := "on", "On for "+words(onFor)
	if _, limited := p.limited.until(name); limited {
		what, button = "off", "Put back"
	} else if on {
		return cell{}
	}
	return cell{Form: &form{Action: "instruments", Button: button, Label: button + ": " + name, Fields: []field{{"name", name}, {"what", what}}}}
}

// expectedCost is what bench/ and the doc comments say of one event of an instrument's
// kind, on current hardware.
func expectedCost(name string) string {
	switch {
	case strings.HasPrefix(name, "wait/"):
		return "two readings of the cycle counter a wait; as an event some 60 ns more"
	case strings.HasPrefix(name, "stage/"):
		return "one reading of the clock a stage"
	case strings.HasPrefix(name, "statement/"), name == "transaction":
		return "two readings of the clock a statement or transaction"
	case strings.HasPrefix(name, "memory/"):
		return "some additions a block"
	}
	return ""
}
