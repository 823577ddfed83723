package view

import (
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
	columns []any // the Snowset's
}

// profilesBy gives the profiles a reader looks for: of queries that have ended,
// in the order in which they did, then of those that run. query is what the
// table calls the number of the query.
func profilesBy(query string) func(Reader) []*sampler.Profile {
	return func(r Reader) []*sampler.Profile {
		thread, byThread := r.wantsNumber("THREAD_ID")
		event, byEvent := r.wantsNumber("EVENT_ID")
		number, byNumber := r.wantsNumber(query)
		return slices.DeleteFunc(r.Profiler.All(), func(p *sampler.Profile) bool {
			st := p.Statement
			if byThread && st.ThreadID() != thread || byEvent && st.EventID() != event || byNumber && st.StatementID() != number {
				return true
			}
			digest := st.DigestHex()
			return !r.wantsNullable("DIGEST", digest, digest == "")
		})
	}
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

// whoseIndexes are the indexes of such a table.
func whoseIndexes(query Index) []Index {
	return []Index{query, {Name: "THREAD_ID", Columns: []string{"THREAD_ID", "EVENT_ID"}}}
}

// queryProfiles declares profiling.query_profiles: where the time of every
// query went that runs or ended of late, in the columns of the Snowset.
func queryProfiles() *Table {
	type row = queryProfile
	fields := whose(func(r *row) *sampler.Profile { return r.Profile })
	fields = append(fields, field[row]{
		Column{Name: "DIGEST", Type: identifier, Nullable: true, Comment: "Hash of the normalized statement"},
		func(r *row) any { return text(r.Statement.DigestHex()) }})
	for i, c := range sampler.Columns() {
		f := field[row]{snowsetColumn(c), nil}
		if c.Unknown == "" {
			f.value = func(r *row) any { return snowsetValue(r.columns[i]) }
		}
		fields = append(fields, f)
	}
	return &Table{
		Name: "query_profiles", Comment: "Where the time of every query went, by resource and by operator",
		Columns: columns(fields), Access: AllowTruncate,
		Indexes: append(whoseIndexes(Index{Name: "PRIMARY", Columns: []string{"queryId"}, Unique: true}),
			Index{Name: "DIGEST", Columns: []string{"DIGEST"}}),
		Open: opener(fields, onEach(profilesBy("queryId"), func(r Reader, p *sampler.Profile, visit func(*row)) {
			known := r.Profiler.Known()
			visit(&row{p, sampler.Row(p, &known)})
		})),
		Forget: func(r Reader) { r.Profiler.Truncate() },
	}
}

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
