package web

import (
	"fmt"

	"github.com/perfschema/perfschema/view"
)

const sinceStart = "Sums since the start, or since the table was truncated."

// What is counted since the start, and read every few seconds while somebody looks.
var (
	waitSums = &listing{table: "events_waits_summary_global_by_event_name", by: "SUM_TIMER_WAIT", more: "COUNT_STAR > 0", keep: nonZero,
		columns: []shown{word("EVENT_NAME", "wait"), count("COUNT_STAR", "count"), period("SUM_TIMER_WAIT", "time"), period("AVG_TIMER_WAIT", "mean"), period("MAX_TIMER_WAIT", "longest")},
		empty:   "No wait was counted: most wait instruments are off unless somebody switches them on, see Instruments."}
	fileSums = &listing{table: "file_summary_by_instance", by: "SUM_TIMER_WAIT", more: "COUNT_STAR > 0", keep: nonZero, empty: "No file was used.",
		columns: []shown{word("FILE_NAME", "file"), count("COUNT_STAR", "operations"), period("SUM_TIMER_WAIT", "time"), count("COUNT_READ", "reads"), size("SUM_NUMBER_OF_BYTES_READ", "read"),
			period("SUM_TIMER_READ", "time reading"), count("COUNT_WRITE", "writes"), size("SUM_NUMBER_OF_BYTES_WRITE", "written"), period("SUM_TIMER_WRITE", "time writing"), period("SUM_TIMER_MISC", "time syncing, opening")},
		apart: []string{"EVENT_NAME", "OBJECT_INSTANCE_BEGIN"}}
	tableSums = &listing{table: "table_io_waits_summary_by_table", by: "SUM_TIMER_WAIT", more: "COUNT_STAR > 0", keep: func(r view.Row) bool { return number(r[2]) > 0 }, empty: "No table was used.",
		columns: []shown{word("OBJECT_NAME", "table"), word("OBJECT_SCHEMA", "schema"), count("COUNT_STAR", "row operations"), period("SUM_TIMER_WAIT", "time"), count("COUNT_FETCH", "rows read"), period("SUM_TIMER_FETCH", "time reading"),
			count("COUNT_INSERT", "inserted"), count("COUNT_UPDATE", "updated"), count("COUNT_DELETE", "deleted")},
		apart: []string{"OBJECT_TYPE"}}
	errorSums = &listing{table: "events_errors_summary_global_by_error", by: "SUM_ERROR_RAISED", more: "SUM_ERROR_RAISED > 0", keep: nonZero, empty: "None was raised.",
		columns: []shown{ident("ERROR_NUMBER", "number"), count("SUM_ERROR_RAISED", "raised"), word("ERROR_NAME", "name"), word("SQL_STATE", "state"), count("SUM_ERROR_HANDLED", "handled"), momentIn("FIRST_SEEN", "first"), momentIn("LAST_SEEN", "last")}}
)

// sumsBlock shows a table of sums: of the span that is asked for, or since the start.
func (p *Pages) sumsBlock(q *query, l *listing, id, title, note string) (block, *reach) {
	if q.sinceStart {
		return l.block(p, id, title, note+sinceStart), nil
	}
	s := p.sums.span(q, l)
	return l.blockOf(s, id, title, note), &s.reach
}

func waitsPage(p *Pages, q *query) (*page, error) {
	threads := &listing{table: "worker_threads", columns: []shown{word("NAME", "thread"), ident("THREAD_ID", "number"), ident("PROCESSLIST_ID", "connection"), word("STATE", "does"), inWordsOf("RESOURCE", "waits for", resourceWords), inWordsOf("OPERATOR", "while", operatorWords)},
		more: "STATE IN ('running', 'waiting')", keep: func(r view.Row) bool { return r[3] == "running" || r[3] == "waiting" }, empty: "No thread works on a statement."}
	locks := &listing{table: "metadata_locks", columns: []shown{word("OBJECT_TYPE", "kind"), word("OBJECT_SCHEMA", "schema"), word("OBJECT_NAME", "name"), word("LOCK_TYPE", "lock"), word("LOCK_STATUS", "status"), ident("OWNER_THREAD_ID", "thread"), word("SOURCE", "source")},
		empty: "None is held or waited for."}
	waits, known := p.sumsBlock(q, waitSums, "waits", "Waits", "")
	return &page{Title: "Waits and locks", Span: p.spanOfSums(q, known), Blocks: []block{
		waits,
		threads.block(p, "threads", "What threads do at this moment", ""),
		locks.block(p, "locks", "Locks on names", "Held and waited for at this moment; Sessions shows who holds up whom."),
	}}, nil
}

func ioPage(p *Pages, q *query) (*page, error) {
	files, known := p.sumsBlock(q, fileSums, "files", "Files", "Of files that are open. ")
	tables, _ := p.sumsBlock(q, tableSums, "tables", "Tables", "")
	return &page{Title: "I/O", Span: p.spanOfSums(q, known), Blocks: []block{files, tables}}, nil
}

func errorsPage(p *Pages, q *query) (*page, error) {
	numbers, known := p.sumsBlock(q, errorSums, "errors", "Errors by number", "")
	return &page{Title: "Errors", Span: p.spanOfSums(q, known), Blocks: []block{numbers, p.failedBlock(q)}}, nil
}

// failedBlock shows the statements that failed.
func (p *Pages) failedBlock(q *query) block {
	b := block{ID: "statements", Title: "Statements that failed"}
	l := &listing{table: "events_statements_summary_by_digest", by: "SUM_ERRORS", more: "SUM_ERRORS > 0", keep: nonZero, empty: "None failed.",
		columns: []shown{word("DIGEST_TEXT", "statement"), count("SUM_ERRORS", "errors"), word("SCHEMA_NAME", "schema"), count("COUNT_STAR", "executions"), count("SUM_WARNINGS", "warnings"), word("DIGEST", "digest")}}
	if q.sinceStart {
		b = l.block(p, b.ID, b.Title, sinceStart)
	} else {
		s := p.past.summary(q, p.now())
		var rows []view.Row
		for _, d := range s.digests {
			if d.figures[failed] == 0 {
				continue
			}
			text, _ := p.digestText(d.key)
			r := view.Row{text, d.figures[failed], nil, d.figures[executions], d.figures[warned], nil}
			if d.schema != "" {
				r[2] = d.schema
			}
			if d.digest != "" {
				r[5] = d.digest
			}
			rows = append(rows, r)
		}
		l.sort(rows)
		var others view.Row
		if n := s.others[failed]; n > 0 {
			others = view.Row{nil, n, nil, s.others[executions], s.others[warned], nil}
		}
		b.Table, b.SQL = l.tableOf(rows, others, l.empty), l.sql()+readings(&s.reach)
		b.Note = s.note(q)
	}
	b.Table.Code = true
	row := b.Table.row
	b.Table.row = func(i int) []cell {
		r := row(i)
		if digest := str(r[5].Value); digest != "" {
			r[0].URL = q.link("digest", "schema", str(r[2].Value), "digest", digest)
		}
		r[0].Text, r[5].Text, r[5].Whole = clip(r[0].Text), clipDigest(r[5].Text), true
		return r
	}
	return b
}

// readings says which readings of a table's sums a page subtracts.
func readings(r *reach) string {
	return fmt.Sprintf("\n-- The page shows the second reading less the first: those of %s and %s UTC.", clockTime(r.from), clockTime(r.to))
}

func clipDigest(s string) string {
	if len(s) > 12 {
		return s[:12] + "…"
	}
	return s
}
