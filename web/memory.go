package web

import (
	"cmp"
	"slices"

	"github.com/perfschema/perfschema/view"
)

// memoryPage shows the resident set, part by part, and what instruments count.
func memoryPage(p *Pages, q *query) (*page, error) {
	c := &page{Title: "Memory"}
	rows, at := p.resident.get(p.now(), p.residentRows)
	t := &table{Len: len(rows), perPage: 12, Columns: []column{{Name: "part"}, {Name: "known by"}, {"bytes", "In memory; negative where they are taken off others", true}, {"error", "Standard error that sampling gives", true}, {"count", "Blocks, objects, goroutines or mappings", true}, {Name: "what"}},
		row: func(i int) []cell {
			r := rows[i]
			return []cell{textOfValue(r[0]), textOfValue(r[1]), bytesOf(r[2]), bytesOf(r[3]), countOf(r[4]), textOfValue(r[5])}
		}}
	c.Blocks = append(c.Blocks, block{ID: "resident", Title: "The resident set", Bar: memoryBar(rows), Table: t, SQL: "SELECT PART, MEMORY_KIND, BYTES, BYTES_ERROR, COUNT_USED, COMMENT\n  FROM profiling.memory_reconciliation ORDER BY BYTES DESC;",
		Note: "All parts come to the resident set of the process, as the operating system reports it. As of " + clockTime(at) + "."},
		(&listing{table: "threads", by: "TOTAL_MEMORY", more: "TOTAL_MEMORY > 0", keep: func(r view.Row) bool { return number(r[4]) > 0 }, empty: "No thread holds any that is counted.",
			columns: []shown{word("NAME", "thread"), ident("THREAD_ID", "number"), ident("PROCESSLIST_ID", "connection"), word("PROCESSLIST_USER", "user"), size("TOTAL_MEMORY", "in use"), size("MAX_TOTAL_MEMORY", "most"), word("PROCESSLIST_INFO", "statement")}}).
			block(p, "threads", "Connections and their statements", "Bytes that instruments count as a thread's own."),
		p.memoryInstruments())
	return c, nil
}

// memoryInstruments are those that count any, with what of the process only the heap's
// profile and the operating system tell.
func (p *Pages) memoryInstruments() block {
	l := &listing{table: "memory_summary_global_by_event_name", by: "CURRENT_NUMBER_OF_BYTES_USED", more: "CURRENT_NUMBER_OF_BYTES_USED <> 0", keep: func(r view.Row) bool { return toFloat(r[1]) != 0 }, empty: "No instrument counts any.",
		columns: []shown{word("EVENT_NAME", "instrument"), size("CURRENT_NUMBER_OF_BYTES_USED", "in use"), size("HIGH_NUMBER_OF_BYTES_USED", "most"), count("CURRENT_COUNT_USED", "blocks"), count("COUNT_ALLOC", "allocations")}}
	rows, at := p.instruments.get(p.now(), func() []view.Row {
		rows := l.rows(p)
		l.sort(rows)
		return rows
	})
	return block{ID: "instruments", Title: "Memory instruments", Note: "As of " + clockTime(at) + ".", Table: l.tableOf(rows, nil, l.empty), SQL: l.sql()}
}

// residentRows are the parts of the resident set, the largest first.
func (p *Pages) residentRows() []view.Row {
	rows := p.read("memory_reconciliation", nil, "PART", "MEMORY_KIND", "BYTES", "BYTES_ERROR", "COUNT_USED", "COMMENT")
	slices.SortStableFunc(rows, func(a, b view.Row) int { return cmp.Compare(toFloat(b[2]), toFloat(a[2])) })
	return rows
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
