package profiling

import (
	"github.com/perfschema/perfschema/conflict"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// transactionConflicts declares profiling.transaction_conflicts: the last transactions that lost to others.
func transactionConflicts() *view.Table {
	type row = conflict.Row
	fields := []field.Field[row]{
		{Column: view.Column{Name: "CONFLICT_ID", Type: field.BigintUnsigned, Comment: "Number of the conflict, from 1"}, Value: func(r *row) any { return r.ID }},
		{Column: view.Column{Name: "CONFLICT_TIME", Type: field.MicroTimestamp, Comment: "When the transaction lost"}, Value: func(r *row) any { return r.At }},
		{Column: view.Column{Name: "OUTCOME", Type: "enum('error','run again')", Comment: "error: its client was told of error 1213; run again: the statement, which committed by itself, ran again, and its client was told nothing"},
			Value: func(r *row) any {
				if r.Again {
					return "run again"
				}
				return "error"
			}},
		{Column: view.Column{Name: "OBJECT_SCHEMA", Type: field.Identifier, Nullable: true, Comment: "Database of the table"}, Value: func(r *row) any { return field.ValidText(r.Schema) }},
		{Column: view.Column{Name: "OBJECT_NAME", Type: field.Identifier, Nullable: true, Comment: "Table of which both have changed a row; NULL if it is not known"}, Value: func(r *row) any { return field.ValidText(r.Table) }},
		{Column: view.Column{Name: "ROW_KEY", Type: field.Longtext, Nullable: true, Comment: "Primary key of the first such row; NULL of a table without one, where another changed the definition, and if it is not known"}, Value: func(r *row) any { return field.ValidText(r.Key) }},
	}
	fields = append(fields, partyFields("LOSER", "the transaction that lost", func(r *row) *conflict.Party { return &r.Loser })...)
	fields = append(fields, partyFields("WINNER", "the transaction that had committed before; NULL if it is not known", func(r *row) *conflict.Party { return &r.Winner })...)
	fields = append(fields, field.Field[row]{Column: view.Column{Name: "WINNER_TIME", Type: field.MicroTimestamp, Nullable: true, Comment: "When that one committed"},
		Value: func(r *row) any { return field.Unless(r.WonAt.IsZero(), r.WonAt) }})
	return &view.Table{
		Name: "transaction_conflicts", Comment: "The last transactions that lost to others, and to whom", Columns: field.Columns(fields), Access: view.AllowTruncate,
		Open:   field.Opener(fields, field.Listed(func(r view.Reader) []row { return r.Conflicts.Rows() })),
		Forget: func(r view.Reader) error { r.Conflicts.Truncate(); return nil },
	}
}

// partyFields are the columns of one of the two.
func partyFields(prefix, who string, of func(*conflict.Row) *conflict.Party) []field.Field[conflict.Row] {
	type row = conflict.Row
	text := func(name, typ, comment string, value func(*conflict.Party) string) field.Field[row] {
		return field.Field[row]{Column: view.Column{Name: prefix + "_" + name, Type: typ, Nullable: true, Comment: comment + " of " + who}, Value: func(r *row) any { return field.ValidText(value(of(r))) }}
	}
	number := func(name, comment string, value func(*conflict.Party) uint64) field.Field[row] {
		return field.Field[row]{Column: view.Column{Name: prefix + "_" + name, Type: field.BigintUnsigned, Nullable: true, Comment: comment + " of " + who}, Value: func(r *row) any { return field.Number(value(of(r))) }}
	}
	return []field.Field[row]{
		number("THREAD_ID", "Thread", func(p *conflict.Party) uint64 { return p.ThreadID }),
		number("PROCESSLIST_ID", "Connection", func(p *conflict.Party) uint64 { return p.ProcesslistID }),
		text("USER", "varchar(32)", "User", func(p *conflict.Party) string { return p.User }),
		text("HOST", "varchar(255)", "Host", func(p *conflict.Party) string { return p.Host }),
		number("TRANSACTION_EVENT_ID", "Event", func(p *conflict.Party) uint64 { return p.TransactionEventID }),
		number("QUERY_ID", "STATEMENT_ID of the query that committed by itself, or of the last one before the COMMIT,", func(p *conflict.Party) uint64 { return p.Query.StatementID }),
		text("DIGEST", "varchar(64)", "Hash of the normalized query", func(p *conflict.Party) string { return p.Query.DigestHex() }),
		text("DIGEST_TEXT", field.Longtext, "Normalized query", func(p *conflict.Party) string { return p.Query.DigestText() }),
	}
}

// conflictPairs declares profiling.transaction_conflicts_summary_by_digest: how often queries of one digest
// lost to those of another.
func conflictPairs() *view.Table {
	type row = conflict.Pair
	text := func(name, typ, comment string, of func(*row) string) field.Field[row] {
		return field.Field[row]{Column: view.Column{Name: name, Type: typ, Nullable: true, Comment: comment}, Value: func(p *row) any { return field.ValidText(of(p)) }}
	}
	fields := []field.Field[row]{
		text("LOSER_DIGEST", "varchar(64)", "Hash of the normalized query of the transaction that lost; NULL if it is not known, and of the pairs that found no room", func(p *row) string { return p.Loser }),
		text("LOSER_DIGEST_TEXT", field.Longtext, "That query, normalized", func(p *row) string { return p.LoserText }),
		text("WINNER_DIGEST", "varchar(64)", "Hash of the normalized query of the one that had committed before; NULL as LOSER_DIGEST", func(p *row) string { return p.Winner }),
		text("WINNER_DIGEST_TEXT", field.Longtext, "That query, normalized", func(p *row) string { return p.WinnerText }),
		{Column: view.Column{Name: "COUNT_STAR", Type: field.BigintUnsigned, Comment: "How often one of these lost to one of those"}, Value: func(p *row) any { return p.Count }},
		{Column: view.Column{Name: "COUNT_RUN_AGAIN", Type: field.BigintUnsigned, Comment: "How many of these ran again, so that no client was told"}, Value: func(p *row) any { return p.CountAgain }},
		{Column: view.Column{Name: "FIRST_SEEN", Type: field.MicroTimestamp, Comment: "When the first of them lost"}, Value: func(p *row) any { return p.FirstSeen }},
		{Column: view.Column{Name: "LAST_SEEN", Type: field.MicroTimestamp, Comment: "When the last of them did"}, Value: func(p *row) any { return p.LastSeen }},
	}
	return &view.Table{
		Name: "transaction_conflicts_summary_by_digest", Comment: "How often queries lost to others, by digest", Columns: field.Columns(fields), Access: view.AllowTruncate,
		Open:   field.Opener(fields, field.Listed(func(r view.Reader) []row { return r.Conflicts.Pairs() })),
		Forget: func(r view.Reader) error { r.Conflicts.TruncatePairs(); return nil },
	}
}
