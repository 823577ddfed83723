package profiling

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// digestResource is what a row of query_resources_summary_by_digest tells of.
type digestResource struct {
	*sampler.DigestProfile
	schema *perfschema.Schema
	sampler.Cell
}

// queryResourcesByDigest declares profiling.query_resources_summary_by_digest: what
// all queries of one digest used and waited for, in each operator.
func queryResourcesByDigest() *view.Table {
	type row = digestResource
	fields := []field.Field[row]{
		{Column: view.Column{Name: "SCHEMA_NAME", Type: field.Identifier, Nullable: true, Comment: "Default database of the queries"},
			Value: func(d *row) any { return field.Text(d.Schema) }},
		{Column: view.Column{Name: "DIGEST", Type: field.Identifier, Nullable: true, Comment: "Hash of the normalized statement; NULL for those that have none or found no room"},
			Value: func(d *row) any { return field.Text(d.DigestHex) }},
	}
	fields = append(fields, cellFields(func(d *row) cellOf { return cellOf{d.Cell, d.schema, d.CoreTime, d.Elapsed} })...)
	return &view.Table{
		Name: "query_resources_summary_by_digest", Comment: "What all queries that are the same but for their literals used and waited for in each operator",
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "SCHEMA_NAME", Columns: []string{"SCHEMA_NAME", "DIGEST"}}, {Name: "DIGEST", Columns: []string{"DIGEST"}}},
		Open: field.Opener(fields, field.OnEach(digestsWanted, func(r view.Reader, d *sampler.DigestProfile, visit func(*row)) {
			for _, c := range d.Cells() {
				visit(&row{d, r.Schema, c})
			}
		})),
	}
}
