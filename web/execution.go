package web

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
)

var errUnknownExecution = errors.New("this execution is not kept any more: newer ones took its place")

// executionPage shows one execution: its plan with time, rows and memory by node, what it
// waited for, and its stages.
func executionPage(p *Pages, q *query) (*page, error) {
	id, ok := q.number("id")
	list := p.options.Profiler.Find(sampler.Key{StatementID: id})
	if !ok || id == 0 || len(list) == 0 {
		return nil, errUnknownExecution
	}
	x := list[0]
	st := x.Statement
	e := st.Event()
	c := &page{Title: "Execution"}
	c.Blocks = append(c.Blocks, block{ID: "statement", Title: "The statement", Text: textOf(st), Note: schemaNote(st.Schema())})
	took, _ := st.Duration()
	cpu, waiting, idle := x.Wall()
	n := st.Counters()
	facts := []fact{{Name: "took", Value: showDuration(took), Note: when(x)}}
	if x.Samples > 0 {
		facts = append(facts, fact{Name: "on CPU, waiting, idle", Value: showDuration(cpu) + ", " + showDuration(waiting) + ", " + showDuration(idle),
			Note: fmt.Sprintf("of its own time, by %s samples", showCount(x.Samples))})
	} else {
		facts = append(facts, fact{Name: "on CPU, waiting", Value: "not seen", Note: "it was shorter than the time between two samples"})
	}
	if x.Weight > 1 {
		facts = append(facts, fact{Name: "stands for", Value: showCount(uint64(x.Weight)), Note: "executions, itself included: of short ones, which were many, one in so many was kept"})
	}
	if st.DigestHex() != "" {
		facts = append(facts, fact{Name: "like it", Value: "all executions", URL: q.link("digest", "schema", st.Schema(), "digest", st.DigestHex())})
	}
	facts = append(facts,
		fact{Name: "rows examined", Value: showCount(n.RowsExamined), Note: showRatio(n.RowsExamined, n.RowsSent) + " for each sent"},
		fact{Name: "rows sent, changed", Value: showCount(n.RowsSent) + ", " + showCount(n.RowsAffected)},
		fact{Name: "thread", Value: fmt.Sprint(st.ThreadID())})
	if e.Errors > 0 {
		facts = append(facts, fact{Name: "error", Value: fmt.Sprint(e.Errno), Note: strings.ToValidUTF8(e.Message, "\uFFFD")})
	}
	c.Blocks = append(c.Blocks, block{ID: "figures", Title: "Figures", Facts: facts,
		SQL: fmt.Sprintf("SELECT * FROM profiling.query_profiles WHERE queryId = %d;", id)})
	c.Blocks = append(c.Blocks, p.planBlock(id), p.waitBlock(id))
	if st.EventID() != 0 {
		c.Blocks = append(c.Blocks, p.stageBlock(st.ThreadID(), st.EventID(), e.EndEventID), p.eventBlock(st.ThreadID(), st.EventID(), e.EndEventID))
	}
	return c, nil
}

func when(x *sampler.Profile) string {
	if x.Running {
		return "so far: it runs"
	}
	if end, ok := x.Statement.End(); ok {
		return "ended " + end.UTC().Format("2006-01-02 15:04:05 UTC")
	}
	return ""
}

// planBlock is the plan as a tree in a table.
func (p *Pages) planBlock(id uint64) block {
	b := block{ID: "plan", Title: "Plan", Note: "Time is each node's own, without those it reads from: a part of the statement's time.",
		SQL: fmt.Sprintf("SELECT NODE_ID, PARENT_ID, OPERATOR, OBJECT_NAME, INDEX_NAME, LOOPS, ROWS_OUT, WALL_TIME, WALL_SHARE, MEMORY_HIGH\n  FROM profiling.query_operators WHERE QUERY_ID = %d;", id)}
	rows := p.read("query_operators", map[string]any{"QUERY_ID": int64(id)},
		"NODE_ID", "PARENT_ID", "OPERATOR", "COUNTS_AS", "OBJECT_NAME", "LOOPS", "ROWS_OUT", "WALL_TIME", "WALL_SHARE", "MEMORY_HIGH", "PLAN_KEPT", "PLAN_EVERY", "INDEX_NAME")
	depth := make(map[uint64]int)
	t := &table{Columns: []column{{Name: "node"}, {Name: "table"}, {Name: "index"}, {"time", "Of the statement's own time, by samples", true},
		{"rows", "That it gave, in all loops", true}, {"loops", "How often it was begun", true}, {"memory", "The most bytes that it held", true}}, Empty: "It has no plan."}
	var cells [][]cell
	for _, r := range rows {
		if r[0] == nil && r[2] == nil && r[3] == nil {
			if r[10] == "NO" {
				t.Empty = fmt.Sprintf("Its plan was left out, for the statement was short: of those like it, one in %d is kept (profiling_detail_ceiling).", number(r[11]))
			}
			continue
		}
		d := 0
		if parent := number(r[1]); parent != 0 {
			d = depth[parent] + 1
		}
		depth[number(r[0])] = d
		name := str(r[2])
		if name == "" {
			name = "outside the plan: " + str(r[3])
		}
		share, _ := r[8].(float64)
		time := msOf(r[7])
		if r[8] != nil {
			time.Text += " · " + showPercent(share)
			time.Share, time.HasBar = share, true
		}
		first := textCell(name)
		first.Depth = min(d, 12)
		cells = append(cells, []cell{first, textOfValue(r[4]), textOfValue(r[12]), time, countOf(r[6]), countOf(r[5]), bytesOf(r[9])})
	}
	t.Len, t.row = len(cells), func(i int) []cell { return cells[i] }
	b.Table = t
	return b
}

// waitBlock is what the statement did or waited for, by phase and operator.
func (p *Pages) waitBlock(id uint64) block {
	rows := p.read("query_resources_by_operator", map[string]any{"QUERY_ID": int64(id)}, "PHASE", "OPERATOR", "RESOURCE", "RESOURCE_COUNTS_AS", "WALL_TIME", "WALL_SHARE")
	rows = slices.DeleteFunc(rows, func(r view.Row) bool { return picoseconds(str(r[4])) == 0 })
	slices.SortStableFunc(rows, func(a, b view.Row) int { return cmp.Compare(picoseconds(str(b[4])), picoseconds(str(a[4]))) })
	t := &table{Len: len(rows), Empty: "No sample saw it at work.", Columns: []column{{Name: "phase"}, {Name: "operator"}, {Name: "resource"}, {Name: "counts as"}, {"time", "Of the statement's own time, by samples", true}}}
	t.row = func(i int) []cell {
		r := rows[i]
		time := msOf(r[4])
		if share, ok := r[5].(float64); ok {
			time.Text += " · " + showPercent(share)
			time.Share, time.HasBar = share, true
		}
		return []cell{textOfValue(r[0]), inWords(operatorWords)(r[1]), inWords(resourceWords)(r[2]), textOfValue(r[3]), time}
	}
	return block{ID: "resources", Title: "What it did and waited for", Table: t,
		SQL: fmt.Sprintf("SELECT PHASE, OPERATOR, RESOURCE, WALL_TIME, WALL_SHARE\n  FROM profiling.query_resources_by_operator WHERE QUERY_ID = %d AND WALL_TIME > 0\n ORDER BY WALL_TIME DESC;", id)}
}

// stageBlock is the stages of a statement, as far as a history has them.
func (p *Pages) stageBlock(thread, event, end uint64) block {
	rows, name := p.within("events_stages_history", thread, event, end, "EVENT_NAME", "TIMER_WAIT", "SOURCE")
	sum := uint64(0)
	for _, r := range rows {
		sum += number(r[1])
	}
	t := &table{Len: len(rows), Empty: "No history has them: they need stage instruments and a consumer such as events_stages_history.",
		Columns: []column{{Name: "stage"}, {Name: "time", Number: true}, {Name: "source"}}}
	t.row = func(i int) []cell {
		r := rows[i]
		ps := number(r[1])
		return []cell{textOfValue(r[0]), barCell(showTime(ps), r[1], float64(ps)/float64(max(sum, 1))), textOfValue(r[2])}
	}
	return block{ID: "stages", Title: "Stages", Table: t, SQL: sqlWithin("EVENT_NAME, TIMER_WAIT, SOURCE", name, thread, event, end)}
}

// eventBlock is the waits of a statement, as far as a history has them.
func (p *Pages) eventBlock(thread, event, end uint64) block {
	rows, name := p.within("events_waits_history", thread, event, end, "EVENT_NAME", "TIMER_WAIT", "OPERATION", "OBJECT_NAME", "NUMBER_OF_BYTES", "SOURCE")
	t := &table{Len: len(rows), Empty: "No history has them: they need wait instruments and a consumer such as events_waits_history.",
		Columns: []column{{Name: "wait"}, {Name: "time", Number: true}, {Name: "operation"}, {Name: "object"}, {Name: "bytes", Number: true}, {Name: "source"}}}
	t.row = func(i int) []cell {
		r := rows[i]
		return []cell{textOfValue(r[0]), psOf(r[1]), textOfValue(r[2]), textOfValue(r[3]), bytesOf(r[4]), textOfValue(r[5])}
	}
	return block{ID: "waits", Title: "Waits", Table: t, SQL: sqlWithin("EVENT_NAME, TIMER_WAIT, OPERATION, OBJECT_NAME, NUMBER_OF_BYTES, SOURCE", name, thread, event, end)}
}

// within is the events of a thread in the course of a statement, from the history that has
// them: that of all threads, or the thread's own.
func (p *Pages) within(history string, thread, event, end uint64, columns ...string) (rows []view.Row, name string) {
	for _, name = range []string{history + "_long", history} {
		for _, r := range p.read(name, map[string]any{"THREAD_ID": thread}, append([]string{"EVENT_ID"}, columns...)...) {
			if id := number(r[0]); id > event && (id <= end || end == 0) {
				rows = append(rows, r[1:])
			}
		}
		if len(rows) > 0 {
			return rows, name
		}
	}
	return nil, name
}

func sqlWithin(columns, name string, thread, event, end uint64) string {
	return fmt.Sprintf("SELECT %s\n  FROM performance_schema.%s\n WHERE THREAD_ID = %d AND EVENT_ID > %d AND EVENT_ID <= %d\n ORDER BY EVENT_ID;", columns, name, thread, event, end)
}
