package web

import (
	"fmt"
	"strings"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/snowset"
)

// nowPage says where the time of statements went of late, and which of them took it.
func nowPage(p *Pages, q *query) (*page, error) {
	s := p.past.summary(q, p.now())
	running := p.runningTable(q, key{}, false)
	wider := ""
	if q.values.Get("window") == "" && q.until.IsZero() && running.Len == 0 {
		s, wider = p.widened(q, s)
	}
	// Who goes on to waits and files finds the minute before known.
	p.sums.start()
	active := p.activity(q, "statement")
	c := &page{Title: "Now", Span: p.spanOfActivity(q, &s.reach, active)}
	if wider != "" {
		c.Span.Note = strings.TrimSpace(wider + " " + c.Span.Note)
	}
	if a := p.advise(q, s); a != nil {
		c.Blocks = append(c.Blocks, block{ID: "problem", Title: "What takes the time", Advice: a})
	}
	c.Blocks = append(c.Blocks, p.activeBlocks(q, active)...)
	note := "Statements that differ in their literals alone are one. Those that took most time come first; one leads to its executions."
	if p.options.ActiveSessions != nil {
		note = strings.TrimSpace(note + " " + s.note(q))
	}
	c.Blocks = append(c.Blocks, p.timeBlock(q, s), block{ID: "digests", Title: "Statements that took it", Note: note,
		Table: p.digestTable(q, s), SQL: sqlDigests(s)})
	if running.Len > 0 {
		c.Blocks = append(c.Blocks, block{ID: "running", Title: "Running now", Note: "They count above when they end.", Table: running, SQL: sqlRunning})
	} else if len(s.digests) == 0 && q.until.IsZero() && len(p.schema.Read().ListDigests()) == 0 {
		c.Blocks = append(c.Blocks, p.startBlocks()...)
	}
	return c, nil
}

// nothing says whether no statement was seen.
func (s *summary) nothing() bool { return len(s.digests) == 0 && s.spent.sum() == 0 }

// widened is the shortest of the longer spans in which statements ran, where none did in the
// last minute, and says so: who looks a while after the work is told of it, too.
func (p *Pages) widened(q *query, s *summary) (*summary, string) {
	if !s.nothing() {
		return s, ""
	}
	asked := q.window
	for _, w := range windows {
		if w <= asked {
			continue
		}
		q.window = w
		if wide := p.past.summary(q, p.now()); !wide.nothing() {
			q.values.Set("window", w.String()) // what the page leads to is of the same span
			return wide, "No statement ran in the last " + words(asked) + ": these are the last " + words(w) + "."
		}
	}
	q.window = asked
	return s, ""
}

// timeBlock shows the time of statements by resource.
func (p *Pages) timeBlock(q *query, s *summary) block {
	b := block{ID: "time", Title: "Where the time of statements went", SQL: sqlTime,
		Note: fmt.Sprintf("How many statements were at work at once, and what they did: %s of their time in the last %s, as the profiler saw it. A column leads to its own span.", showDuration(s.spent.sum()), words(s.span()))}
	switch {
	case p.options.Profiler == nil:
		b.Note = "No profiler runs, so only counts are known: see Options.Profiler."
	case s.gone || s.spent.sum() == 0:
		b.Note = "The profiler saw no statement at work."
	default:
		b.Chart = p.timeChart(q, s)
	}
	return b
}

const sqlTime = `SELECT RESOURCE_COUNTS_AS, RESOURCE, PHASE, SUM(WALL_TIME) AS milliseconds
  FROM profiling.query_resources_summary_by_digest
 GROUP BY RESOURCE_COUNTS_AS, RESOURCE, PHASE
 ORDER BY milliseconds DESC;
-- Sums since the start, of statements that have ended. The page subtracts two readings of them.`

const columnsOfDigests = `SCHEMA_NAME, DIGEST, DIGEST_TEXT, COUNT_STAR, SUM_TIMER_WAIT, SUM_ERRORS,
       SUM_ROWS_EXAMINED, SUM_ROWS_SENT, SUM_NO_INDEX_USED`

func sqlDigests(s *summary) string {
	return fmt.Sprintf(`SELECT %s
  FROM performance_schema.events_statements_summary_by_digest
 ORDER BY SUM_TIMER_WAIT DESC;
-- The page shows the second reading less the first: those of %s and %s UTC.
-- The percentiles are of events_statements_histogram_by_digest, in the same way.`, columnsOfDigests, clockTime(s.from), clockTime(s.to))
}

// digestTable is the digests of a span of time.
func (p *Pages) digestTable(q *query, s *summary) *table {
	t := &table{Code: true, Len: len(s.digests), Empty: "No statement ended, and none was seen at work.", Columns: []column{
		{Name: "statement"},
		{Name: "schema"},
		{"time", "Time of the statements that ended, and its share of all", true},
		{"over time", "Time, by when the statements ended", false},
		{"executions", "Statements that ended", true},
		{"p50", "Half of the executions took no longer; of a bucket of the histogram its end", true},
		{"p95", "So did 95 of 100", true},
		{"p99", "So did 99 of 100", true},
		{"examined per sent", "Rows read from storage for each row sent to the client", true},
		{"no index", "Executions that read a table without an index", true},
		{"errors", "Executions that failed", true},
	}}
	all := s.all[elapsed]
	t.row = func(i int) []cell {
		d := s.digests[i]
		f := &d.figures
		url := q.link("digest", "schema", d.schema, "digest", d.digest)
		text, _ := p.digestText(d.key)
		first := cell{Text: clip(text), Value: text, URL: url}
		if d.digest == "" {
			first.URL = ""
		}
		share := float64(f[elapsed]) / float64(max(all, 1))
		ratio := ratioCell(f[examined], f[sent])
		return []cell{first, textCell(d.schema),
			barCell(showTime(f[elapsed])+" · "+showPercent(share), f[elapsed], share),
			{Spark: newSpark(d.times, "time of "+words(s.span())), Value: joinNumbers(d.times)},
			{Text: showCount(f[executions]), Value: f[executions], URL: url + "#executions"},
			quantileCell(d, 500), quantileCell(d, 950), quantileCell(d, 990), ratio,
			shareCell(f[noIndex], f[executions]), countCell(f[failed])}
	}
	t.sortKey = func(i, c int) any {
		d := s.digests[i]
		switch c {
		case 0:
			text, _ := p.digestText(d.key)
			return text
		case 1:
			return d.schema
		case 2, 3:
			return d.figures[elapsed]
		case 4:
			return d.figures[executions]
		case 5, 6, 7:
			return d.durations.Quantile([]uint64{500, 950, 990}[c-5])
		case 8:
			return quotient(d.figures[examined], d.figures[sent])
		case 9:
			return d.figures[noIndex]
		}
		return d.figures[failed]
	}
	if s.others[executions] > 0 {
		t.Empty = ""
		n, row := t.Len, t.row
		t.Len++
		others := &digestSum{figures: s.others}
		key := t.sortKey
		t.sortKey = func(i, c int) any {
			if i == n {
				return nil
			}
			return key(i, c)
		}
		t.row = func(i int) []cell {
			if i < n {
				return row(i)
			}
			f := &others.figures
			return []cell{textCell("all others"), none(), timeCell(f[elapsed]), none(), countCell(f[executions]), none(), none(), none(),
				ratioCell(f[examined], f[sent]), shareCell(f[noIndex], f[executions]), countCell(f[failed])}
		}
	}
	return t
}

func quantileCell(d *digestSum, permille uint64) cell {
	if d.durations.Total() == 0 {
		return none()
	}
	return timeCell(d.durations.Quantile(permille))
}

// shareCell is how many of all.
func shareCell(n, all uint64) cell {
	c := countCell(n)
	if n > 0 && all > 0 {
		c.Text += " · " + showPercent(float64(n)/float64(all))
	}
	return c
}

func joinNumbers(list []uint64) string {
	return strings.Trim(fmt.Sprint(list), "[]")
}

// digestText is the normalized text of a digest.
func (p *Pages) digestText(k key) (text string, known bool) {
	if k.digest == "" {
		return "(without a digest)", false
	}
	for _, d := range p.schema.Read().FindDigests(k.digest) {
		if d.Schema() == k.schema {
			return d.Summary().DigestText, true
		}
	}
	for _, q := range p.find(k) {
		return q.Statement.DigestText(), true
	}
	return k.digest, false
}

const sqlRunning = `SELECT queryId, THREAD_ID, SQL_TEXT, durationTotal, WALL_CPU, WALL_WAITING
  FROM profiling.query_profiles WHERE endTime IS NULL ORDER BY createdTime;`

// runningTable is the statements that run.
func (p *Pages) runningTable(q *query, k key, ofDigest bool) *table {
	t := &table{Code: true, Columns: []column{{Name: "statement"}, {Name: "schema"}, {Name: "thread", Number: true}, {Name: "for", Number: true},
		{"on CPU", "Of its own time", true}, {"waiting", "Of its own time", true}}}
	list := p.options.Profiler.Running()
	kept := list[:0:0]
	for _, r := range list {
		if !ofDigest || r.Statement.Schema() == k.schema && r.Statement.DigestHex() == k.digest {
			kept = append(kept, r)
		}
	}
	t.Len = len(kept)
	t.row = func(i int) []cell {
		r := kept[i]
		took, _ := r.Statement.Duration()
		cpu, waiting, _ := r.Wall()
		return []cell{linkCell(clip(textOf(r.Statement)), q.link("execution", "id", fmt.Sprint(r.Statement.StatementID()))),
			textCell(r.Statement.Schema()), countCell(r.Statement.ThreadID()), durationCell(took), durationCell(cpu), durationCell(waiting)}
	}
	return t
}

func durationCell(d time.Duration) cell { return timeCell(uint64(max(d, 0)) * 1000) }

// textOf is the statement, or what it is like where its text is not kept.
func textOf(s *perfschema.SampledStatement) string {
	if text := s.Text(); text != "" {
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	if text := s.DigestText(); text != "" {
		return text
	}
	return fmt.Sprintf("statement %d", s.StatementID())
}

// clip keeps what a line of a table has room for.
func clip(s string) string {
	const most = 240
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + " …"
}

// kindShare is the part of time that went to the kind of some resource.
func (p *Pages) kindShare(s *spent, of snowset.Resource) float64 {
	all := s.sum()
	if all <= 0 {
		return 0
	}
	for i, d := range byKind(p.schema.Read(), s) {
		for _, r := range kinds[i].of {
			if r == of {
				return float64(d) / float64(all)
			}
		}
	}
	return 0
}
