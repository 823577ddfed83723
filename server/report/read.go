package report

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"

	"github.com/perfschema/perfschema/server/export"
)

// Read adds all profiles of a source, and says after each how many there were;
// progress may be nil.
func (a *Analyzer) Read(s export.Source, progress func(profiles int64)) error {
	p := export.NewProfile()
	for {
		err := s.Next(p)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		a.Add(p)
		if progress != nil {
			progress(a.profiles)
		}
	}
}

// ReadServer adds the profiles of a running server, with what only a server has:
// the totals of all queries, also of those whose profiles it has no more, resources ×
// operators, the texts of digests and the slowest query of each. Where f chooses
// queries by time or number there are no totals, since the summary by digest tells of
// all.
func (a *Analyzer) ReadServer(ctx context.Context, db *sql.DB, f export.Filter, progress func(int64)) error {
	s, err := export.Query(ctx, db, f)
	if err != nil {
		return err
	}
	err = a.Read(s, progress)
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	totals := f.Since.IsZero() && f.Until.IsZero() && f.Limit == 0
	for _, part := range []struct {
		table string
		read  func(context.Context, *sql.DB) error
	}{
		{"profiler_status", a.readStore},
		{"query_resources_by_operator", only(!totals, a.readCells)},
		{"query_profiles_summary_by_digest", a.readTexts},
		{"query_profiles_summary_by_digest", only(totals, a.readTotals(f.Database))},
		{"query_resources_summary_by_digest", only(totals, a.readWall(f.Database))},
		{"query_profiles", only(totals, a.readSlowest)},
	} {
		if err := part.read(ctx, db); err != nil {
			return fmt.Errorf("reading profiling.%s: %w", part.table, err)
		}
	}
	return nil
}

// only is a read where it is wanted, else none.
func only(wanted bool, read func(context.Context, *sql.DB) error) func(context.Context, *sql.DB) error {
	if wanted {
		return read
	}
	return func(context.Context, *sql.DB) error { return nil }
}

func (a *Analyzer) readCells(ctx context.Context, db *sql.DB) error {
	rows, err := db.QueryContext(ctx, "SELECT QUERY_ID, OPERATOR_COUNTS_AS, RESOURCE_COUNTS_AS, TIME FROM profiling.query_resources_by_operator")
	if err != nil {
		return err
	}
	defer rows.Close()
	a.cellQueries = true
	for rows.Next() {
		var query int64
		var operator, resource sql.NullString
		var ms float64
		if err := rows.Scan(&query, &operator, &resource, &ms); err != nil {
			return err
		}
		a.Cell(query, operator.String, resource.String, ms)
	}
	return rows.Err()
}

func (a *Analyzer) readTexts(ctx context.Context, db *sql.DB) error {
	rows, err := db.QueryContext(ctx, "SELECT DIGEST, DIGEST_TEXT FROM profiling.query_profiles_summary_by_digest WHERE DIGEST IS NOT NULL")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var digest string
		var text sql.NullString
		if err := rows.Scan(&digest, &text); err != nil {
			return err
		}
		a.DigestText(digest, text.String)
	}
	return rows.Err()
}
