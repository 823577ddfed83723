package view

import (
	"math"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// bucket is one row of a histogram of statement durations.
type bucket struct {
	schema, digest  string
	number          int
	count, andLower uint64
	total           uint64
}

var bucketFields = []field[bucket]{
	{Column{Name: "BUCKET_NUMBER", Type: "int unsigned", Comment: "Bucket, from 0"},
		func(b *bucket) any { return uint64(b.number) }},
	{Column{Name: "BUCKET_TIMER_LOW", Type: bigintUnsigned, Comment: "Shortest duration in the bucket, in picoseconds"},
		func(b *bucket) any {
			low, _ := record.BucketBounds(b.number)
			return low
		}},
	{Column{Name: "BUCKET_TIMER_HIGH", Type: bigintUnsigned, Comment: "Duration below which the bucket ends, in picoseconds"},
		func(b *bucket) any {
			_, high := record.BucketBounds(b.number)
			return high
		}},
	{Column{Name: "COUNT_BUCKET", Type: bigintUnsigned, Comment: "Statements in the bucket"},
		func(b *bucket) any { return b.count }},
	{Column{Name: "COUNT_BUCKET_AND_LOWER", Type: bigintUnsigned, Comment: "Statements in the bucket and all before it"},
		func(b *bucket) any { return b.andLower }},
	{Column{Name: "BUCKET_QUANTILE", Type: "double(7,6)", Comment: "Share of the statements in the bucket and all before it"},
		func(b *bucket) any {
			if b.total == 0 {
				return 0.0
			}
			return math.Round(float64(b.andLower)/float64(b.total)*1e6) / 1e6
		}},
}

// walkBuckets visits the buckets of a histogram that the reader looks for, the
// empty ones too.
func (r Reader) walkBuckets(schema, digest string, h *record.Histogram, visit func(*bucket)) {
	b := bucket{schema: schema, digest: digest, total: h.Total()}
	for i, n := range h {
		b.number, b.count = i, n
		b.andLower += n
		if r.wantsBucket(&b) {
			visit(&b)
		}
	}
}

// wantsBucket says whether the reader looks for the bucket.
func (r Reader) wantsBucket(b *bucket) bool {
	n, ok := r.wantsNumber("BUCKET_NUMBER")
	return !ok || n == uint64(b.number)
}

// histogramGlobal is the table of how long statements took.
func histogramGlobal() *Table {
	return &Table{
		Name:    "events_statements_histogram_global",
		Comment: "How long statements took",
		Columns: columns(bucketFields),
		Indexes: []Index{{Name: "PRIMARY", Columns: []string{"BUCKET_NUMBER"}, Unique: true}},
		Access:  AllowTruncate,
		Open: opener(bucketFields, onEach(func(r Reader) []record.Histogram {
			return []record.Histogram{r.Schema.Read().StatementHistogram()}
		}, func(r Reader, h record.Histogram, visit func(*bucket)) {
			r.walkBuckets("", "", &h, visit)
		})),
	}
}

// histogramByDigest is the table of how long the statements of each digest
// took: one row for each bucket of each digest.
func histogramByDigest() *Table {
	fields := append([]field[bucket]{
		{Column{Name: "SCHEMA_NAME", Type: identifier, Nullable: true, Comment: "Default database of the statements"},
			func(b *bucket) any { return text(b.schema) }},
		{Column{Name: "DIGEST", Type: identifier, Nullable: true, Comment: "Hash of the normalized statement"},
			func(b *bucket) any { return text(b.digest) }},
	}, bucketFields...)
	return &Table{
		Name:    "events_statements_histogram_by_digest",
		Comment: "How long the statements of each digest took",
		Columns: columns(fields),
		Indexes: []Index{{Name: "SCHEMA_NAME", Columns: []string{"SCHEMA_NAME", "DIGEST", "BUCKET_NUMBER"}, Unique: true}},
		Access:  AllowTruncate,
		Open: opener(fields, onEach(Reader.digests, func(r Reader, d perfschema.Digest, visit func(*bucket)) {
			h := d.Histogram()
			r.walkBuckets(d.Schema(), d.Hex(), &h, visit)
		})),
	}
}
