package web

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/sqltext"
	"github.com/perfschema/perfschema/sampler"
)

var errUnknownDigest = errors.New("nothing is known of this statement: it is in neither events_statements_summary_by_digest nor the executions that are kept")

func sumOf(digest string) (sum [32]byte, ok bool) {
	b, err := hex.DecodeString(digest)
	return sum, err == nil && copy(sum[:], b) == len(sum) && len(b) == len(sum)
}

// digestPage says what the statements of one digest did, and leads to its executions.
func digestPage(p *Pages, q *query) (*page, error) {
	k := key{q.values.Get("schema"), strings.ToLower(q.values.Get("digest"))}
	text, known := p.digestText(k)
	if !known {
		return nil, errUnknownDigest
	}
	s := p.past.summary(q, p.now())
	d := s.find(k)
	c := &page{Title: "Statement", Span: spanOf(q, &s.reach)}
	c.Blocks = append(c.Blocks, block{ID: "statement", Title: "The statement", Text: text, Note: schemaNote(k.schema)})
	if d == nil {
		d = &digestSum{key: k}
	}
	if why, help := p.advised(d).Reasons(&adviceWords); len(why) > 0 {
		c.Blocks = append(c.Blocks, block{ID: "problem", Title: "What stands out", Advice: &problem{Why: why, Help: help}})
	}
	f := &d.figures
	c.Blocks = append(c.Blocks, block{ID: "figures", Title: "In this time", SQL: sqlDigest(k, s), Facts: []fact{
		{Name: "executions", Value: showCount(f[executions])},
		{Name: "time", Value: showTime(f[elapsed]), Note: showPercent(float64(f[elapsed])/float64(max(s.all[elapsed], 1))) + " of all statements"},
		{Name: "p50, p95, p99", Value: quantileCell(d, 500).Text + ", " + quantileCell(d, 950).Text + ", " + quantileCell(d, 990).Text, Note: "ends of buckets of the histogram"},
		{Name: "rows examined", Value: showCount(f[examined]), Note: showRatio(f[examined], f[sent]) + " for each sent"},
		{Name: "rows sent", Value: showCount(f[sent]), Note: showRatio(f[sent], f[executions]) + " each"},
		{Name: "rows changed", Value: showCount(f[affected])},
		{Name: "without an index", Value: shareCell(f[noIndex], f[executions]).Text},
		{Name: "errors, warnings", Value: showCount(f[failed]) + ", " + showCount(f[warned])},
	}})
	only := *s
	only.spent, only.intervals = d.spent, nil
	for _, i := range s.intervals {
		one := &interval{from: i.from, to: i.to, kept: i.kept}
		if x := i.by[k]; x != nil {
			one.spent = x.spent
		}
		only.intervals = append(only.intervals, one)
	}
	b := p.timeBlock(q, &only)
	b.Title = "Where its time went"
	b.SQL = fmt.Sprintf("SELECT PHASE, OPERATOR, RESOURCE, WALL_TIME, WALL_SHARE\n  FROM profiling.query_resources_summary_by_digest\n WHERE DIGEST = %s AND SCHEMA_NAME %s\n ORDER BY WALL_TIME DESC;\n-- Sums since the start. The page subtracts two readings of them.", sqltext.Quote(k.digest), is(k.schema))
	c.Blocks = append(c.Blocks, b)
	c.Blocks = append(c.Blocks, p.planBlocks(q, k)...)
	c.Blocks = append(c.Blocks, block{ID: "executions", Title: "Executions", Table: p.executionTable(q, s, k),
		Note: "Those that the profiler keeps: the last ones, and the slowest of before; of short ones, where they are many, a part. One leads to its plan.", SQL: sqlExecutions(k)})
	return c, nil
}

func schemaNote(schema string) string {
	if schema == "" {
		return "No default schema."
	}
	return "Default schema: " + schema
}

// is compares a column that is NULL for nothing.
func is(s string) string {
	if s == "" {
		return "IS NULL"
	}
	return "= " + sqltext.Quote(s)
}

func sqlDigest(k key, s *summary) string {
	return fmt.Sprintf("SELECT *\n  FROM performance_schema.events_statements_summary_by_digest\n WHERE DIGEST = %s AND SCHEMA_NAME %s;\n-- The page shows the second reading less the first: those of %s and %s UTC.",
		sqltext.Quote(k.digest), is(k.schema), clockTime(s.from), clockTime(s.to))
}

func sqlExecutions(k key) string {
	return fmt.Sprintf("SELECT queryId, createdTime, durationTotal, WALL_CPU, WALL_WAITING, producedRows, PLAN_KEPT, WEIGHT, SQL_TEXT\n  FROM profiling.query_profiles\n WHERE DIGEST = %s\n ORDER BY durationTotal DESC;", sqltext.Quote(k.digest))
}

// executionTable is the executions of a digest that ended in a span of time or run, the
// slowest first; of any time, where none did.
func (p *Pages) executionTable(q *query, s *summary, k key) *table {
	list := p.find(k)
	inSpan := slices.DeleteFunc(slices.Clone(list), func(x *sampler.Profile) bool {
		end, ended := x.Statement.End()
		return ended && (end.Before(s.to.Add(-s.asked)) || end.After(s.to))
	})
	if len(inSpan) > 0 {
		list = inSpan
	}
	took := func(x *sampler.Profile) time.Duration { d, _ := x.Statement.Duration(); return d }
	slices.SortStableFunc(list, func(a, b *sampler.Profile) int { return cmp.Compare(took(b), took(a)) })
	most := time.Duration(1)
	if len(list) > 0 {
		most = max(took(list[0]), 1)
	}
	t := &table{Code: true, Len: len(list), Empty: "None is kept.", Columns: []column{
		{Name: "statement"}, {Name: "ended"}, {"took", "", true}, {"on CPU", "Of its own time, as far as the profiler saw it", true},
		{"waiting", "Of its own time, as far as the profiler saw it", true}, {"examined", "Rows read from storage", true}, {"sent", "Rows", true}, {Name: "plan"}, {"error", "", true},
	}}
	t.row = func(i int) []cell {
		x := list[i]
		cpu, waiting, _ := x.Wall()
		n := x.Statement.Counters()
		return []cell{linkCell(clip(textOf(x.Statement)), q.link("execution", "id", fmt.Sprint(x.Statement.StatementID()))),
			endCell(x), barCell(showDuration(took(x)), uint64(took(x))*1000, float64(took(x))/float64(most)),
			seenCell(x, cpu), seenCell(x, waiting), countCell(n.RowsExamined), countCell(n.RowsSent), textCell(planWord(x.Statement)), errorCell(x.Statement)}
	}
	t.sortKey = func(i, c int) any {
		x := list[i]
		n := x.Statement.Counters()
		switch c {
		case 2:
			return uint64(took(x))
		case 5:
			return n.RowsExamined
		case 6:
			return n.RowsSent
		}
		return t.row(i)[c].Value
	}
	return t
}

func endCell(x *sampler.Profile) cell {
	end, ended := x.Statement.End()
	if !ended {
		return cell{Text: "runs"}
	}
	return cell{Text: clockTime(end), Value: end}
}

// seenCell is a time by samples: of a short statement that none saw it is not known.
func seenCell(x *sampler.Profile, d time.Duration) cell {
	if x.Samples == 0 {
		return cell{Text: "not seen"}
	}
	return durationCell(d)
}

func planWord(s *perfschema.SampledStatement) string {
	switch {
	case s.Plan() != nil && s.Detailed():
		return "yes"
	case s.Plan() != nil:
		return "outline"
	case !s.Detailed():
		return "left out"
	}
	return "none"
}

func errorCell(s *perfschema.SampledStatement) cell {
	if e := s.Event(); e.Errors > 0 {
		return cell{Text: fmt.Sprint(e.Errno), Value: uint64(e.Errno)}
	}
	return cell{}
}
