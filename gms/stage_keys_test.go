package gms_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

func everythingOn(t *testing.T) perfschema.Config {
	t.Helper()
	rule, err := perfschema.ParseInstrumentRule("%=ON")
	if err != nil {
		t.Fatal(err)
	}
	sizes := perfschema.DefaultSizes()
	sizes.StagesHistory = 40
	sizes.TransactionsHistory = 40
	cfg := perfschema.Config{Sizes: sizes, Instruments: []perfschema.InstrumentRule{rule}, Consumers: map[perfschema.Consumer]bool{}}
	for _, c := range perfschema.Consumers() {
		cfg.Consumers[c] = true
	}
	return cfg
}

// stagesOf are the stages nested in a statement, oldest first.
func stagesOf(th *perfschema.Thread, e record.StatementEvent) (stages []record.StageEvent) {
	for _, st := range th.StagesHistory() {
		if st.NestingEventID == e.EventID {
			stages = append(stages, st)
		}
	}
	return stages
}

// TestStageNames: a stage is one of MySQL's, but for two that MySQL had before 8.0.17
// and that its SHOW PROFILE is known by, and a wait that MySQL has not.
func TestStageNames(t *testing.T) {
	text, err := os.ReadFile("testdata/mysql-stages.tsv")
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Split(string(text), "\n")
	s := startServer(t, perfschema.Config{})
	seen := 0
	for _, c := range s.schema.Read().Classes() {
		if c.Kind() != perfschema.KindStage {
			continue
		}
		seen++
		ours := []string{"stage/sql/Sending data", "stage/sql/Creating sort index", "stage/sql/Waiting for planning memory"}
		if own := slices.Contains(ours, c.Name()); slices.Contains(names, c.Name()) == own {
			t.Errorf("%s: MySQL has it: %t", c.Name(), own)
		}
	}
	if seen < 20 {
		t.Errorf("%d stages", seen)
	}
}

// Nothing lies between the stages, nor after them. Before the first one the
// scheduler may come between, on a busy machine: the median of several counts.
func TestStages(t *testing.T) {
	shares := map[string][]float64{}
	for range 5 {
		stagesOfStatements(t, shares)
	}
	for sql, all := range shares {
		slices.Sort(all)
		if median := all[len(all)/2]; median < 0.95 {
			t.Errorf("%s: its stages are %.3f of it in the median of %.3f", sql, median, all)
		}
	}
}

// stagesOfStatements holds which stages statements have, and adds which share of
// each statement they are.
func stagesOfStatements(t *testing.T, shares map[string][]float64) {
	t.Helper()
	s := startServer(t, everythingOn(t))
	c := s.connectWith(t, nil)
	shopTables(t, c)
	th := s.thread(t, c)
	const (
		front     = "starting, checking permissions, Opening tables, init, System lock, "
		plan      = "optimizing, statistics, preparing, "
		unplanned = "query end, closing tables, freeing items, cleaning up"
		tail      = "end, query end, waiting for handler commit, closing tables, freeing items, cleaning up"
	)
	for _, test := range []struct{ sql, stages string }{
		{"SELECT * FROM product", front + plan + "executing, Sending data, " + tail},
		{"SELECT 1", "starting, checking permissions, Opening tables, init, optimizing, executing, Sending data, end, " + unplanned},
		{"SELECT name FROM product WHERE id = 2", front + plan + "executing, Sending data, " + tail},
		{"SELECT name FROM product ORDER BY name", front + plan + "executing, Sending data, Creating sort index, Sending data, " + tail},
		{"SELECT n, COUNT(*) FROM line GROUP BY n ORDER BY n", front + plan + "executing, Sending data, Creating sort index, Creating tmp table, Creating sort index, Sending data, " + tail},
		{"INSERT INTO line VALUES (30,1,1)", front + "executing, update, " + tail},
		{"UPDATE line SET n = 8 WHERE id = 30", front + "executing, updating, " + tail},
		{"DELETE FROM line WHERE id = 30", front + "executing, updating, " + tail},
		{"DELETE l FROM line l JOIN product p ON l.product = p.id WHERE p.id = 9", front + plan + "executing, deleting from main table, " + tail},
		{"ALTER TABLE line ADD COLUMN x INT", front + plan + "altering table, " + tail},
		{"CREATE TABLE other (id INT PRIMARY KEY)", front + plan + "creating table, " + tail},
		{"CREATE INDEX n ON line (n)", front + plan + "altering table, " + tail},
		{"CREATE VIEW v AS SELECT * FROM product", front + plan + "executing, " + tail},
		{"DROP VIEW v", front + plan + "executing, " + tail},
		{"TRUNCATE TABLE other", front + plan + "executing, " + tail},
		{"DROP TABLE other", front + plan + "executing, " + tail},
		{"SET @a = 1", "starting, executing, " + unplanned},
		{"START TRANSACTION", "starting, " + unplanned}, // this storage tells of none
		{"COMMIT", "starting, waiting for handler commit, " + unplanned},
	} {
		e, err := s.run(t, th, c, test.sql)
		if err != nil {
			t.Errorf("%s: %v", test.sql, err)
			continue
		}
		stages := stagesOf(th, e)
		var names []string
		var sum uint64
		end := uint64(0)
		for _, st := range stages {
			names = append(names, strings.TrimPrefix(st.EventName, "stage/sql/"))
			sum += st.TimerWait
			if end != 0 && st.TimerStart != end {
				t.Errorf("%s: a gap before %s", test.sql, st.EventName)
			}
			end = st.TimerEnd
			if src := st.Source().String(); !strings.Contains(src, ".go:") || strings.HasPrefix(src, "stage.go") {
				t.Errorf("%s: %s has source %q", test.sql, st.EventName, src)
			}
		}
		if got := strings.Join(names, ", "); got != test.stages {
			t.Errorf("%s:\n got %s\nwant %s", test.sql, got, test.stages)
		}
		if sum > e.TimerWait || end != e.TimerEnd {
			t.Errorf("%s: stages add up to %d of %d and end at %d, not %d", test.sql, sum, e.TimerWait, end, e.TimerEnd)
		}
		shares[test.sql] = append(shares[test.sql], float64(sum)/float64(e.TimerWait))
	}
	if current := th.StagesCurrent(); len(current) != 0 && current[0].Running {
		t.Errorf("idle, but in %s", current[0].EventName)
	}
}

func TestStagesOfFailures(t *testing.T) {
	s := startServer(t, everythingOn(t))
	c := s.connectWith(t, nil)
	shopTables(t, c)
	th := s.thread(t, c)
	for _, sql := range []string{"SELEC", "SELECT * FROM nowhere", "INSERT INTO line VALUES (1,1,1)", "SELECT (SELECT id FROM product)"} {
		e, err := s.run(t, th, c, sql)
		if err == nil {
			t.Errorf("%s: no error", sql)
		}
		end := uint64(0)
		for _, st := range stagesOf(th, e) {
			if end != 0 && st.TimerStart != end {
				t.Errorf("%s: a gap before %s", sql, st.EventName)
			}
			end = st.TimerEnd
		}
		if end != e.TimerEnd {
			t.Errorf("%s: ends at %d, its stages at %d", sql, e.TimerEnd, end)
		}
	}
}
