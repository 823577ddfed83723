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
			progress(a.queries)
		}
	}
}

// ReadServer adds the profiles of a running server, with what only a server has:
// resources × operators, and the texts of digests.
func (a *Analyzer) ReadServer(ctx context.Context, db *sql.DB, f export.Filter, progress func(int64)) error {
	s, err := export.Query(ctx, db, f)
	if err != nil {
		return err
	}
	err = a.Read(s, progress)
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	if err := a.readCells(ctx, db); err != nil {
		return fmt.Errorf("reading profiling.query_resources_by_operator: %w", err)
	}
	if err := a.readTexts(ctx, db); err != nil {
		return fmt.Errorf("reading profiling.query_profiles_summary_by_digest: %w", err)
	}
	return nil
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
