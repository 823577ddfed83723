package profiling

import (
	"time"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// queryPlans declares profiling.query_plans: every plan that the queries of a digest had, with what they
// took by it. Queries are counted as they end.
func queryPlans() *view.Table {
	fields := queryPlanFields()
	return &view.Table{
		Name: "query_plans", Comment: "Every plan of the queries that are the same but for their literals, and what they took by it",
		Columns: field.Columns(fields), Access: view.AllowTruncate,
		Indexes: []view.Index{{Name: "SCHEMA_NAME", Columns: []string{"SCHEMA_NAME", "DIGEST", "PLAN_HASH"}, Unique: true}, {Name: "DIGEST", Columns: []string{"DIGEST"}}},
		Open:    field.Opener(fields, field.OnEach(plansWanted, visitPlan)),
		Forget:  func(r view.Reader) error { r.Profiler.TruncatePlans(); return nil },
	}
}

// plansWanted gives the plans that a reader looks for.
func plansWanted(r view.Reader) []*sampler.PlanProfile {
	if _, by := r.Equal["DIGEST"]; !by {
		return r.Profiler.Plans(nil)
	}
	sum, ok := wantsDigest(r)
	if !ok {
		return nil
	}
	return r.Profiler.Plans(&sum)
}

func visitPlan(_ view.Reader, p *sampler.PlanProfile, visit func(*sampler.PlanProfile)) { visit(p) }

// OpenQueryPlans reads rows of query_plans: one for each of the plans, in their order. They may have gone.
func OpenQueryPlans(r view.Reader, plans []*sampler.PlanProfile) *view.Cursor {
	return field.Opener(queryPlanFields(), field.OnEach(func(view.Reader) []*sampler.PlanProfile { return plans }, visitPlan))(r)
}

func queryPlanFields() []field.Field[sampler.PlanProfile] {
	type row = sampler.PlanProfile
	of := columns[row]{}
	timer := func(name, comment string, took func(*row) time.Duration) field.Field[row] {
		return of.count(name, comment+" (picoseconds)", func(p *row) uint64 { return picoseconds(took(p)) })
	}
	quantile := func(name, comment string, permille uint64) field.Field[row] {
		return timer(name, comment, func(p *row) time.Duration { return p.Quantile(permille) })
	}
	return []field.Field[row]{
		of.optional("SCHEMA_NAME", field.Identifier, "Default database of the queries", func(p *row) any { return field.Text(p.Schema) }),
		of.column("DIGEST", field.Identifier, "Hash of the normalized query", func(p *row) any { return p.DigestHex }),
		of.column("PLAN_HASH", planHashType, "Hash of the plan's shape: its nodes, their tables and indexes; literals and estimates are no part of it", func(p *row) any { return activity.FormatPlanHash(p.Hash) }),
		of.optional("DIGEST_TEXT", field.Longtext, "The normalized query", func(p *row) any { return field.ValidText(p.DigestText) }),
		of.column("FIRST_SEEN", field.MicroTimestamp, "When the first query ended that was seen to have the plan", func(p *row) any { return p.FirstSeen }),
		of.column("LAST_SEEN", field.MicroTimestamp, "When the last one did", func(p *row) any { return p.LastSeen }),
		of.count("COUNT_STAR", "Queries that had the plan: an estimate by COUNT_KEPT where the plans of short ones are left out (profiling_detail_ceiling)", func(p *row) uint64 { return p.Statements }),
		of.count("COUNT_KEPT", "How many of them had their plan kept", func(p *row) uint64 { return p.Kept }),
		of.count("SUM_ERRORS", "Those of COUNT_STAR that failed", func(p *row) uint64 { return p.Failed }),
		timer("SUM_TIMER_WAIT", "Time that those of COUNT_STAR took", func(p *row) time.Duration { return p.Duration }),
		timer("AVG_TIMER_WAIT", "Time that one of them took in the mean", func(p *row) time.Duration { return p.Duration / time.Duration(max(p.Statements, 1)) }),
		timer("MAX_TIMER_WAIT", "Time that the slowest took whose plan was kept", func(p *row) time.Duration { return p.Longest }),
		quantile("QUANTILE_95", "Time that 95 % of them took at most: the upper bound of a bucket, as in events_statements_summary_by_digest", 950),
		quantile("QUANTILE_99", "Time that 99 % of them took at most", 990),
		quantile("QUANTILE_999", "Time that 99.9 % of them took at most", 999),
		of.count("SUM_ROWS_SENT", "Rows that those of COUNT_STAR sent", func(p *row) uint64 { return p.Sent }),
		of.count("SUM_ROWS_EXAMINED", "Rows that they read from storage", func(p *row) uint64 { return p.Examined }),
		of.count("SUM_ROWS_AFFECTED", "Rows that they changed", func(p *row) uint64 { return p.Affected }),
		of.column("EXAMPLE_QUERY_ID", field.BigintUnsigned, "The slowest whose operators were seen, or of others where those of none were: queryId of query_profiles, as long as that keeps it", func(p *row) any { return p.ExampleID }),
		of.optional("EXAMPLE_TEXT", field.Longtext, "Its text, cut at performance_schema_max_sql_text_length bytes; NULL if it was not kept", func(p *row) any { return field.ValidText(p.ExampleText) }),
		of.column("EXAMPLE_PLAN", field.Longtext, "Its plan, a line a node under the one that reads from it: table, index, rows and loops", func(p *row) any { return planText(p.Example) }),
	}
}

// picoseconds is a duration as MySQL's tables have it.
func picoseconds(d time.Duration) uint64 { return uint64(d.Nanoseconds()) * 1000 }

// planHashType is the type of a plan's hash: the letter p and 15 hexadecimal digits.
const planHashType = "varchar(16)"

// planHashes are hashes of plans as tables have them, which many statements share.
type planHashes map[uint64]string

// of is [activity.FormatPlanHash].
func (h planHashes) of(hash uint64) string {
	text, ok := h[hash]
	if !ok {
		if len(h) >= mostDigestTexts {
			clear(h)
		}
		text = activity.FormatPlanHash(hash)
		h[hash] = text
	}
	return text
}
