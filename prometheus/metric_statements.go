package prometheus

import (
	"cmp"
	"slices"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

const byDigest = "performance_schema.events_statements_summary_by_digest."

// statementMetrics are what is said of each digest.
var statementMetrics = [...]struct {
	*metric
	of func(*record.StatementStat) float64
}{
	{ofDigests("total", "COUNT_STAR", "Statements"),
		func(s *record.StatementStat) float64 { return float64(s.Timer.Count) }},
	{ofDigests("seconds_total", "SUM_TIMER_WAIT", "Time that statements took"),
		func(s *record.StatementStat) float64 { return float64(s.Timer.Sum) * picosecond }},
	{ofDigests("errors_total", "SUM_ERRORS", "Statements that failed"),
		func(s *record.StatementStat) float64 { return float64(s.Errors) }},
	{ofDigests("warnings_total", "SUM_WARNINGS", "Warnings"),
		func(s *record.StatementStat) float64 { return float64(s.Counters.Warnings) }},
	{ofDigests("rows_affected_total", "SUM_ROWS_AFFECTED", "Rows changed"),
		func(s *record.StatementStat) float64 { return float64(s.Counters.RowsAffected) }},
	{ofDigests("rows_sent_total", "SUM_ROWS_SENT", "Rows sent to clients"),
		func(s *record.StatementStat) float64 { return float64(s.Counters.RowsSent) }},
	{ofDigests("rows_examined_total", "SUM_ROWS_EXAMINED", "Rows read from storage"),
		func(s *record.StatementStat) float64 { return float64(s.Counters.RowsExamined) }},
	{ofDigests("tmp_tables_total", "SUM_CREATED_TMP_TABLES", "Temporary tables in memory"),
		func(s *record.StatementStat) float64 { return float64(s.Counters.CreatedTmpTables) }},
	{ofDigests("tmp_disk_tables_total", "SUM_CREATED_TMP_DISK_TABLES", "Temporary tables on disk"),
		func(s *record.StatementStat) float64 { return float64(s.Counters.CreatedTmpDiskTables) }},
	{ofDigests("sort_merge_passes_total", "SUM_SORT_MERGE_PASSES", "Merge passes of sorts"),
		func(s *record.StatementStat) float64 { return float64(s.Counters.SortMergePasses) }},
	{ofDigests("sort_rows_total", "SUM_SORT_ROWS", "Rows sorted"),
		func(s *record.StatementStat) float64 { return float64(s.Counters.SortRows) }},
	{ofDigests("no_index_used_total", "SUM_NO_INDEX_USED", "Statements that read a table without an index"),
		func(s *record.StatementStat) float64 { return float64(s.Counters.NoIndexUsed) }},
}

func ofDigests(name, column, help string) *metric {
	return counter("mysql_perf_schema_events_statements_"+name, byDigest+column,
		help+", by digest; digest=\"other\" is of all that have no series of their own.", "schema", "digest", "digest_text")
}

var digests = gauge("perfschema_digests", "rows of performance_schema.events_statements_summary_by_digest",
	"Digests that are counted apart.")

// counts are the values of statementMetrics, of one digest or several.
type counts [len(statementMetrics)]float64

func (c *counts) add(o *counts) {
	for i := range c {
		c[i] += o[i]
	}
}

// statements remember, from one collection to the next, which digests had series of their
// own, because "other" must grow by what the others did and by nothing else: were it what
// is left of the sum, it would fall as a digest gets series of its own, which Prometheus
// takes for a counter that began anew, and jump by all it ever was as one loses them.
type statements struct {
	shown map[perfschema.Digest]shown // at the last collection
	all   counts                      // at the last collection, of all digests
	other counts
}

// shown is a digest that had series of its own.
type shown struct {
	counts
	top bool // it was one of those that took most time; if not, this was its last turn
}

// digest is a row of the table as it is at a collection.
type digest struct {
	perfschema.Digest
	counts
	time uint64
}

func (t *statements) collect(s *series, r *perfschema.Reader, o Options) {
	rows := r.ListDigests()
	s.add(digests, float64(len(rows)))
	list := make([]digest, len(rows))
	var all counts
	for i, row := range rows {
		stat := row.Stat()
		d := &list[i]
		d.Digest, d.time = row, stat.Timer.Sum
		for j := range statementMetrics {
			d.counts[j] = statementMetrics[j].of(&stat)
		}
		all.add(&d.counts)
	}
	now := t.choose(list, o.Digests)
	t.count(list, now, &all)
	for _, d := range list {
		if _, ok := now[d.Digest]; !ok {
			continue
		}
		schema := d.Schema()
		if schema == "" {
			schema = "NONE" // as mysqld_exporter says it
		}
		hex, text := d.Hex(), cut(d.Summary().DigestText, o.DigestText)
		for i, m := range statementMetrics {
			s.add(m.metric, d.counts[i], schema, hex, text)
		}
	}
	for i, m := range statementMetrics {
		s.add(m.metric, t.other[i], "", "other", "")
	}
	t.all, t.shown = all, now
}

// choose gives the n digests that took most time, and those that were among them at the
// last collection, which have their series once more for what they did until now. The
// row of those that found the table full is no digest.
func (t *statements) choose(list []digest, n int) map[perfschema.Digest]shown {
	order := make([]*digest, 0, len(list))
	out := make(map[perfschema.Digest]shown, n)
	for i := range list {
		d := &list[i]
		if d.CatchAll() {
			continue
		}
		order = append(order, d)
		if t.shown[d.Digest].top {
			out[d.Digest] = shown{d.counts, false}
		}
	}
	slices.SortStableFunc(order, func(a, b *digest) int { return cmp.Compare(b.time, a.time) })
	for _, d := range order[:min(n, len(order))] {
		out[d.Digest] = shown{d.counts, true}
	}
	return out
}

// count brings other up to date: by what all digests did since the last collection, less
// what those did that have had series of their own since then.
func (t *statements) count(list []digest, now map[perfschema.Digest]shown, all *counts) {
	grown := *all
	for i := range grown {
		grown[i] -= t.all[i]
	}
	found := 0
	for _, d := range list {
		before, ok := t.shown[d.Digest]
		if !ok {
			continue
		}
		found++
		if _, ok := now[d.Digest]; ok {
			for i := range grown {
				grown[i] -= d.counts[i] - before.counts[i]
			}
		}
	}
	// Of a table that was truncated there is nothing to compare with. A count of
	// statements is a whole number, and so exact.
	if t.shown == nil || found < len(t.shown) || grown[0] < 0 {
		t.other = counts{}
		for _, d := range list {
			if _, ok := now[d.Digest]; !ok {
				t.other.add(&d.counts)
			}
		}
		return
	}
	for i := range grown {
		t.other[i] += max(grown[i], 0) // times are rounded
	}
}

// cut keeps the first n characters of s.
func cut(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
