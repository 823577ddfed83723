package view

import (
	"slices"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
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
func statementsByDigest() *Table {
	fields := digestFields()
	return &Table{
		Name:    "events_statements_summary_by_digest",
		Comment: "Statements by what they are but for their literals",
		Columns: columns(fields),
		Indexes: []Index{{Name: "SCHEMA_NAME", Columns: []string{"SCHEMA_NAME", "DIGEST"}, Unique: true}},
		Access:  AllowTruncate,
		Open:    openDigests(fields),
	}
}

// openDigests reads the digests, or those of a snapshot that the reader has.
func openDigests(fields []field[digested]) func(Reader) *Cursor {
	live := opener(fields, onEach(Reader.digests, visitDigest))
	kept := opener(fields, onEach(Reader.keptDigests, func(r Reader, d record.DigestSummary, visit func(*digested)) {
		visit(&digested{&d, r.Schema.Consumer(perfschema.ConsumerEventsStatementsCPU), nil})
	}))
	return func(r Reader) *Cursor {
		if r.Digests != nil {
			return kept(r)
		}
		return live(r)
	}
}

// keptDigests are those of a snapshot that the reader looks for.
func (r Reader) keptDigests() (list []record.DigestSummary) {
	want, byDigest := r.Equal["DIGEST"]
	for i := range r.Digests {
		if d := &r.Digests[i]; r.wantsNullable("SCHEMA_NAME", d.Schema, d.Schema == "") && (!byDigest || want == text(d.DigestHex)) {
			list = append(list, *d)
		}
	}
	return list
}

// visitDigest visits the one row of a digest.
func visitDigest(r Reader, digest perfschema.Digest, visit func(*digested)) {
	d := digest.Summary()
	visit(&digested{&d, r.Schema.Consumer(perfschema.ConsumerEventsStatementsCPU), digest.Histogram})
}

func digestFields() []field[digested] {
	type row = digested
	fields := []field[row]{
		{Column{Name: "SCHEMA_NAME", Type: identifier, Nullable: true, Comment: "Default database of the statements"},
			func(d *row) any { return text(d.Schema) }},
		{Column{Name: "DIGEST", Type: identifier, Nullable: true, Comment: "Hash of the normalized statement"},
			func(d *row) any { return text(d.DigestHex) }},
		{Column{Name: "DIGEST_TEXT", Type: longtext, Nullable: true, Comment: "The normalized statement"},
			func(d *row) any { return validText(d.DigestText) }},
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
	return append(fields, []field[row]{
		{Column{Name: "FIRST_SEEN", Type: "timestamp(6)", Comment: "When the first of the statements ended"},
			func(d *row) any { return d.FirstSeen }},
		{Column{Name: "LAST_SEEN", Type: "timestamp(6)", Comment: "When the last of the statements ended"},
			func(d *row) any { return d.LastSeen }},
		{Column{Name: "QUANTILE_95", Type: bigintUnsigned, Comment: "Picoseconds that 95 % of the statements took at most"},
			quantile(950)},
		{Column{Name: "QUANTILE_99", Type: bigintUnsigned, Comment: "Picoseconds that 99 % of the statements took at most"},
			quantile(990)},
		{Column{Name: "QUANTILE_999", Type: bigintUnsigned, Comment: "Picoseconds that 99.9 % of the statements took at most"},
			quantile(999)},
		{Column{Name: "QUERY_SAMPLE_TEXT", Type: longtext, Nullable: true, Comment: "One of the statements, the slowest of late"},
			func(d *row) any { return validText(d.SampleText) }},
		{Column{Name: "QUERY_SAMPLE_SEEN", Type: "timestamp(6)", Comment: "When the sample was taken"},
			func(d *row) any { return d.SampleSeen }},
		{Column{Name: "QUERY_SAMPLE_TIMER_WAIT", Type: bigintUnsigned, Comment: "Picoseconds the sample took"},
			func(d *row) any { return d.SampleWait }},
	}...)
}

// digests gives the digests the reader looks for.
func (r Reader) digests() []perfschema.Digest {
	var list []perfschema.Digest
	want, byDigest := r.Equal["DIGEST"]
	if hex, ok := want.(string); ok {
		list = r.Schema.Read().FindDigests(hex)
	} else {
		list = r.Schema.Read().ListDigests()
	}
	return slices.DeleteFunc(list, func(d perfschema.Digest) bool {
		return !r.wantsNullable("SCHEMA_NAME", d.Schema(), d.Schema() == "") || byDigest && want == nil && d.Hex() != ""
	})
}
