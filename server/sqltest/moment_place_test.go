package sqltest_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/internal/racetest"
)

// A momentPlace is a statement in which a text, written ?, becomes a date or a time. $c stands
// for the column, $t for its table, $type for the column's type. then is asked afterwards in the
// same transaction; without it the rows of statement are the outcome.
type momentPlace struct {
	statement, then string
	literal         bool // the place takes literals alone
}

const changedMoments, leftMoments = "SELECT id FROM $t WHERE s = 'u' ORDER BY id", "SELECT id FROM $t ORDER BY id"

// comparedMoments are places in which the text is compared. x has the text in its column s.
var comparedMoments = []momentPlace{
	{statement: "SELECT id FROM $t WHERE $c = ? ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE ? = $c ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c <> ? ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c <=> ? ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c < ? ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE ? <= $c ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c IN (?) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c IN (?, '2024-02-28 12:00:00') ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c NOT IN (?, '2024-02-28 12:00:00') ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c IN (?, NULL) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c IN (?, NOW()) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE ? IN ($c, NULL) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c BETWEEN ? AND '2024-03-01 12:00:00' ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c NOT BETWEEN ? AND '2024-03-01 12:00:00' ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c BETWEEN ? AND ? ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE ? BETWEEN $c AND '2024-03-01 12:00:00' ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE ($c, id) = (?, 1) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE ($c, id) > (?, 1) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE ($c, id) IN ((?, 1)) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE ($c, id) IN ((?, 1), (?, 2), (?, 7)) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE ($c, id) NOT IN ((?, 1), (?, 2), (?, 7)) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE (id, $c) IN (SELECT k, ? FROM x) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE CASE $c WHEN ? THEN 1 ELSE 0 END ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c IS NOT NULL AND NULLIF($c, ?) IS NULL ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c = (SELECT ?) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c IN (SELECT ?) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c = ANY (SELECT ? UNION ALL SELECT '2024-02-28 12:00:00') ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c <> ALL (SELECT ? UNION ALL SELECT '2024-02-28 12:00:00') ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c > ALL (SELECT ?) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c = CONCAT(?) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c = LOWER(?) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c = @text ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c IN (@text, '2024-02-28 12:00:00') ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c BETWEEN @text AND @text ORDER BY id"},
	{statement: "SELECT $t.id FROM $t JOIN x ON $t.$c = x.s WHERE x.k = 1 ORDER BY $t.id"},
	{statement: "SELECT $t.id FROM $t LEFT JOIN x ON $t.$c = x.s WHERE x.k = 1 ORDER BY $t.id"},
	{statement: "SELECT $t.id FROM $t, x WHERE $t.$c >= x.s AND x.k = 1 ORDER BY $t.id"},
	{statement: "SELECT $t.id FROM $t, x WHERE $t.$c BETWEEN x.s AND x.s AND x.k = 1 ORDER BY $t.id"},
	{statement: "SELECT $t.id FROM $t, x WHERE $t.$c IN (x.s, '2024-02-28 12:00:00') AND x.k = 1 ORDER BY $t.id"},
	{statement: "SELECT $t.id FROM $t, x WHERE ($t.$c, $t.id) IN ((x.s, 1), (x.s, 2)) AND x.k = 1 ORDER BY $t.id"},
	{statement: "SELECT id FROM $t WHERE $c IN (SELECT s FROM x) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c NOT IN (SELECT s FROM x) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE ($c, id) IN (SELECT s, k FROM x) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE EXISTS (SELECT 1 FROM x WHERE x.s = $t.$c) ORDER BY id"},
	{statement: "SELECT id FROM (SELECT id, $c AS a FROM $t LIMIT 100) q WHERE a = ? ORDER BY id"},
	{statement: "SELECT id FROM (SELECT id, $c AS a FROM $t LIMIT 100) q WHERE a IN (?, NULL) ORDER BY id"},
	{statement: "SELECT id, $c AS a FROM $t HAVING a = ? ORDER BY id"},
	{statement: "SELECT COUNT(*) FROM $t HAVING MAX($c) > ?"},
	{statement: "SELECT id, CAST(GREATEST($c, ?) AS CHAR) FROM $t WHERE id IN (1, 2) ORDER BY id"},
	{statement: "SELECT id, CAST(LEAST($c, ?) AS CHAR) FROM $t WHERE id IN (1, 2) ORDER BY id"},
	{statement: "SELECT id, $c = ?, $c IN (?, NULL), $c BETWEEN ? AND '2024-03-01 12:00:00' FROM $t WHERE id IN (1, 2) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE IF(id > 0, $c, NULL) = ? ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE COALESCE($c, $c) IN (?, NULL) ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE $c + INTERVAL 0 SECOND = ? ORDER BY id"},
	{statement: "SELECT id FROM $t WHERE CAST($c AS $type) = ? ORDER BY id"},
	{statement: "UPDATE $t SET s = 'u' WHERE $c = ?", then: changedMoments},
	{statement: "UPDATE $t SET s = 'u' WHERE $c IN (?, '2024-02-28 12:00:00')", then: changedMoments},
	{statement: "UPDATE $t SET s = 'u' WHERE $c BETWEEN ? AND '2024-03-01 12:00:00'", then: changedMoments},
	{statement: "UPDATE $t SET s = 'u' WHERE ($c, id) IN ((?, 1), (?, 2), (?, 7))", then: changedMoments},
	{statement: "UPDATE $t JOIN x ON $t.$c = x.s SET $t.s = 'u'", then: changedMoments},
	{statement: "UPDATE $t SET s = CASE $c WHEN ? THEN 'u' ELSE s END", then: changedMoments},
	{statement: "UPDATE $t SET s = IF(NULLIF($c, ?) IS NULL, 'u', s) WHERE $c IS NOT NULL", then: changedMoments},
	{statement: "UPDATE $t SET s = 'u' WHERE $c IN (SELECT ?)", then: changedMoments},
	{statement: "DELETE FROM $t WHERE $c = ?", then: leftMoments},
	{statement: "DELETE FROM $t WHERE $c < ?", then: leftMoments},
	{statement: "DELETE FROM $t WHERE $c IN (?, '2024-02-28 12:00:00')", then: leftMoments},
	{statement: "DELETE FROM $t WHERE $c NOT IN (?, '2024-02-28 12:00:00')", then: leftMoments},
	{statement: "DELETE FROM $t WHERE $c BETWEEN ? AND '2024-03-01 12:00:00'", then: leftMoments},
	{statement: "DELETE FROM $t WHERE ($c, id) IN ((?, 1), (?, 2), (?, 7))", then: leftMoments},
	{statement: "DELETE FROM $t WHERE ($c, id) = (?, 1)", then: leftMoments},
	{statement: "DELETE FROM $t WHERE $c <=> ?", then: leftMoments},
	{statement: "DELETE $t FROM $t JOIN x ON $t.$c = x.s", then: leftMoments},
	{statement: "DELETE FROM $t WHERE $c IN (SELECT s FROM x)", then: leftMoments},
}

// takenMoments are places in which the text becomes a value of the column's type.
var takenMoments = []momentPlace{
	{statement: "INSERT INTO $t (id, $c) VALUES (50, ?)", then: "SELECT $c FROM $t WHERE id = 50"},
	{statement: "INSERT IGNORE INTO $t (id, $c) VALUES (50, ?)", then: "SELECT $c FROM $t WHERE id = 50"},
	{statement: "INSERT INTO $t (id, $c) SELECT 50, ?", then: "SELECT $c FROM $t WHERE id = 50"},
	{statement: "INSERT INTO $t (id, $c) SELECT 50, s FROM x WHERE k = 1", then: "SELECT $c FROM $t WHERE id = 50"},
	{statement: "INSERT INTO $t (id) VALUES (1) ON DUPLICATE KEY UPDATE $c = ?", then: "SELECT $c FROM $t WHERE id = 1"},
	{statement: "REPLACE INTO $t (id, $c) VALUES (1, ?)", then: "SELECT $c FROM $t WHERE id = 1"},
	{statement: "UPDATE $t SET $c = ? WHERE id = 1", then: "SELECT $c FROM $t WHERE id = 1"},
	{statement: "UPDATE $t, x SET $t.$c = x.s WHERE $t.id = 1 AND x.k = 1", then: "SELECT $c FROM $t WHERE id = 1"},
	{statement: "SELECT CAST(? AS $type)"},
	{statement: "SELECT CONVERT(@text, $type)"},
	{statement: "SELECT CAST(s AS $type) FROM x WHERE k = 1"},
	{statement: "SELECT JSON_VALUE(JSON_OBJECT('a', ?), '$.a' RETURNING $type)"},
	{statement: "SELECT j.v FROM JSON_TABLE(JSON_ARRAY(?), '$[*]' COLUMNS (v $type PATH '$')) j"},
	{statement: "SELECT $type?", literal: true},
	{statement: "CALL taken_$c(?)"},
	{statement: "CALL declared_$c(?)"},
	{statement: "SELECT returned_$c(?)"},
}

// definedMoments are definitions, each with a table g of its own.
var definedMoments = []momentPlace{
	{statement: "CREATE TABLE g (i INT, v $type DEFAULT ?)", then: "INSERT INTO g (i) VALUES (1)|SELECT v FROM g", literal: true},
	{statement: "CREATE TABLE g (i INT, v $type DEFAULT (?))", then: "INSERT INTO g (i) VALUES (1)|SELECT v FROM g", literal: true},
	{statement: "CREATE TABLE g (i INT, v $type)", then: "ALTER TABLE g ALTER COLUMN v SET DEFAULT ?|INSERT INTO g (i) VALUES (1)|SELECT v FROM g", literal: true},
	{statement: "CREATE TABLE g (i INT)", then: "ALTER TABLE g ADD COLUMN v $type DEFAULT ?|INSERT INTO g (i) VALUES (1)|SELECT v FROM g", literal: true},
	{statement: "CREATE TABLE g (i INT, v $type)", then: "ALTER TABLE g MODIFY COLUMN v $type DEFAULT ?|INSERT INTO g (i) VALUES (1)|SELECT v FROM g", literal: true},
	{statement: "CREATE TABLE g (i INT, s VARCHAR(60), v $type AS (s) STORED)", then: "INSERT INTO g (i, s) VALUES (1, ?)|SELECT v FROM g", literal: true},
	{statement: "CREATE TABLE g (i INT, s VARCHAR(60), v $type AS (s) VIRTUAL)", then: "INSERT INTO g (i, s) VALUES (1, ?)|SELECT v FROM g", literal: true},
	{statement: "CREATE TABLE g (i INT, v $type AS (?) STORED)", then: "INSERT INTO g (i) VALUES (1)|SELECT v FROM g", literal: true},
	{statement: "CREATE TABLE g (s VARCHAR(60))", then: "INSERT INTO g VALUES (?)|ALTER TABLE g MODIFY COLUMN s $type|SELECT s FROM g", literal: true},
}

// momentForms are texts, by the column they are for.
var momentForms = map[string][]string{
	"dt": append(slices.Clone(datedForms), moreForms...), "d": datedForms,
	"ti": {
		"10:00:00", "100000", "-10:00", "-1 18:54:0", "10:00:00.5", "10:00:00 ", "10:", "2024-02-29 10:00:00", "2024-02-29T10:00:00", "240229100000", "24/2/29:10:0:0",
		"2024-02-29 10:00:00+09:00", "24/1/1:12:0+14:00", "2024-02-30 10:00:00", "2024-02-29", "839:00:00", "10:60:00", "10:00:00x", "x", "",
	},
}

// datedForms are texts for both a date and a date with its time.
var (
	datedForms = []string{
		"2024-02-29 10:00:00", "2024-02-29 10:00:00+09:00", "2024-02-29 23:00:00-05:00", "2024-02-29 10:00:00+15:00", "2024-02-29", "240229", "24.2.29", "2024-02-29T", "2024-02-30", "20240230",
		"0000-00-00", "2024-02-29x", "x", "",
	}
	moreForms = []string{
		"2024-02-29T10:00:00", "20240229100000", "24-2-29 10:0:0", "2024/02/29 10-00-00", "2024-02-29 10", " 2024-02-29 10:00:00 ", "2024-02-29 10:00:00.5", "2024-02-29 10:00:00-00:30",
		"2024-02-29+09:00", "2024-02-30 10:00:00", "2024-02-29 25:00:00", "2024-00-01", "10000-01-01", "10:00:00",
	}
)

var momentTypes = []struct{ column, typ string }{{"dt", "DATETIME"}, {"d", "DATE"}, {"ti", "TIME"}}

// momentTables has two tables, one with indexes.
func momentTables() []string {
	out := []string{"DROP DATABASE IF EXISTS moment_places", "CREATE DATABASE moment_places", "USE moment_places", "CREATE TABLE x (k INT PRIMARY KEY, s VARCHAR(60))"}
	for _, t := range [...]string{"plain (id INT PRIMARY KEY, dt DATETIME(6), d DATE, ti TIME(6), s VARCHAR(60))",
		"keyed (id INT PRIMARY KEY, dt DATETIME(6), d DATE, ti TIME(6), s VARCHAR(60), KEY (dt), KEY (d), KEY (ti))"} {
		name, _, _ := strings.Cut(t, " ")
		out = append(out, "CREATE TABLE "+t, "INSERT INTO "+name+` (id, dt, d, ti) VALUES (1, '2024-02-29 10:00:00', '2024-02-29', '10:00:00'),
			(2, '2024-02-29 02:00:00', '2024-03-01', '-10:00:00'), (3, '2024-02-29', '2024-02-28', '42:54:00'), (4, NULL, NULL, NULL), (5, '2024-02-03', '2024-02-03', '00:00:10'),
			(6, '2024-03-01', '2024-01-31', '12:00:00'), (7, '2024-02-28 12:00:00', '2024-02-27', '02:00:00'), (8, '2024-03-01 05:00:00', '2024-03-02', '-42:54:00'), (9, '2024-02-29 10:00:00.5', '2024-04-01', '10:00:00.5')`)
	}
	for _, t := range momentTypes {
		out = append(out, "CREATE PROCEDURE taken_"+t.column+"(v "+t.typ+") SELECT v", "CREATE PROCEDURE declared_"+t.column+"(w VARCHAR(60)) BEGIN DECLARE v "+t.typ+" DEFAULT w; SELECT v; END",
			"CREATE FUNCTION returned_"+t.column+"(w VARCHAR(60)) RETURNS "+t.typ+" DETERMINISTIC RETURN w")
	}
	return out
}

// momentRun asks one server.
type momentRun struct {
	t *testing.T
	c *sql.Conn
}

func (r momentRun) must(statement string, args ...any) {
	r.t.Helper()
	if _, err := r.c.ExecContext(r.t.Context(), statement, args...); err != nil {
		r.t.Fatalf("%s: %v", statement, err)
	}
}

func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// ask runs a statement by a protocol, and returns its rows or error, and its warnings' numbers.
func (r momentRun) ask(protocol, statement, text string) string {
	ctx := r.t.Context()
	var got string
	n := strings.Count(statement, "?")
	switch {
	case protocol == "literal" || n == 0:
		got = outcome(r.c.QueryContext(ctx, strings.ReplaceAll(statement, "?", quoted(text))))
	case protocol == "EXECUTE":
		if rows, err := r.c.QueryContext(ctx, "PREPARE q FROM "+quoted(statement)); err != nil {
			return "PREPARE " + outcome(nil, err)
		} else {
			rows.Close()
		}
		got = outcome(r.c.QueryContext(ctx, "EXECUTE q USING "+strings.TrimSuffix(strings.Repeat("@text, ", n), ", ")))
	default:
		got = outcome(r.c.QueryContext(ctx, statement, slices.Repeat([]any{text}, n)...))
	}
	if number, _, failed := strings.Cut(got, " "); failed && got[0] != '[' {
		return number
	}
	if warned := r.warnings(); warned != "" {
		got += " warned " + warned
	}
	return strings.ReplaceAll(got, `"`, "")
}

func (r momentRun) warnings() string {
	rows, err := r.c.QueryContext(r.t.Context(), "SHOW WARNINGS")
	if err != nil {
		return err.Error()
	}
	defer rows.Close()
	var numbers []string
	for rows.Next() {
		var level, number, message string
		if err := rows.Scan(&level, &number, &message); err != nil {
			return err.Error()
		}
		if !slices.Contains(numbers, number) {
			numbers = append(numbers, number)
		}
	}
	sort.Strings(numbers)
	return strings.Join(numbers, " ")
}

// places runs all, and returns the outcomes by place and form, in the order of the places.
func (r momentRun) places() (order []string, found map[string]map[string]string) {
	found = make(map[string]map[string]string)
	note := func(place, form, protocol, got string) {
		if found[place] == nil {
			order, found[place] = append(order, place), make(map[string]string)
		}
		found[place][protocol+" "+quoted(form)] = got
	}
	for _, typ := range momentTypes {
		spell := func(s, table string) string {
			return strings.NewReplacer("$type", typ.typ, "$c", typ.column, "$t", table).Replace(s)
		}
		for _, text := range momentForms[typ.column] {
			r.must("SET @text = " + quoted(text))
			r.must("REPLACE INTO x VALUES (1, " + quoted(text) + "), (2, " + quoted(text) + "), (7, NULL)")
			for _, place := range append(slices.Clone(comparedMoments), takenMoments...) {
				for _, table := range [...]string{"plain", "keyed"} {
					statement := spell(place.statement, table)
					if table == "keyed" && statement == spell(place.statement, "plain") {
						continue
					}
					for _, protocol := range [...]string{"literal", "EXECUTE", "binary"} {
						switch {
						case protocol == "literal":
						case place.literal || !strings.Contains(statement, "?"):
							continue
						case strings.Contains(statement, "plain") && protocol == "binary", strings.Contains(statement, "keyed") && protocol == "EXECUTE":
							continue
						}
						change := place.then != ""
						if change {
							r.must("BEGIN")
						}
						got := r.ask(protocol, statement, text)
						if change {
							if strings.HasPrefix(got, "[]") {
								got = strings.ReplaceAll(outcome(r.c.QueryContext(r.t.Context(), spell(place.then, table))), `"`, "") + got[2:]
							}
							r.must("ROLLBACK")
						}
						note(statement, text, protocol, got)
					}
				}
			}
			for _, place := range definedMoments {
				r.must("DROP TABLE IF EXISTS g")
				name := spell(place.statement+"; "+strings.ReplaceAll(place.then, "|", "; "), "")
				got := ""
				for _, s := range append([]string{place.statement}, strings.Split(place.then, "|")...) {
					if got = r.ask("literal", spell(s, ""), text); got[0] != '[' {
						break
					}
				}
				note(name, text, "literal", got)
			}
		}
	}
	return order, found
}

// written groups the outcomes of each place.
func written(order []string, found map[string]map[string]string) string {
	var out strings.Builder
	for _, place := range order {
		forms := make(map[string][]string)
		var outcomes []string
		for form, got := range found[place] {
			forms[got] = append(forms[got], form)
		}
		for got := range forms {
			outcomes = append(outcomes, got)
		}
		sort.Strings(outcomes)
		fmt.Fprintf(&out, "%s\n", place)
		for _, got := range outcomes {
			sort.Strings(forms[got])
			fmt.Fprintf(&out, "\t%s\n\t\t%s\n", got, strings.Join(forms[got], " | "))
		}
	}
	return out.String()
}

// TestMomentPlaces compares each text in each place with what MySQL 9.7.4 answers.
func TestMomentPlaces(t *testing.T) {
	racetest.SkipAlone(t)
	address := *specification
	if address == "" {
		address = start(t).Addr().String()
	}
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User = "tcp", address, "root"
	db, err := sql.Open("mysql", cfg.FormatDSN())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	c, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	r := momentRun{t, c}
	r.must("SET SESSION time_zone = '+01:00'")
	for _, s := range momentTables() {
		r.must(s)
	}
	order, found := r.places()
	const file, differing = "testdata/moment_places.txt", "testdata/moment_differences.txt"
	if *specification != "" {
		r.must("DROP DATABASE moment_places")
		out := filepath.Join(os.TempDir(), filepath.Base(file))
		if err := os.WriteFile(out, []byte("# Answered by MySQL 9.7.4, see TestMomentPlaces.\n"+written(order, found)), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Log("written: ", out)
		return
	}
	specified, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	differences := make(map[string]map[string]string)
	eachOutcome(string(specified), func(place, form, want string) {
		got, ok := found[place][form]
		if !ok {
			t.Fatalf("%s: nothing answered for %s", place, form)
		}
		rows, _, _ := strings.Cut(got, " warned")
		wanted, _, _ := strings.Cut(want, " warned")
		if rows == wanted {
			return
		}
		if differences[place] == nil {
			differences[place] = make(map[string]string)
		}
		differences[place][form] = rows + " for " + wanted
	})
	order = slices.DeleteFunc(order, func(place string) bool { return differences[place] == nil })
	got := "# Rows and errors here for those of MySQL, without warnings. Written by TestMomentPlaces -rewrite.\n" + written(order, differences)
	if *rewrite {
		if err := os.WriteFile(differing, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(differing)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; look at what changed with -rewrite and git diff:\n%s", differing, firstDifference(got, string(want)))
	}
}

// eachOutcome reads what written has written.
func eachOutcome(text string, do func(place, form, outcome string)) {
	place, got := "", ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "\t\t"):
			for _, form := range strings.Split(line[2:], " | ") {
				do(place, form, got)
			}
		case strings.HasPrefix(line, "\t"):
			got = line[1:]
		default:
			place = line
		}
	}
}
