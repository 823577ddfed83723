package profiling

import (
	"github.com/perfschema/perfschema/conflict"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// transactionConflicts declares profiling.transaction_conflicts: the last transactions that lost to others.
func transactionConflicts() *view.Table {
	type row = conflict.Row
	of := columns[row]{}
	fields := []field.Field[row]{
		of.count("CONFLICT_ID", "Number of the conflict, from 1", func(r *row) uint64 { return r.ID }),
		of.column("CONFLICT_TIME", field.MicroTimestamp, "When the transaction lost", func(r *row) any { return r.At }),
		of.column("OUTCOME", "enum('error','run again')", "error: its client was told of error 1213; run again: the statement, which committed by itself, ran again, and its client was told nothing", func(r *row) any {
			if r.Again {
				return "run again"
			}
			return "error"
		}),
		of.text("OBJECT_SCHEMA", field.Identifier, "Database of the table", func(r *row) string { return r.Schema }),
		of.text("OBJECT_NAME", field.Identifier, "Table of which both have changed a row; NULL if it is not known", func(r *row) string { return r.Table }),
		of.text("ROW_KEY", field.Longtext, "Primary key of the first such row, bytes as 0x00FF; NULL of a table without one, where another changed the definition, and if it is not known", func(r *row) string { return r.Key }),
	}
	fields = append(fields, partyFields("LOSER", "the transaction that lost", func(r *row) *conflict.Party { return &r.Loser })...)
	fields = append(fields, partyFields("WINNER", "the transaction that had committed before; NULL if it is not known", func(r *row) *conflict.Party { return &r.Winner })...)
	fields = append(fields, of.optional("WINNER_TIME", field.MicroTimestamp, "When that one committed", func(r *row) any { return field.Unless(r.WonAt.IsZero(), r.WonAt) }))
	return &view.Table{
		Name: "transaction_conflicts", Comment: "The last transactions that lost to others, and to whom", Columns: field.Columns(fields), Access: view.AllowTruncate,
		Open:   field.Opener(fields, field.Listed(func(r view.Reader) []row { return r.Conflicts.Rows() })),
		Forget: func(r view.Reader) error { r.Conflicts.Truncate(); return nil },
	}
}

// partyFields are the columns of one of the two.
func partyFields(prefix, who string, of func(*conflict.Row) *conflict.Party) []field.Field[conflict.Row] {
	type row = conflict.Row
	declare := columns[row]{}
	text := func(name, typ, comment string, value func(*conflict.Party) string) field.Field[row] {
		return declare.text(prefix+"_"+name, typ, comment+" of "+who, func(r *row) string { return value(of(r)) })
	}
	number := func(name, comment string, value func(*conflict.Party) uint64) field.Field[row] {
		return declare.number(prefix+"_"+name, comment+" of "+who, func(r *row) uint64 { return value(of(r)) })
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
	of := columns[row]{}
	fields := []field.Field[row]{
		of.text("LOSER_DIGEST", "varchar(64)", "Hash of the normalized query of the transaction that lost; NULL if it is not known, and of the pairs that found no room", func(p *row) string { return p.Loser }),
		of.text("LOSER_DIGEST_TEXT", field.Longtext, "That query, normalized", func(p *row) string { return p.LoserText }),
		of.text("WINNER_DIGEST", "varchar(64)", "Hash of the normalized query of the one that had committed before; NULL as LOSER_DIGEST", func(p *row) string { return p.Winner }),
		of.text("WINNER_DIGEST_TEXT", field.Longtext, "That query, normalized", func(p *row) string { return p.WinnerText }),
		of.count("COUNT_STAR", "How often one of these lost to one of those", func(p *row) uint64 { return p.Count }),
		of.count("COUNT_RUN_AGAIN", "How many of these ran again, so that no client was told", func(p *row) uint64 { return p.CountAgain }),
		of.column("FIRST_SEEN", field.MicroTimestamp, "When the first of them lost", func(p *row) any { return p.FirstSeen }),
		of.column("LAST_SEEN", field.MicroTimestamp, "When the last of them did", func(p *row) any { return p.LastSeen }),
	}
	return &view.Table{
		Name: "transaction_conflicts_summary_by_digest", Comment: "How often queries lost to others, by digest", Columns: field.Columns(fields), Access: view.AllowTruncate,
		Open:   field.Opener(fields, field.Listed(func(r view.Reader) []row { return r.Conflicts.Pairs() })),
		Forget: func(r view.Reader) error { r.Conflicts.TruncatePairs(); return nil },
	}
}
