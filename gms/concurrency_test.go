package gms_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view/catalog"
)

// Every table can be read and written while connections come, work and go.
func TestConcurrentReadersAndWriters(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "performance_schema")
	mustExec(t, root, "UPDATE setup_consumers SET ENABLED = 'YES'")
	mustExec(t, root, "CREATE TABLE shop.t (i INT PRIMARY KEY, j INT)")
	for i := range 20 {
		mustExec(t, root, fmt.Sprintf("INSERT INTO shop.t VALUES (%d, %d)", i, i%3))
	}
	mustExec(t, root, "CREATE USER nobody@localhost")

	var work []func(round int) error
	for n := range 2 {
		c := s.connect(t, "root", "shop")
		work = append(work, func(round int) error {
			for _, q := range []string{
				"SELECT * FROM t WHERE i = 7", "SELECT j, COUNT(*), SUM(i) FROM t GROUP BY j ORDER BY j", "SELECT nonsense",
				fmt.Sprintf("UPDATE t SET j = %d WHERE i = %d", round, n), "BEGIN", "COMMIT",
			} {
				if _, err := tryRows(t.Context(), c, q); err != nil && q != "SELECT nonsense" {
					return fmt.Errorf("%s: %w", q, err)
				}
			}
			return nil
		})
	}
	for range 2 {
		c := s.connect(t, "root", "performance_schema")
		work = append(work, func(int) error {
			for _, v := range catalog.Tables() {
				if _, err := tryRows(t.Context(), c, "SELECT * FROM "+v.Name+" LIMIT 500"); err != nil {
					return fmt.Errorf("%s: %w", v.Name, err)
				}
			}
			return nil
		})
	}
	writer := s.connect(t, "root", "performance_schema")
	work = append(work, func(round int) error {
		for _, q := range []string{
			"UPDATE setup_instruments SET TIMED = 'NO' WHERE NAME LIKE 'stage/%'", "UPDATE setup_instruments SET TIMED = 'YES'",
			"UPDATE threads SET HISTORY = 'YES'", "TRUNCATE TABLE events_statements_summary_by_digest",
			fmt.Sprintf("INSERT INTO setup_actors (USER) VALUES ('u%d')", round), "DELETE FROM setup_actors WHERE USER LIKE 'u%'",
			"TRUNCATE TABLE events_stages_summary_global_by_event_name", "TRUNCATE TABLE events_statements_history_long",
			"SELECT t.THREAD_ID, e.SQL_TEXT FROM threads t JOIN events_statements_history e USING (THREAD_ID)",
		} {
			if _, err := tryRows(t.Context(), writer, q); err != nil {
				return fmt.Errorf("%s: %w", q, err)
			}
		}
		return nil
	})
	work = append(work, func(int) error {
		c := s.connect(t, "nobody", "performance_schema")
		defer c.Close()
		_, err := tryRows(t.Context(), c, "SELECT * FROM session_account_connect_attrs")
		return err
	})

	rounds := 15
	if testing.Short() {
		rounds = 3
	}
	var running sync.WaitGroup
	for _, f := range work {
		running.Go(func() {
			for round := range rounds {
				if err := f(round); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	running.Wait()
}
