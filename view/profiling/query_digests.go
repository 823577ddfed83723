package profiling

import (
	"slices"
	"strings"
	"time"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/snowset"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
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
		Columns: field.Columns(fields), Access: view.AllowTruncate,
		Indexes: []view.Index{{Name: "SCHEMA_NAME", Columns: []string{"SCHEMA_NAME", "DIGEST"}, Unique: true}, {Name: "DIGEST", Columns: []string{"DIGEST"}}},
		Open: field.Opener(fields, field.Listed(func(r view.Reader) (rows []row) {
			known := r.Profiler.Known()
			for _, d := range digestsWanted(r) {
				rows = append(rows, row{d, &known, d.Totals()})
			}
			return rows
		})),
		Forget: func(r view.Reader) error { r.Profiler.TruncateDigests(); return nil },
	}
}

func queryDigestFields() []field.Field[digestProfile] {
	type row = digestProfile
	wall := func(name, comment string, of func(cpu, waiting, idle time.Duration) time.Duration) field.Field[row] {
		return field.Field[row]{Column: view.Column{Name: name, Type: field.Milliseconds, Comment: comment + " (milliseconds)"},
			Value: func(d *row) any { return ms(of(d.totals.Wall())) }}
	}
	fields := []field.Field[row]{
		{Column: view.Column{Name: "SCHEMA_NAME", Type: field.Identifier, Nullable: true, Comment: "Default database of the queries"},
			Value: func(d *row) any { return field.Text(d.Schema) }},
		{Column: view.Column{Name: "DIGEST", Type: field.Identifier, Nullable: true, Comment: "Hash of the normalized statement; NULL for those that have none or found no room"},
			Value: func(d *row) any { return field.Text(d.DigestHex) }},
		{Column: view.Column{Name: "DIGEST_TEXT", Type: field.Longtext, Nullable: true, Comment: "The normalized statement"},
			Value: func(d *row) any { return field.ValidText(d.DigestText) }},
		{Column: view.Column{Name: "COUNT_STAR", Type: field.BigintUnsigned, Comment: "Queries that ended: an estimate where short ones were left out (QUERY_PROFILES_LEFT_OUT of profiler_status), for which those stand that have a profile. events_statements_summary_by_digest has exact counts"},
			Value: func(d *row) any { return d.Statements }},
		{Column: view.Column{Name: "COUNT_SAMPLED", Type: field.BigintUnsigned, Comment: "How many of them the profiler saw at work: few, where they are shorter than profiling_sample_interval. None that was left out is among these"},
			Value: func(d *row) any { return d.Sampled }},
		{Column: view.Column{Name: "SAMPLES", Type: field.BigintUnsigned, Comment: "How often it saw one of them: a share p of a column below is off by the square root of p(1-p)/SAMPLES, two times in three"},
			Value: func(d *row) any { return d.Samples }},
		{Column: view.Column{Name: "COUNT_PLANNED", Type: field.BigintUnsigned, Comment: "How many of COUNT_STAR had their operators seen: all but short ones that profiling_detail_ceiling leaves out. An estimate as COUNT_STAR is"},
			Value: func(d *row) any { return d.Planned }},
		{Column: view.Column{Name: "PLANNED_SAMPLES", Type: field.BigintUnsigned, Comment: "How many of SAMPLES saw one of those. The time of the others is divided among operators as theirs was: a share p of an operator's column is off by the square root of p(1-p)/PLANNED_SAMPLES"},
			Value: func(d *row) any { return d.PlannedSamples }},
		{Column: view.Column{Name: "PLAN_HASH", Type: planHashType, Nullable: true, Comment: "Plan of the last of them whose plan was kept: query_plans has what each of their plans took; NULL for none"},
			Value: func(d *row) any { return field.Text(activity.FormatPlanHash(d.PlanHash)) }},
		{Column: view.Column{Name: "durationTotal", Type: field.Milliseconds, Comment: "Time the queries took, as measured: an estimate as COUNT_STAR is (milliseconds)"},
			Value: func(d *row) any { return ms(d.Duration) }},
		{Column: view.Column{Name: "MAX_DURATION", Type: field.Milliseconds, Nullable: true, Comment: "Time the slowest of those took that have a profile, since query_profiles was truncated (milliseconds)"},
			Value: func(d *row) any { return field.Unless(d.SlowestID == 0, ms(d.Longest)) }},
		{Column: view.Column{Name: "SLOWEST_QUERY_ID", Type: field.Bigint, Nullable: true, Comment: "That one: queryId of query_profiles, which keeps it beside the last ones, as far as profiling_slow_query_share has room"},
			Value: func(d *row) any { return field.Unless(d.SlowestID == 0, int64(d.SlowestID)) }},
		{Column: view.Column{Name: "SLOWEST_SEEN", Type: "timestamp(6)", Nullable: true, Comment: "When it ended"},
			Value: func(d *row) any { return field.Unless(d.SlowestSeen.IsZero(), d.SlowestSeen) }},
		wall("WALL_CPU", commentWallCPU, func(cpu, _, _ time.Duration) time.Duration { return cpu }),
		wall("WALL_WAITING", commentWallWaiting, func(_, waiting, _ time.Duration) time.Duration { return waiting }),
		wall("WALL_IDLE", commentWallIdle, func(_, _, idle time.Duration) time.Duration { return idle }),
		{Column: view.Column{Name: "CORES_USED", Type: "double", Nullable: true, Comment: commentCoresUsed + "; NULL if none was seen"},
			Value: func(d *row) any { return share(d.totals.OnCPU(), d.Elapsed) }},
		{Column: view.Column{Name: "CPU_QUEUED", Type: field.Milliseconds, Nullable: true, Comment: commentQueued + "; NULL if none was seen, and where the platform does not tell (milliseconds)"},
			Value: func(d *row) any { return field.Unless(!d.QueuedKnown, ms(d.Queued)) }},
		{Column: view.Column{Name: "SAMPLED_TIME", Type: field.Milliseconds, Comment: "Time they were seen for, times their cores: what the columns of resources add up to (milliseconds)"},
			Value: func(d *row) any { return ms(d.CoreTime) }},
		{Column: view.Column{Name: "FIRST_SEEN", Type: "timestamp(6)", Nullable: true, Comment: "When the first of those ended that have a profile"},
			Value: func(d *row) any { return field.Unless(d.FirstSeen.IsZero(), d.FirstSeen) }},
		{Column: view.Column{Name: "LAST_SEEN", Type: "timestamp(6)", Nullable: true, Comment: "When the last of those ended that have a profile"},
			Value: func(d *row) any { return field.Unless(d.LastSeen.IsZero(), d.LastSeen) }},
	}
	comments := make(map[string]string)
	for _, c := range sampler.Columns() {
		comments[c.Name] = c.Comment + " (" + strings.ToLower(c.Unit) + ")"
	}
	sum := func(name string, known func(*row) bool, of func(*row) time.Duration) {
		fields = append(fields, field.Field[row]{
			Column: view.Column{Name: name, Type: field.Milliseconds, Nullable: true, Comment: comments[name]},
			Value:  func(d *row) any { return field.Unless(!known(d), ms(of(d))) }})
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
		return !field.WantsNullable(r, "SCHEMA_NAME", d.Schema, d.Schema == "") || !field.WantsNullable(r, "DIGEST", d.DigestHex, d.DigestHex == "")
	})
}

// OpenQueryDigests reads rows of query_profiles_summary_by_digest: one for each of the
// digests, in their order. They may have been truncated away.
func OpenQueryDigests(r view.Reader, digests []*sampler.DigestProfile) *view.Cursor {
	known := r.Profiler.Known()
	walk := field.OnEach(func(view.Reader) []*sampler.DigestProfile { return digests }, func(_ view.Reader, d *sampler.DigestProfile, visit func(*digestProfile)) {
		visit(&digestProfile{d, &known, d.Totals()})
	})
	return field.Opener(queryDigestFields(), walk)(r)
}
