package view

import (
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/perfschema/perfschema/sampler"
)

// milliseconds is the type of sampled times that are no column of the Snowset.
const milliseconds = "decimal(20,6)"

// queryProfile is what a row of query_profiles tells of.
type queryProfile struct {
	*sampler.Profile
	known *sampler.Known
}

// profilesBy gives the profiles a reader looks for: of queries that have ended,
// in the order in which they did, then of those that run. query is what the
// table calls the number of the query.
func profilesBy(query string) func(Reader) []*sampler.Profile {
	return func(r Reader) []*sampler.Profile {
		var key sampler.Key
		for column, of := range map[string]*uint64{query: &key.StatementID, "THREAD_ID": &key.ThreadID, "EVENT_ID": &key.EventID} {
			n, ok := r.wantsNumber(column)
			if ok && n == 0 {
				return nil // nothing has the number 0
			}
			*of = n
		}
		if sum, ok := r.wantsDigest(); ok {
			key.Digest = &sum
		}
		return slices.DeleteFunc(r.Profiler.Find(key), func(p *sampler.Profile) bool {
			digest := p.Statement.DigestHex()
			return !r.wantsNullable("DIGEST", digest, digest == "")
		})
	}
}

// wantsDigest gives the one digest the reader looks for; false where there is none,
// or what is looked for is none.
func (r Reader) wantsDigest() (sum [32]byte, ok bool) {
	s, _ := r.Equal["DIGEST"].(string)
	n, err := hex.Decode(sum[:], []byte(s[:min(len(s), 2*len(sum))]))
	return sum, err == nil && n == len(sum) && len(s) == 2*len(sum)
}

// whose is the columns by which a table of the schema profiling is joined with
// events_statements_*, and its own number of the query.
func whose[T any](of func(*T) *sampler.Profile) []field[T] {
	return []field[T]{
		{Column{Name: "THREAD_ID", Type: bigintUnsigned, Comment: "Thread of the query"},
			func(v *T) any { return of(v).Statement.ThreadID() }},
		{Column{Name: "EVENT_ID", Type: bigintUnsigned, Nullable: true, Comment: "Its event in events_statements_*; NULL if consumer events_statements_current was off"},
			func(v *T) any { return number(of(v).Statement.EventID()) }},
	}
}

// planFields are the columns that say whether a query's plan was kept.
func planFields[T any](of func(*T) *sampler.Profile) []field[T] {
	return []field[T]{
		{Column{Name: "PLAN_KEPT", Type: "enum('YES','OUTLINE','NO')", Nullable: true, Comment: "Whether its plan was kept, and its operators seen. NO: it was left out for being short, and nothing is known of its operators; OUTLINE: so it was, and took 10 ms or more all the same: its nodes are told, with rows and loops of its first tables; NULL of a query that has no plan, or whose plan made room for newer ones"},
			func(v *T) any { return planKept(of(v)) }},
		{Column{Name: "PLAN_EVERY", Type: bigintUnsigned, Comment: "Of how many queries of its digest one plan was kept when it ran: profiling_detail_ceiling"},
			func(v *T) any { return uint64(of(v).Statement.DetailEvery()) }},
	}
}

// planKept says what there is of a query's plan.
func planKept(p *sampler.Profile) any {
	switch has := p.Statement.Plan() != nil; {
	case has && p.Statement.Detailed():
		return "YES"
	case has:
		return "OUTLINE"
	case !p.Statement.Detailed():
		return "NO"
	}
	return nil
}

// whoseIndexes are the indexes of such a table.
func whoseIndexes(query Index) []Index {
	return []Index{query, {Name: "THREAD_ID", Columns: []string{"THREAD_ID", "EVENT_ID"}}}
}

// queryProfiles declares profiling.query_profiles: where the time of every
// query went that runs or ended of late, in the columns of the Snowset.
func queryProfiles() *Table {
	type row = queryProfile
	fields := queryProfileFields()
	return &Table{
		Name: "query_profiles", Comment: "Where the time of every query went, by resource and by operator",
		Columns: columns(fields), Access: AllowTruncate,
		Indexes: append(whoseIndexes(Index{Name: "PRIMARY", Columns: []string{"queryId"}, Unique: true}),
			Index{Name: "DIGEST", Columns: []string{"DIGEST"}}),
		Open: opener(fields, listed(func(r Reader) []row {
			profiles := profilesBy("queryId")(r)
			known := r.Profiler.Known()
			rows := make([]row, len(profiles))
			for i, p := range profiles {
				rows[i] = row{p, &known}
			}
			return rows
		})),
		Forget: func(r Reader) error { r.Profiler.Truncate(); return nil },
	}
}

func queryProfileFields() []field[queryProfile] {
	type row = queryProfile
	fields := whose(func(r *row) *sampler.Profile { return r.Profile })
	wall := func(name, comment string, of func(cpu, waiting, idle time.Duration) time.Duration) field[row] {
		return field[row]{Column{Name: name, Type: milliseconds, Nullable: true, Comment: comment + " (milliseconds); NULL of a query that the profiler came too late to see"},
			func(r *row) any { return unless(r.Missed(), ms(of(r.Wall()))) }}
	}
	fields = append(fields,
		field[row]{Column{Name: "DIGEST", Type: identifier, Nullable: true, Comment: "Hash of the normalized statement"},
			func(r *row) any { return text(r.Statement.DigestHex()) }},
		field[row]{Column{Name: "DIGEST_TEXT", Type: longtext, Nullable: true, Comment: "The normalized statement"},
			func(r *row) any { return validText(r.Statement.DigestText()) }},
		field[row]{Column{Name: "SQL_TEXT", Type: longtext, Nullable: true, Comment: "The statement, cut at performance_schema_max_sql_text_length bytes; NULL where the texts of all had no room, and for none"},
			func(r *row) any { return validText(r.Statement.Text()) }},
		wall("WALL_CPU", commentWallCPU, func(cpu, _, _ time.Duration) time.Duration { return cpu }),
		wall("WALL_WAITING", commentWallWaiting, func(_, waiting, _ time.Duration) time.Duration { return waiting }),
		wall("WALL_IDLE", commentWallIdle, func(_, _, idle time.Duration) time.Duration { return idle }),
		field[row]{Column{Name: "CORES_USED", Type: "double", Nullable: true, Comment: commentCoresUsed + "; NULL of a query that was not seen"},
			func(r *row) any { return share(r.OnCPU(), r.Elapsed) }},
		field[row]{Column{Name: "CPU_QUEUED", Type: milliseconds, Nullable: true, Comment: commentQueued + "; NULL of a query that was not seen, and where the platform does not tell (milliseconds)"},
			func(r *row) any { return unless(!r.QueuedKnown, ms(r.Queued)) }})
	fields = append(fields, planFields(func(r *row) *sampler.Profile { return r.Profile })...)
	for _, c := range sampler.Columns() {
		f := field[row]{snowsetColumn(c), nil}
		if c.Unknown == "" {
			f.value = func(r *row) any { return snowsetValue(c.Of(r.Profile, r.known)) }
		}
		fields = append(fields, f)
	}
	return fields
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
func snowsetColumn(c sampler.Column) Column {
	out := Column{Name: c.Name, Type: bigint, Nullable: c.Name != "queryId", Comment: c.Comment, Unknown: c.Unknown}
	switch c.Type {
	case "int32":
		out.Type = integer
	case "string":
		out.Type = identifier
	case "UTC Timestamp":
		out.Type = "timestamp(6)"
	}
	if c.Unit != "" && c.Unit != "Bytes" {
		out.Comment += " (" + strings.ToLower(c.Unit) + ")"
	}
	return out
}

func snowsetValue(v any) any {
	if n, ok := v.(int32); ok {
		return int64(n)
	}
	return v
}

// ms is a sampled time in milliseconds.
func ms(d time.Duration) string { return millionths(d.Nanoseconds()) }

// share is a part of a whole, NULL of nothing.
func share(part, whole time.Duration) any {
	if whole == 0 {
		return nil
	}
	return float64(part) / float64(whole)
}
