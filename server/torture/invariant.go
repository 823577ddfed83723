package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// sound looks at a server that was started after a torture: every table can be
// read to its end, by its indexes too, the server does new work, logs nothing that
// it must not, and ends when it is asked to. further are checks of the caller.
func (t *trial) sound(dir string, further func(*sql.DB) error) error {
	p, err := t.start(dir)
	if err != nil {
		return err
	}
	err = p.with(func(db *sql.DB) error {
		return errors.Join(further(db), readAll(db), worksOn(db), noPanics(db))
	})
	if err != nil {
		defer p.kill()
		return fmt.Errorf("%w; the server's log:%s", err, indented(p.log.String()))
	}
	return p.stop()
}

// readAll reads every row of every table of the databases that are no system's.
func readAll(db *sql.DB) error {
	type table struct{ schema, name string }
	var tables []table
	err := each(db, `SELECT table_schema, table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE'
		AND table_schema NOT IN ('information_schema', 'performance_schema', 'mysql', 'profiling', 'sys')`,
		func(rows *sql.Rows) error {
			var t table
			defer func() { tables = append(tables, t) }()
			return rows.Scan(&t.schema, &t.name)
		})
	if err != nil {
		return fmt.Errorf("listing tables: %w", err)
	}
	for _, t := range tables {
		name := fmt.Sprintf("`%s`.`%s`", t.schema, t.name)
		count := 0
		if err := each(db, "SELECT * FROM "+name, func(*sql.Rows) error { count++; return nil }); err != nil {
			return fmt.Errorf("reading %s: %w", name, err)
		}
		var counted int
		if err := db.QueryRow("SELECT COUNT(*) FROM " + name).Scan(&counted); err != nil || counted != count {
			return fmt.Errorf("%s has %d rows and counts %d: %w", name, count, counted, err)
		}
	}
	return nil
}

// querier is a pool of connections, or one of them.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func each(db querier, query string, row func(*sql.Rows) error) error {
	rows, err := db.QueryContext(context.Background(), query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// worksOn makes, fills and drops a database.
func worksOn(db *sql.DB) error {
	for _, q := range []string{
		"CREATE DATABASE still_works", "CREATE TABLE still_works.t (id INT PRIMARY KEY)", "INSERT INTO still_works.t VALUES (1), (2)",
		"UPDATE still_works.t SET id = 3 WHERE id = 2", "DROP DATABASE still_works",
	} {
		if _, err := db.Exec(q); err != nil {
			return fmt.Errorf("%s: %w", q, err)
		}
	}
	return nil
}
