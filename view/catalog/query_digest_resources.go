package catalog

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
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
	fields := []field[row]{
		{Column: view.Column{Name: "SCHEMA_NAME", Type: identifier, Nullable: true, Comment: "Default database of the queries"},
			value: func(d *row) any { return text(d.Schema) }},
		{Column: view.Column{Name: "DIGEST", Type: identifier, Nullable: true, Comment: "Hash of the normalized statement; NULL for those that have none or found no room"},
			value: func(d *row) any { return text(d.DigestHex) }},
	}
	fields = append(fields, cellFields(func(d *row) cellOf { return cellOf{d.Cell, d.schema, d.CoreTime, d.Elapsed} })...)
	return &view.Table{
		Name: "query_resources_summary_by_digest", Comment: "What all queries that are the same but for their literals used and waited for in each operator",
		Columns: columns(fields),
		Indexes: []view.Index{{Name: "SCHEMA_NAME", Columns: []string{"SCHEMA_NAME", "DIGEST"}}, {Name: "DIGEST", Columns: []string{"DIGEST"}}},
		Open: opener(fields, onEach(digestsWanted, func(r view.Reader, d *sampler.DigestProfile, visit func(*row)) {
			for _, c := range d.Cells() {
				visit(&row{d, r.Schema, c})
			}
		})),
	}
}
