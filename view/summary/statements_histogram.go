package summary

import (
	"math"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// bucket is one row of a histogram of statement durations.
type bucket struct {
	schema, digest  string
	number          int
	count, andLower uint64
	total           uint64
}

var bucketFields = []field.Field[bucket]{
	{Column: view.Column{Name: "BUCKET_NUMBER", Type: "int unsigned", Comment: "Bucket, from 0"},
		Value: func(b *bucket) any { return uint64(b.number) }},
	{Column: view.Column{Name: "BUCKET_TIMER_LOW", Type: field.BigintUnsigned, Comment: "Shortest duration in the bucket, in picoseconds"},
		Value: func(b *bucket) any {
			low, _ := record.BucketBounds(b.number)
			return low
		}},
	{Column: view.Column{Name: "BUCKET_TIMER_HIGH", Type: field.BigintUnsigned, Comment: "Duration below which the bucket ends, in picoseconds"},
		Value: func(b *bucket) any {
			_, high := record.BucketBounds(b.number)
			return high
		}},
	{Column: view.Column{Name: "COUNT_BUCKET", Type: field.BigintUnsigned, Comment: "Statements in the bucket"},
		Value: func(b *bucket) any { return b.count }},
	{Column: view.Column{Name: "COUNT_BUCKET_AND_LOWER", Type: field.BigintUnsigned, Comment: "Statements in the bucket and all before it"},
		Value: func(b *bucket) any { return b.andLower }},
	{Column: view.Column{Name: "BUCKET_QUANTILE", Type: "double(7,6)", Comment: "Share of the statements in the bucket and all before it"},
		Value: func(b *bucket) any {
			if b.total == 0 {
				return 0.0
			}
			return math.Round(float64(b.andLower)/float64(b.total)*1e6) / 1e6
		}},
}

// walkBuckets visits the buckets of a histogram that the reader looks for, the
// empty ones too.
func walkBuckets(r view.Reader, schema, digest string, h *record.Histogram, visit func(*bucket)) {
	b := bucket{schema: schema, digest: digest, total: h.Total()}
	for i, n := range h {
		b.number, b.count = i, n
		b.andLower += n
		if wantsBucket(r, &b) {
			visit(&b)
		}
	}
}

// wantsBucket says whether the reader looks for the bucket.
func wantsBucket(r view.Reader, b *bucket) bool {
	n, ok := field.WantsNumber(r, "BUCKET_NUMBER")
	return !ok || n == uint64(b.number)
}

// histogramGlobal is the table of how long statements took.
func histogramGlobal() *view.Table {
	return &view.Table{
		Name:    "events_statements_histogram_global",
		Comment: "How long statements took",
		Columns: field.Columns(bucketFields),
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"BUCKET_NUMBER"}, Unique: true}},
		Access:  view.AllowTruncate,
		Open: field.Opener(bucketFields, field.OnEach(func(r view.Reader) []record.Histogram {
			return []record.Histogram{r.Schema.Read().StatementHistogram()}
		}, func(r view.Reader, h record.Histogram, visit func(*bucket)) {
			walkBuckets(r, "", "", &h, visit)
		})),
	}
}

// histogramByDigest is the table of how long the statements of each digest
// took: one row for each bucket of each digest.
func histogramByDigest() *view.Table {
	fields := append([]field.Field[bucket]{
		{Column: view.Column{Name: "SCHEMA_NAME", Type: field.Identifier, Nullable: true, Comment: "Default database of the statements"},
			Value: func(b *bucket) any { return field.Text(b.schema) }},
		{Column: view.Column{Name: "DIGEST", Type: field.Identifier, Nullable: true, Comment: "Hash of the normalized statement"},
			Value: func(b *bucket) any { return field.Text(b.digest) }},
	}, bucketFields...)
	return &view.Table{
		Name:    "events_statements_histogram_by_digest",
		Comment: "How long the statements of each digest took",
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "SCHEMA_NAME", Columns: []string{"SCHEMA_NAME", "DIGEST", "BUCKET_NUMBER"}, Unique: true}},
		Access:  view.AllowTruncate,
		Open: field.Opener(fields, field.OnEach(digestsOf, func(r view.Reader, d perfschema.Digest, visit func(*bucket)) {
			h := d.Histogram()
			walkBuckets(r, d.Schema(), d.Hex(), &h, visit)
		})),
	}
}
