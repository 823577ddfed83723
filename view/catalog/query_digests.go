package catalog

import (
	"slices"
	"strings"
	"time"

	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/snowset"
	"github.com/perfschema/perfschema/view"
)

// digestProfile is what a row of query_profiles_summary_by_digest tells of.
type digestProfile struct {
	*sampler.DigestProfile
	known  *sampler.Known
	totals *sampler.Totals
}

// queryProfilesByDigest declares profiling.query_profiles_summary_by_digest:
// where the time of all queries of one digest went. It counts them as they end,
// whether or not query_profiles has them still.
func queryProfilesByDigest() *view.Table {
	type row = digestProfile
	fields := queryDigestFields()
	return &view.Table{
		Name: "query_profiles_summary_by_digest", Comment: "Where the time of queries went that are the same but for their literals",
		Columns: columns(fields), Access: view.AllowTruncate,
		Indexes: []view.Index{{Name: "SCHEMA_NAME", Columns: []string{"SCHEMA_NAME", "DIGEST"}, Unique: true}, {Name: "DIGEST", Columns: []string{"DIGEST"}}},
		Open: opener(fields, listed(func(r view.Reader) (rows []row) {
			known := r.Profiler.Known()
			for _, d := range digestsWanted(r) {
				rows = append(rows, row{d, &known, d.Totals()})
			}
			return rows
		})),
		Forget: func(r view.Reader) error { r.Profiler.TruncateDigests(); return nil },
	}
}

func queryDigestFields() []field[digestProfile] {
	type row = digestProfile
	wall := func(name, comment string, of func(cpu, waiting, idle time.Duration) time.Duration) field[row] {
		return field[row]{Column: view.Column{Name: name, Type: milliseconds, Comment: comment + " (milliseconds)"},
			value: func(d *row) any { return ms(of(d.totals.Wall())) }}
	}
	fields := []field[row]{
		{Column: view.Column{Name: "SCHEMA_NAME", Type: identifier, Nullable: true, Comment: "Default database of the queries"},
			value: func(d *row) any { return text(d.Schema) }},
		{Column: view.Column{Name: "DIGEST", Type: identifier, Nullable: true, Comment: "Hash of the normalized statement; NULL for those that have none or found no room"},
			value: func(d *row) any { return text(d.DigestHex) }},
		{Column: view.Column{Name: "DIGEST_TEXT", Type: longtext, Nullable: true, Comment: "The normalized statement"},
			value: func(d *row) any { return validText(d.DigestText) }},
		{Column: view.Column{Name: "COUNT_STAR", Type: bigintUnsigned, Comment: "Queries that ended"},
			value: func(d *row) any { return d.Statements }},
		{Column: view.Column{Name: "COUNT_SAMPLED", Type: bigintUnsigned, Comment: "How many of them the profiler saw at work: few, where they are shorter than profiling_sample_interval"},
			value: func(d *row) any { return d.Sampled }},
		{Column: view.Column{Name: "SAMPLES", Type: bigintUnsigned, Comment: "How often it saw one of them: a share p of a column below is off by the square root of p(1-p)/SAMPLES, two times in three"},
			value: func(d *row) any { return d.Samples }},
		{Column: view.Column{Name: "COUNT_PLANNED", Type: bigintUnsigned, Comment: "How many of COUNT_STAR had their operators seen: all but short ones that profiling_detail_ceiling leaves out"},
			value: func(d *row) any { return d.Planned }},
		{Column: view.Column{Name: "PLANNED_SAMPLES", Type: bigintUnsigned, Comment: "How many of SAMPLES saw one of those. The time of the others is divided among operators as theirs was: a share p of an operator's column is off by the square root of p(1-p)/PLANNED_SAMPLES"},
			value: func(d *row) any { return d.PlannedSamples }},
		{Column: view.Column{Name: "durationTotal", Type: milliseconds, Comment: "Time the queries took, as measured (milliseconds)"},
			value: func(d *row) any { return ms(d.Duration) }},
		{Column: view.Column{Name: "MAX_DURATION", Type: milliseconds, Nullable: true, Comment: "Time the slowest of them took, since query_profiles was truncated (milliseconds)"},
			value: func(d *row) any { return unless(d.SlowestID == 0, ms(d.Longest)) }},
		{Column: view.Column{Name: "SLOWEST_QUERY_ID", Type: bigint, Nullable: true, Comment: "That one: queryId of query_profiles, which keeps it beside the last ones, as far as profiling_slow_query_share has room"},
			value: func(d *row) any { return unless(d.SlowestID == 0, int64(d.SlowestID)) }},
		{Column: view.Column{Name: "SLOWEST_SEEN", Type: "timestamp(6)", Nullable: true, Comment: "When it ended"},
			value: func(d *row) any { return unless(d.SlowestSeen.IsZero(), d.SlowestSeen) }},
		wall("WALL_CPU", commentWallCPU, func(cpu, _, _ time.Duration) time.Duration { return cpu }),
		wall("WALL_WAITING", commentWallWaiting, func(_, waiting, _ time.Duration) time.Duration { return waiting }),
		wall("WALL_IDLE", commentWallIdle, func(_, _, idle time.Duration) time.Duration { return idle }),
		{Column: view.Column{Name: "CORES_USED", Type: "double", Nullable: true, Comment: commentCoresUsed + "; NULL if none was seen"},
			value: func(d *row) any { return share(d.totals.OnCPU(), d.Elapsed) }},
		{Column: view.Column{Name: "CPU_QUEUED", Type: milliseconds, Nullable: true, Comment: commentQueued + "; NULL if none was seen, and where the platform does not tell (milliseconds)"},
			value: func(d *row) any { return unless(!d.QueuedKnown, ms(d.Queued)) }},
		{Column: view.Column{Name: "SAMPLED_TIME", Type: milliseconds, Comment: "Time they were seen for, times their cores: what the columns of resources add up to (milliseconds)"},
			value: func(d *row) any { return ms(d.CoreTime) }},
		{Column: view.Column{Name: "FIRST_SEEN", Type: "timestamp(6)", Nullable: true, Comment: "When the first of them ended"},
			value: func(d *row) any { return unless(d.FirstSeen.IsZero(), d.FirstSeen) }},
		{Column: view.Column{Name: "LAST_SEEN", Type: "timestamp(6)", Nullable: true, Comment: "When the last of them ended"},
			value: func(d *row) any { return unless(d.LastSeen.IsZero(), d.LastSeen) }},
	}
	comments := make(map[string]string)
	for _, c := range sampler.Columns() {
		comments[c.Name] = c.Comment + " (" + strings.ToLower(c.Unit) + ")"
	}
	sum := func(name string, known func(*row) bool, of func(*row) time.Duration) {
		fields = append(fields, field[row]{
			Column: view.Column{Name: name, Type: milliseconds, Nullable: true, Comment: comments[name]},
			value:  func(d *row) any { return unless(!known(d), ms(of(d))) }})
	}
	for _, res := range snowset.Resources() {
		sum(res.Column(),
			func(d *row) bool { return d.known.Resource(res, d.KernelKnown) },
			func(d *row) time.Duration { return d.totals.Resource(res) })
	}
	for _, op := range snowset.Operators() {
		sum(op.Column(),
			func(d *row) bool { return d.known.Operators() && d.OperatorsKnown() },
			func(d *row) time.Duration { return d.totals.Operator(op) })
	}
	return fields
}

// digestsWanted gives what there is of the digests a reader looks for.
func digestsWanted(r view.Reader) []*sampler.DigestProfile {
	var list []*sampler.DigestProfile
	if sum, ok := wantsDigest(r); ok {
		list = r.Profiler.DigestsOf(sum)
	} else {
		list = r.Profiler.Digests()
	}
	return slices.DeleteFunc(list, func(d *sampler.DigestProfile) bool {
		return !wantsNullable(r, "SCHEMA_NAME", d.Schema, d.Schema == "") || !wantsNullable(r, "DIGEST", d.DigestHex, d.DigestHex == "")
	})
}

// OpenQueryDigests reads rows of query_profiles_summary_by_digest: one for each of the
// digests, in their order. They may have been truncated away.
func OpenQueryDigests(r view.Reader, digests []*sampler.DigestProfile) *view.Cursor {
	known := r.Profiler.Known()
	walk := onEach(func(view.Reader) []*sampler.DigestProfile { return digests }, func(_ view.Reader, d *sampler.DigestProfile, visit func(*digestProfile)) {
		visit(&digestProfile{d, &known, d.Totals()})
	})
	return opener(queryDigestFields(), walk)(r)
}
