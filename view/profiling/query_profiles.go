package profiling

import (
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// queryProfile is what a row of query_profiles tells of.
type queryProfile struct {
	*sampler.Profile
	record *sampler.Record
	texts  digestTexts
	hashes planHashes
}

// profilesBy gives the profiles a reader looks for: of queries that have ended,
// in the order in which they did, then of those that run. query is what the
// table calls the number of the query.
func profilesBy(query string) func(view.Reader) []*sampler.Profile {
	return func(r view.Reader) []*sampler.Profile {
		var key sampler.Key
		for column, of := range map[string]*uint64{query: &key.StatementID, "THREAD_ID": &key.ThreadID, "EVENT_ID": &key.EventID} {
			n, ok := field.WantsNumber(r, column)
			if ok && n == 0 {
				return nil // nothing has the number 0
			}
			*of = n
		}
		if sum, ok := wantsDigest(r); ok {
			key.Digest = &sum
		}
		return slices.DeleteFunc(r.Profiler.Find(key), func(p *sampler.Profile) bool {
			digest := p.Statement.DigestHex()
			return !field.WantsNullable(r, "DIGEST", digest, digest == "")
		})
	}
}

// wantsDigest gives the one digest the reader looks for; false where there is none,
// or what is looked for is none.
func wantsDigest(r view.Reader) (sum [32]byte, ok bool) {
	s, _ := r.Equal["DIGEST"].(string)
	n, err := hex.Decode(sum[:], []byte(s[:min(len(s), 2*len(sum))]))
	return sum, err == nil && n == len(sum) && len(s) == 2*len(sum)
}

// whose is the columns by which a table of the schema profiling is joined with
// events_statements_*, and its own number of the query.
func whose[T any](of func(*T) *sampler.Profile) []field.Typed[T] {
	return []field.Typed[T]{
		field.Numbered(view.Column{Name: "THREAD_ID", Type: field.BigintUnsigned, Comment: "Thread of the query"},
			field.Always(func(v *T) int64 { return int64(of(v).Statement.ThreadID()) })),
		field.Numbered(view.Column{Name: "EVENT_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Its event in events_statements_*; NULL if consumer events_statements_current was off"},
			func(v *T) (int64, bool) {
				n := of(v).Statement.EventID()
				return int64(n), n != 0
			}),
	}
}

// planFields are the columns that say whether a query's plan was kept.
func planFields[T any](of func(*T) *sampler.Profile) []field.Typed[T] {
	return []field.Typed[T]{
		field.Worded(view.Column{Name: "PLAN_KEPT", Type: "enum('YES','OUTLINE','NO')", Nullable: true, Comment: "Whether its plan was kept, and its operators seen. NO: it was left out for being short, and nothing is known of its operators; OUTLINE: so it was, and took 10 ms or more all the same: its nodes are told, with rows and loops of its first tables; NULL of a query that has no plan, or whose plan made room for newer ones"},
			field.NotEmpty(func(v *T) string { return planKept(of(v)) })),
		field.Numbered(view.Column{Name: "PLAN_EVERY", Type: field.BigintUnsigned, Comment: "Of how many queries of its digest one plan was kept when it ran: profiling_detail_ceiling"},
			field.Always(func(v *T) int64 { return int64(of(v).Statement.DetailEvery()) })),
	}
}

// planKept says what there is of a query's plan, empty where there never was one.
func planKept(p *sampler.Profile) string {
	switch has := p.Statement.Plan() != nil; {
	case has && p.Statement.Detailed():
		return "YES"
	case has:
		return "OUTLINE"
	case !p.Statement.Detailed():
		return "NO"
	}
	return ""
}

// whoseIndexes are the indexes of such a table.
func whoseIndexes(query view.Index) []view.Index {
	return []view.Index{query, {Name: "THREAD_ID", Columns: []string{"THREAD_ID", "EVENT_ID"}}}
}

// queryProfiles declares profiling.query_profiles: where the time of every
// query went that runs or ended of late, in the columns of the Snowset.
func queryProfiles() *view.Table {
	type row = queryProfile
	fields := field.Untyped(slices.Concat(ownFields(), []field.Typed[row]{weightField}, snowsetFields()))
	return &view.Table{
		Name: "query_profiles", Comment: "Where the time of every query went, by resource and by operator",
		Columns: field.Columns(fields), Access: view.AllowTruncate,
		Indexes: append(whoseIndexes(view.Index{Name: "PRIMARY", Columns: []string{"queryId"}, Unique: true}),
			view.Index{Name: "DIGEST", Columns: []string{"DIGEST"}}),
		Open: field.Opener(fields, func(r view.Reader) func(int, func(*row)) bool {
			known := r.Profiler.Known()
			one := row{record: sampler.NewRecord(nil, &known), texts: make(digestTexts), hashes: make(planHashes)}
			return field.OnEach(profilesBy("queryId"), func(_ view.Reader, p *sampler.Profile, visit func(*row)) {
				one.of(p)
				visit(&one)
			})(r)
		}),
		Forget: func(r view.Reader) error { r.Profiler.Truncate(); return nil },
	}
}

// endedFields are the columns of query_profiles but for WEIGHT: see [EndedProfiles].
var endedFields = append(ownFields(), snowsetFields()...)

// weightField is the column WEIGHT, between those of the profiler and the Snowset's.
var weightField = field.Numbered(view.Column{Name: "WEIGHT", Type: field.BigintUnsigned, Comment: "How many queries it stands for: 1, or more where short ones were left out"},
	field.Always(func(r *queryProfile) int64 { return int64(r.Weight) }))

// ownFields are the columns that the Snowset does not have.
func ownFields() []field.Typed[queryProfile] {
	type row = queryProfile
	fields := whose(func(r *row) *sampler.Profile { return r.Profile })
	wall := func(name, comment string, of func(cpu, waiting, idle time.Duration) time.Duration) field.Typed[row] {
		return field.Numbered(view.Column{Name: name, Type: field.Milliseconds, Nullable: true, Comment: comment + " (milliseconds); NULL of a query that the profiler came too late to see"},
			func(r *row) (int64, bool) { return of(r.record.Totals().Wall()).Nanoseconds(), !r.Missed() })
	}
	fields = append(fields,
		field.Worded(view.Column{Name: "DIGEST", Type: field.Identifier, Nullable: true, Comment: "Hash of the normalized statement"},
			field.NotEmpty(func(r *row) string { return r.texts.of(r.Statement).hex })),
		field.Worded(view.Column{Name: "DIGEST_TEXT", Type: field.Longtext, Nullable: true, Comment: "The normalized statement"},
			field.NotEmpty(func(r *row) string { return r.texts.of(r.Statement).text })),
		field.Worded(view.Column{Name: "SQL_TEXT", Type: field.Longtext, Nullable: true, Comment: "The statement, cut at performance_schema_max_sql_text_length bytes; NULL where the texts of all had no room, and for none"},
			field.NotEmpty(func(r *row) string { return field.Utf8Text(r.Statement.Text()) })),
		wall("WALL_CPU", commentWallCPU, func(cpu, _, _ time.Duration) time.Duration { return cpu }),
		wall("WALL_WAITING", commentWallWaiting, func(_, waiting, _ time.Duration) time.Duration { return waiting }),
		wall("WALL_IDLE", commentWallIdle, func(_, _, idle time.Duration) time.Duration { return idle }),
		field.Numbered(view.Column{Name: "CORES_USED", Type: "double", Nullable: true, Comment: commentCoresUsed + "; NULL of a query that was not seen"},
			func(r *row) (int64, bool) { return shareBits(r.record.Totals().OnCPU(), r.Elapsed) }),
		field.Numbered(view.Column{Name: "CPU_QUEUED", Type: field.Milliseconds, Nullable: true, Comment: commentQueued + "; NULL of a query that was not seen, and where the platform does not tell (milliseconds)"},
			func(r *row) (int64, bool) { return r.Queued.Nanoseconds(), r.QueuedKnown }))
	fields = append(fields, field.Worded(view.Column{Name: "PLAN_HASH", Type: planHashType, Nullable: true, Comment: "Hash of the shape of its plan: PLAN_HASH of query_plans; NULL of a query that has no plan, and where PLAN_KEPT is NO"},
		field.NotEmpty(func(r *row) string { return r.hashes.of(r.PlanHash()) })))
	return append(fields, planFields(func(r *row) *sampler.Profile { return r.Profile })...)
}

// snowsetFields are the columns of the Snowset.
func snowsetFields() (fields []field.Typed[queryProfile]) {
	for _, c := range sampler.Columns() {
		fields = append(fields, snowsetField(c))
	}
	return fields
}

// of has the row be of a profile.
func (q *queryProfile) of(p *sampler.Profile) {
	q.Profile = p
	q.record.Reset(p)
}

// snowsetField is a column of the Snowset.
func snowsetField(c sampler.Column) field.Typed[queryProfile] {
	switch declared := snowsetColumn(c); c.Kind() {
	case sampler.Text:
		return field.Worded(declared, field.NotEmpty(func(r *queryProfile) string { return c.Text(r.record) }))
	case sampler.Number, sampler.Timestamp:
		return field.Numbered(declared, func(r *queryProfile) (int64, bool) { return c.Number(r.record) })
	default:
		return field.Typed[queryProfile]{Field: field.Field[queryProfile]{Column: declared}}
	}
}

// What times of a query's own mean, which are comparable between queries whatever
// cores they might use.
const (
	commentWallCPU     = "Part of the time in which at least one of its threads ran, or would have with a core"
	commentWallWaiting = "Part of the time in which none of its threads ran and one waited: for storage, network, a lock"
	commentWallIdle    = "Part of the time in which none of its threads had anything to do, as in SLEEP()"
	commentQueued      = "Part of the CPU time it is charged, in setup and teardown too, for which its threads waited for a core: for one of the runtime's as it was seen, for one of the kernel's by an estimate over all threads"
	commentCoresUsed   = "How many of its threads had a core at once, in the mean of the time it was seen: the cores it used, of perServerCores that it might use"
)

// snowsetColumn is a column of the Snowset as MySQL would declare it.
func snowsetColumn(c sampler.Column) view.Column {
	out := view.Column{Name: c.Name, Type: field.Bigint, Nullable: c.Name != "queryId", Comment: c.Comment, Unknown: c.Unknown}
	switch c.Type {
	case "int32":
		out.Type = field.Integer
	case "string":
		out.Type = field.Identifier
	case "UTC Timestamp":
		out.Type = "timestamp(6)"
	}
	if c.Unit != "" && c.Unit != "Bytes" {
		out.Comment += " (" + strings.ToLower(c.Unit) + ")"
	}
	return out
}

// ms is a sampled time in milliseconds.
func ms(d time.Duration) string { return view.FormatMillionths(d.Nanoseconds()) }

// share is a part of a whole, NULL of nothing.
func share(part, whole time.Duration) any {
	if whole == 0 {
		return nil
	}
	return float64(part) / float64(whole)
}

// shareBits is share, as a Vector has it.
func shareBits(part, whole time.Duration) (bits int64, known bool) {
	share, known := share(part, whole).(float64)
	return int64(math.Float64bits(share)), known
}
