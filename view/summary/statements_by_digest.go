package summary

import (
	"slices"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// digested is what a row of events_statements_summary_by_digest tells of.
type digested struct {
	*record.DigestSummary
	cpuOn     bool
	histogram func() record.Histogram // nil: of a snapshot, which has none
}

// statementsByDigest is the table of what statements cost that are the same but
// for their literals. Statements that found the table full are counted in a
// row whose SCHEMA_NAME and DIGEST are NULL. The quantiles are high estimates:
// the upper bound of the histogram bucket they fall in.
func statementsByDigest() *view.Table {
	fields := digestFields()
	return &view.Table{
		Name:    "events_statements_summary_by_digest",
		Comment: "Statements by what they are but for their literals",
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "SCHEMA_NAME", Columns: []string{"SCHEMA_NAME", "DIGEST"}, Unique: true}},
		Access:  view.AllowTruncate,
		Open:    openDigests(fields),
	}
}

// openDigests reads the digests, or those of a snapshot that the reader has.
func openDigests(fields []field.Field[digested]) func(view.Reader) *view.Cursor {
	live := field.Opener(fields, field.OnEach(digestsOf, visitDigest))
	kept := field.Opener(fields, field.OnEach(keptDigests, func(r view.Reader, d record.DigestSummary, visit func(*digested)) {
		visit(&digested{&d, r.Schema.Consumer(perfschema.ConsumerEventsStatementsCPU), nil})
	}))
	return func(r view.Reader) *view.Cursor {
		if r.Digests != nil {
			return kept(r)
		}
		return live(r)
	}
}

// keptDigests are those of a snapshot that the reader looks for.
func keptDigests(r view.Reader) (list []record.DigestSummary) {
	want, byDigest := r.Equal["DIGEST"]
	for i := range r.Digests {
		if d := &r.Digests[i]; field.WantsNullable(r, "SCHEMA_NAME", d.Schema, d.Schema == "") && (!byDigest || want == field.Text(d.DigestHex)) {
			list = append(list, *d)
		}
	}
	return list
}

// visitDigest visits the one row of a digest.
func visitDigest(r view.Reader, digest perfschema.Digest, visit func(*digested)) {
	d := digest.Summary()
	visit(&digested{&d, r.Schema.Consumer(perfschema.ConsumerEventsStatementsCPU), digest.Histogram})
}

func digestFields() []field.Field[digested] {
	type row = digested
	fields := []field.Field[row]{
		{Column: view.Column{Name: "SCHEMA_NAME", Type: field.Identifier, Nullable: true, Comment: "Default database of the statements"},
			Value: func(d *row) any { return field.Text(d.Schema) }},
		{Column: view.Column{Name: "DIGEST", Type: field.Identifier, Nullable: true, Comment: "Hash of the normalized statement"},
			Value: func(d *row) any { return field.Text(d.DigestHex) }},
		{Column: view.Column{Name: "DIGEST_TEXT", Type: field.Longtext, Nullable: true, Comment: "The normalized statement"},
			Value: func(d *row) any { return field.ValidText(d.DigestText) }},
	}
	fields = append(fields, statementStatFields(
		func(d *row) *record.StatementStat { return &d.Stat },
		func(d *row) bool { return d.cpuOn })...)
	quantile := func(permille uint64) func(*row) any {
		return func(d *row) any {
			if d.histogram == nil {
				return nil
			}
			h := d.histogram()
			return h.Quantile(permille)
		}
	}
	return append(fields, []field.Field[row]{
		{Column: view.Column{Name: "FIRST_SEEN", Type: "timestamp(6)", Comment: "When the first of the statements ended"},
			Value: func(d *row) any { return d.FirstSeen }},
		{Column: view.Column{Name: "LAST_SEEN", Type: "timestamp(6)", Comment: "When the last of the statements ended"},
			Value: func(d *row) any { return d.LastSeen }},
		{Column: view.Column{Name: "QUANTILE_95", Type: field.BigintUnsigned, Comment: "Picoseconds that 95 % of the statements took at most"},
			Value: quantile(950)},
		{Column: view.Column{Name: "QUANTILE_99", Type: field.BigintUnsigned, Comment: "Picoseconds that 99 % of the statements took at most"},
			Value: quantile(990)},
		{Column: view.Column{Name: "QUANTILE_999", Type: field.BigintUnsigned, Comment: "Picoseconds that 99.9 % of the statements took at most"},
			Value: quantile(999)},
		{Column: view.Column{Name: "QUERY_SAMPLE_TEXT", Type: field.Longtext, Nullable: true, Comment: "One of the statements, the slowest of late"},
			Value: func(d *row) any { return field.ValidText(d.SampleText) }},
		{Column: view.Column{Name: "QUERY_SAMPLE_SEEN", Type: "timestamp(6)", Comment: "When the sample was taken"},
			Value: func(d *row) any { return d.SampleSeen }},
		{Column: view.Column{Name: "QUERY_SAMPLE_TIMER_WAIT", Type: field.BigintUnsigned, Comment: "Picoseconds the sample took"},
			Value: func(d *row) any { return d.SampleWait }},
	}...)
}

// digestsOf gives the digests the reader looks for.
func digestsOf(r view.Reader) []perfschema.Digest {
	var list []perfschema.Digest
	want, byDigest := r.Equal["DIGEST"]
	if hex, ok := want.(string); ok {
		list = r.Schema.Read().FindDigests(hex)
	} else {
		list = r.Schema.Read().ListDigests()
	}
	return slices.DeleteFunc(list, func(d perfschema.Digest) bool {
		return !field.WantsNullable(r, "SCHEMA_NAME", d.Schema(), d.Schema() == "") || byDigest && want == nil && d.Hex() != ""
	})
}
