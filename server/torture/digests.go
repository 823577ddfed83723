package main

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
)

// digests runs statements of which each has a digest of its own, up to a million.
// Every one is in the table or in its row for the rest, and the table does not
// grow beyond its size.
var digests = kind{"digests", func(t *trial) error {
	return t.serving(filepath.Join(t.dir, "data"), nothing, func(p *process) error {
		const clients, most = 4, 1_000_000
		var (
			running sync.WaitGroup
			ran     [clients]int
			failed  [clients]error
		)
		err := p.with(func(db *sql.DB) error {
			return run(db, "TRUNCATE performance_schema.events_statements_summary_by_digest")
		})
		if err != nil {
			return err
		}
		for id := range clients {
			running.Go(func() {
				c, err := p.loggedIn()
				if err != nil {
					failed[id] = err
					return
				}
				defer c.conn.Close()
				for ran[id] < most/clients && !t.over() && failed[id] == nil {
					failed[id] = c.query(uniqueStatement(id, ran[id]))
					ran[id]++
				}
			})
		}
		running.Wait()
		if err := errors.Join(failed[:]...); err != nil {
			return t.diagnose(p, err)
		}
		total := 0
		for _, n := range ran {
			total += n
		}
		t.logf("%d digests", total)
		return p.with(func(db *sql.DB) error { return digestsAddUp(db, total) })
	})
}}

// uniqueStatement differs from all others by its column names, whose number is a
// row of bits.
func uniqueStatement(client, n int) string {
	return fmt.Sprintf("SELECT 1 AS c%d, 2 AS n%d", client, n)
}

// digestsAddUp compares what the table has with what was run.
func digestsAddUp(db *sql.DB, ran int) error {
	var rows, counted, found, rest, size, lost int
	const ours = "DIGEST_TEXT LIKE 'SELECT ? AS `c%` , ? AS %'"
	err := db.QueryRow(`SELECT COUNT(*), SUM(IF(DIGEST IS NULL OR `+ours+`, COUNT_STAR, 0)), SUM(`+ours+`),
		SUM(IF(DIGEST IS NULL, COUNT_STAR, 0)) FROM performance_schema.events_statements_summary_by_digest`).Scan(&rows, &counted, &found, &rest)
	if err != nil {
		return err
	}
	var name string
	err = errors.Join(db.QueryRow("SHOW GLOBAL STATUS LIKE 'Performance_schema_digest_lost'").Scan(&name, &lost),
		db.QueryRow("SELECT @@performance_schema_digests_size").Scan(&size))
	if err != nil {
		return err
	}
	// Beside the statements of the torture there are a few that look after it.
	const few = 20
	switch {
	case rows > size:
		return fmt.Errorf("%d rows are in a table of %d", rows, size)
	case counted < ran || counted > ran+few:
		return fmt.Errorf("%d statements with a digest of their own were run and %d counted", ran, counted)
	case found < min(ran, size-few):
		return fmt.Errorf("%d digests are in the table, of %d in a table of %d", found, ran, size)
	case lost < rest || lost > rest+few:
		return fmt.Errorf("%d statements are counted in the row for the rest, and %s is %d", rest, name, lost)
	}
	return nil
}
