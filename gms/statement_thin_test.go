package gms_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
)

// pointQueries give columns of the one row of a key, or do not.
var pointQueries = []string{
	"SELECT name FROM product WHERE id = 1", "SELECT * FROM product WHERE id = 2", "SELECT id, name FROM product WHERE id = 300",
	"SELECT p.name FROM product p WHERE p.id = 3", "SELECT name + 1 FROM product WHERE id = 4", "SELECT name FROM product WHERE id = 1 LIMIT 1",
	"SELECT name FROM product WHERE id = 1 AND price > 5", "SELECT name FROM product WHERE price = 20",
}

// pointCounts is what statements add to every sum that does not depend on time.
const pointCounts = `SELECT 'table', COUNT_STAR, COUNT_READ, COUNT_FETCH FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_NAME = 'product'
UNION ALL SELECT CONCAT('index ', COALESCE(INDEX_NAME, 'none')), COUNT_STAR, COUNT_READ, COUNT_FETCH FROM performance_schema.table_io_waits_summary_by_index_usage WHERE OBJECT_NAME = 'product'
UNION ALL SELECT DIGEST_TEXT, COUNT_STAR, SUM_ROWS_SENT + SUM_ROWS_AFFECTED, SUM_ROWS_EXAMINED FROM performance_schema.events_statements_summary_by_digest WHERE DIGEST_TEXT LIKE '%product%' AND DIGEST_TEXT NOT LIKE '%performance_schema%' AND DIGEST_TEXT NOT LIKE 'DEALLOCATE%'
UNION ALL SELECT CONCAT('unindexed ', DIGEST_TEXT), SUM_NO_INDEX_USED, SUM_SELECT_SCAN, SUM_ERRORS FROM performance_schema.events_statements_summary_by_digest WHERE DIGEST_TEXT LIKE '%product%' AND DIGEST_TEXT NOT LIKE '%performance_schema%' AND DIGEST_TEXT NOT LIKE 'DEALLOCATE%'
UNION ALL SELECT 'wait', COUNT_STAR, 0, 0 FROM performance_schema.events_waits_summary_global_by_event_name WHERE EVENT_NAME = 'wait/io/table/sql/handler'
UNION ALL SELECT 'transactions', COUNT_STAR, COUNT_READ_WRITE, COUNT_READ_ONLY FROM performance_schema.events_transactions_summary_global_by_event_name
UNION ALL SELECT VARIABLE_NAME, VARIABLE_VALUE, 0, 0 FROM performance_schema.status_by_thread WHERE THREAD_ID = ? AND (VARIABLE_NAME LIKE 'Handler%' OR VARIABLE_NAME LIKE 'Select%' OR VARIABLE_NAME IN ('Com_select', 'Com_update', 'Com_delete', 'Com_replace', 'Questions'))`

// shortQueries read several rows, or change some, each time as many.
var shortQueries = []string{
	"SELECT name FROM product WHERE id BETWEEN 2 AND 5", "SELECT SUM(price) FROM product WHERE id BETWEEN 2 AND 5",
	"SELECT DISTINCT name FROM product WHERE id BETWEEN 2 AND 5 ORDER BY name", "UPDATE product SET price = price + 1 WHERE id = 3",
	"DELETE FROM product WHERE id = 301", "REPLACE INTO product VALUES (302, 'new', 1)",
}

// A short statement that stands alone, of which no plan is kept, counts in every sum as
// one whose plan is.
func TestShortStatementsCountAsOthers(t *testing.T) {
	racetest.SkipAlone(t)
	s, _ := startShort(t)
	ask := s.connectWith(t, nil)
	id := strconv.FormatUint(s.thread(t, s.c).ID(), 10)
	sums := func() map[string][3]int {
		out := make(map[string][3]int)
		for _, r := range rows(t, ask, strings.Replace(pointCounts, "?", id, 1)) {
			var of [3]int
			for i := range of {
				of[i], _ = strconv.Atoi(r[1+i])
			}
			out[r[0]] = of
		}
		return out
	}
	ways := map[string]func(query string) error{
		"text": func(query string) error { _, err := tryRows(t.Context(), s.c, query); return err },
		"prepared": func(query string) error {
			p, err := s.c.PrepareContext(t.Context(), query)
			if err != nil {
				return err
			}
			defer p.Close()
			r, err := p.QueryContext(t.Context())
			if err != nil {
				return err
			}
			for r.Next() {
			}
			return r.Close()
		},
		"in a transaction": func(query string) error {
			mustExec(t, s.c, "START TRANSACTION")
			_, err := tryRows(t.Context(), s.c, query)
			mustExec(t, s.c, "COMMIT")
			return err
		},
	}
	for _, query := range slices.Concat(pointQueries, shortQueries) {
		for _, way := range []string{"text", "in a transaction", "prepared"} {
			count := func(ceiling string) (added map[string][3]int, bare int) {
				mustExec(t, ask, "SET GLOBAL profiling_detail_ceiling = "+ceiling)
				for range 16 {
					if err := ways[way](query); err != nil {
						t.Fatalf("%s: %v", query, err)
					}
				}
				s.ended(t, query)
				before := sums()
				const times = 12
				for range times {
					if err := ways[way](query); err != nil {
						t.Fatalf("%s: %v", query, err)
					}
					for _, st := range s.ended(t, query) {
						if !st.Detailed() {
							bare++
						}
					}
				}
				added = sums()
				for name, now := range added {
					for i := range now {
						now[i] -= before[name][i]
					}
					added[name] = now
				}
				return added, bare
			}
			want, kept := count("0")
			got, bare := count("1")
			if kept != 0 || bare == 0 {
				t.Errorf("%s, %s: %d plans were left out, and with no ceiling %d", query, way, bare, kept)
			}
			for name, value := range want {
				if got[name] != value {
					t.Errorf("%s, %s: %s is %d, and %d where plans are kept", query, way, name, got[name], value)
				}
			}
			if len(got) != len(want) || len(want) < 10 {
				t.Errorf("%s, %s: %d sums, and %d where plans are kept", query, way, len(got), len(want))
			}
		}
	}
	if left := rows(t, ask, "SELECT * FROM performance_schema.table_handles WHERE OBJECT_NAME = 'product'"); len(left) != 0 {
		t.Errorf("handles are left: %v", left)
	}
}

// A short statement leaves no stages in the stage history, and has ended its teardown at its end.
func TestStagesOfShortStatements(t *testing.T) {
	s, _ := startShort(t)
	th := s.thread(t, s.c)
	profiled := func(query string) (out []string) {
		for _, p := range s.schema.Read().SessionProfiles(th)[0] {
			if p.Text != query {
				continue
			}
			var states []string
			for _, stage := range p.Stages {
				states = append(states, stage.State)
			}
			out = append(out, fmt.Sprint(p.EventID, ": ", strings.Join(states, ", ")))
		}
		return out
	}
	for _, query := range []string{
		"SELECT name FROM product WHERE id = 1", "SELECT name FROM product WHERE id = 9", "SELECT name FROM product WHERE price > 5",
		"UPDATE product SET price = price + 1 WHERE id = 3",
	} {
		var before []string
		alone := false
		for range 40 { // the first of a digest are kept, and one of a few later
			before = profiled(query)
			mustExec(t, s.c, query)
			for _, st := range s.ended(t, query) {
				alone = !st.Detailed()
			}
			if alone {
				break
			}
		}
		if after := profiled(query); !alone {
			t.Fatalf("%s: every plan is kept", query)
		} else if !slices.Equal(before, after) {
			t.Errorf("%s has left %q, before it there were %q", query, after, before)
		}
	}
	if state := rows(t, s.connectWith(t, nil), "SELECT COUNT(*) FROM performance_schema.threads WHERE PROCESSLIST_COMMAND = 'Sleep' AND PROCESSLIST_STATE IS NULL"); state[0][0] == "0" {
		t.Error("the session has a STATE when nothing runs")
	}
}

// It is killed as any other, and what fails in it is its error and leaves nothing behind.
func TestPointStatementsFail(t *testing.T) {
	s, _ := startShort(t)
	const query = "SELECT name FROM product WHERE id = 1"
	for range 40 {
		mustExec(t, s.c, query)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tryRows(ctx, s.c, query); err == nil {
		t.Error("a statement that was cancelled has an answer")
	}
	other := s.connectWith(t, nil)
	for range 40 {
		mustExec(t, other, query)
	}
	mustExec(t, other, "DROP TABLE product")
	if _, err := tryRows(t.Context(), other, query); err == nil {
		t.Error("a table that was dropped has rows")
	}
	mustExec(t, other, "CREATE TABLE product (id INT PRIMARY KEY, name VARCHAR(20))")
	if got, err := tryRows(t.Context(), other, query); err != nil || len(got) != 0 {
		t.Errorf("a new table has %v, %v", got, err)
	}
	if left := rows(t, other, "SELECT * FROM performance_schema.table_handles WHERE OBJECT_NAME = 'product'"); len(left) != 0 {
		t.Errorf("handles are left: %v", left)
	}
}
