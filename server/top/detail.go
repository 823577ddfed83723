package top

import (
	"context"
	"fmt"
	"math"
	"strings"
)

// digestKey is a row of events_statements_summary_by_digest.
type digestKey struct {
	schema, digest *string // nil is NULL
	text           string
}

// execution is one run of a statement.
type execution struct {
	thread, event uint64
	query         uint64 // QUERY_ID of profiling; 0 if it has none
	text          string
}

// detail is what stands behind a row.
type detail struct {
	title, text string
	parts       []part
}

// part is one table of a detail.
type part struct {
	title   string
	notes   []string
	columns []column
	rows    []row
}

// maxExecutions is how many a detail lists.
const maxExecutions = 200

// executions lists the last executions of a digest.
func (s *server) executions(ctx context.Context, d *digestKey) (*detail, error) {
	out := &detail{title: "A statement", text: d.text}
	if d.digest == nil {
		out.parts = []part{{title: "Executions", notes: []string{"The executions of statements whose digests found no room cannot be told from others'."}}}
		return out, nil
	}
	if s.has("profiling.query_profiles") {
		return out, s.profiledExecutions(ctx, d, out)
	}
	return out, s.recordedExecutions(ctx, d, out)
}

// profiledExecutions are those that the profiler keeps.
func (s *server) profiledExecutions(ctx context.Context, d *digestKey, out *detail) error {
	p := part{title: "Executions that the profiler keeps, the last first", columns: []column{
		{"began", "began", 15, false, 0}, {"thread", "thread", 7, true, 2}, {"time", "time_seconds", 8, true, 0}, {"on CPU", "cpu_seconds", 8, true, 0},
		{"waiting", "waiting_seconds", 8, true, 1}, {"rows", "rows_sent", 8, true, 1}, {"plan", "plan", 7, false, 3}, {"statement", "statement", 0, false, 0}}}
	query := "SELECT queryId, THREAD_ID, EVENT_ID, createdTime, TIMESTAMPDIFF(MICROSECOND, createdTime, IFNULL(endTime, NOW(6))), WALL_CPU, WALL_WAITING, returnedRows, PLAN_KEPT, LEFT(SQL_TEXT, 1024)" +
		" FROM profiling.query_profiles WHERE DIGEST = ? AND databaseId <=> ? ORDER BY createdTime DESC LIMIT " + fmt.Sprint(maxExecutions)
	err := s.each(ctx, query, []any{*d.digest, d.schema}, 10, func(v []value) {
		e := &execution{query: v[0].id(), thread: v[1].id(), event: v[2].id(), text: v[9].text()}
		_, began, _ := strings.Cut(v[3].text(), " ")
		_, t, dated := strings.Cut(v[3].text(), "T")
		if dated {
			began = strings.TrimSuffix(t, "Z")
		}
		p.rows = append(p.rows, row{key: v[0].text(), run: e, cells: []cell{textCell(began), {v[1].text(), v[1].number()}, timeCell(v[4].number() * 1e6),
			timeCell(v[5].number() * 1e9), timeCell(v[6].number() * 1e9), numberCell(v[7].number(), showCount), textCell(v[8].text()), textCell(e.text)}})
	})
	if len(p.rows) == 0 {
		p.notes = []string{"The profiler keeps none of this statement."}
	}
	out.parts = append(out.parts, p)
	return err
}

// recordedExecutions are those that the histories of performance_schema still have.
func (s *server) recordedExecutions(ctx context.Context, d *digestKey, out *detail) error {
	p := part{title: "Executions that the histories have, the last first", columns: []column{
		{"thread", "thread", 7, true, 0}, {"time", "time_seconds", 8, true, 0}, {"lock", "lock_seconds", 8, true, 1}, {"examined", "rows_examined", 8, true, 0},
		{"sent", "rows_sent", 8, true, 0}, {"error", "errno", 5, true, 2}, {"statement", "statement", 0, false, 0}}}
	seen := make(map[execution]bool)
	for _, table := range []string{"events_statements_current", "events_statements_history_long", "events_statements_history"} {
		if !s.has(table) {
			continue
		}
		query := "SELECT THREAD_ID, EVENT_ID, TIMER_WAIT, LOCK_TIME, ROWS_EXAMINED, ROWS_SENT, MYSQL_ERRNO, LEFT(SQL_TEXT, 1024) FROM performance_schema." + table +
			" WHERE DIGEST = ? AND CURRENT_SCHEMA <=> ? ORDER BY TIMER_START DESC LIMIT " + fmt.Sprint(maxExecutions)
		err := s.each(ctx, query, []any{*d.digest, d.schema}, 8, func(v []value) {
			e := &execution{thread: v[0].id(), event: v[1].id(), text: v[7].text()}
			if at := (execution{thread: e.thread, event: e.event}); seen[at] {
				return
			} else {
				seen[at] = true
			}
			p.rows = append(p.rows, row{key: v[0].text() + " " + v[1].text(), run: e, cells: []cell{{v[0].text(), v[0].number()}, timeCell(v[2].number()),
				timeCell(v[3].number()), numberCell(v[4].number(), showCount), numberCell(v[5].number(), showCount), numberCell(v[6].number(), showCount), textCell(e.text)}})
		})
		if err != nil {
			return err
		}
	}
	if len(p.rows) == 0 {
		p.notes = []string{"The histories have none of it: consumers events_statements_current and events_statements_history_long keep more (setup_consumers)."}
	}
	out.parts = append(out.parts, p)
	return nil
}

// execution tells the plan of an execution, its stages and its waits.
func (s *server) execution(ctx context.Context, e *execution) (*detail, error) {
	out := &detail{title: "An execution", text: e.text}
	plan, err := s.plan(ctx, e)
	if err != nil {
		return nil, err
	}
	stages, err := s.nested(ctx, e, "stages")
	if err != nil {
		return nil, err
	}
	waits, err := s.nested(ctx, e, "waits")
	if err != nil {
		return nil, err
	}
	out.parts = []part{plan, stages, waits}
	return out, nil
}

func (s *server) plan(ctx context.Context, e *execution) (part, error) {
	p := part{title: "Plan", columns: []column{{"time", "time_seconds", 8, true, 0}, {"%", "share", 6, true, 1}, {"loops", "loops", 8, true, 2}, {"rows", "rows", 8, true, 0},
		{"memory", "bytes", 9, true, 3}, {"operator", "operator", 0, false, 0}}}
	switch {
	case !s.has("profiling.query_operators"):
		p.notes = []string{"This server keeps no plans of what ran; EXPLAIN tells what it would do now."}
		return p, nil
	case e.query == 0:
		p.notes = []string{"The profiler does not know this execution."}
		return p, nil
	}
	depth := make(map[uint64]int)
	kept := ""
	err := s.each(ctx, "SELECT NODE_ID, PARENT_ID, OPERATOR, OBJECT_NAME, LOOPS, ROWS_OUT, SELF_TIME, SHARE, MEMORY_HIGH, PLAN_KEPT, PLAN_EVERY FROM profiling.query_operators WHERE QUERY_ID = ? ORDER BY NODE_ID IS NULL, NODE_ID", []any{e.query}, 11, func(v []value) {
		if kept == "" {
			kept = v[9].text()
			if kept == "NO" || kept == "OUTLINE" {
				p.notes = append(p.notes, fmt.Sprintf("The execution was short, so its operators were not timed: one in %s is.", v[10].text()))
			}
		}
		if v[2] == nil {
			return
		}
		d := 0
		if parent := v[1].id(); parent != 0 {
			d = depth[parent] + 1
		}
		depth[v[0].id()] = d
		name := strings.Repeat("  ", min(d, 30)) + v[2].text() + " " + v[3].text()
		p.rows = append(p.rows, row{key: v[0].text(), cells: []cell{timeCell(v[6].number() * 1e9), numberCell(v[7].number(), showPercent),
			numberCell(v[4].number(), showCount), numberCell(v[5].number(), showCount), numberCell(v[8].number(), showBytes), textCell(name)}})
	})
	if err == nil && len(p.rows) == 0 && len(p.notes) == 0 {
		p.notes = []string{"Its plan is not kept any more, or it has none."}
	}
	return p, err
}

// nested are the stages or the waits of an execution, added up by name.
func (s *server) nested(ctx context.Context, e *execution, kind string) (part, error) {
	p := part{title: strings.ToUpper(kind[:1]) + kind[1:], columns: []column{{"time", "time_seconds", 8, true, 0}, {"count", "count", 8, true, 0}, {"event", "event", 0, false, 0}}}
	if e.event == 0 {
		p.notes = []string{"The server kept no event of it."}
		return p, nil
	}
	// What ended within the statement's events has numbers between its own and its end.
	end := math.NaN()
	for _, table := range []string{"events_statements_current", "events_statements_history", "events_statements_history_long"} {
		if !s.has(table) || !math.IsNaN(end) {
			continue
		}
		err := s.each(ctx, "SELECT END_EVENT_ID FROM performance_schema."+table+" WHERE THREAD_ID = ? AND EVENT_ID = ?", []any{e.thread, e.event}, 1, func(v []value) { end = v[0].number() })
		if err != nil {
			return p, err
		}
	}
	condition, args := "EVENT_ID > ? AND EVENT_ID <= ?", []any{e.thread, e.event, uint64(max(end, 0))}
	if math.IsNaN(end) {
		// It runs, or is not in the histories any more.
		condition, args = "NESTING_EVENT_ID = ?", []any{e.thread, e.event}
	}
	for _, table := range []string{"events_" + kind + "_history_long", "events_" + kind + "_history"} {
		if !s.has(table) {
			continue
		}
		err := s.each(ctx, "SELECT EVENT_NAME, COUNT(*), SUM(TIMER_WAIT) FROM performance_schema."+table+" WHERE THREAD_ID = ? AND "+condition+" GROUP BY EVENT_NAME ORDER BY 3 DESC", args, 3, func(v []value) {
			p.rows = append(p.rows, row{key: v[0].text(), cells: []cell{timeCell(v[2].number()), numberCell(v[1].number(), showCount), textCell(v[0].text())}})
		})
		if err != nil {
			return p, err
		}
		if len(p.rows) > 0 {
			return p, nil
		}
	}
	p.notes = []string{"The histories have none of them: consumer events_" + kind + "_history_long keeps more (setup_consumers)."}
	return p, nil
}
