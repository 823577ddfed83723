package gms_test

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// Whatever is looked for in an index, it finds the rows that a scan of the table
// finds: values of the rows, in other letters and types, and what no row has.
func TestIndexesFindWhatScansFind(t *testing.T) {
	if testing.Short() {
		t.Skip("reads every table many times")
	}
	s := startServer(t, perfschema.Config{})
	if err := s.adapter.StartProfiler(sampler.Options{}); err != nil {
		t.Fatal(err)
	}
	c := busyThenQuiet(t, s)
	random := rand.New(rand.NewPCG(1, 2))
	type named struct {
		*view.Table
		name string
	}
	var tables []named
	for _, table := range catalog.Tables() {
		tables = append(tables, named{table, table.Name})
	}
	for _, table := range catalog.ProfilingTables() {
		tables = append(tables, named{table, "profiling." + table.Name})
	}
	for _, table := range tables {
		for _, index := range table.Indexes {
			all := rows(t, c, "SELECT "+strings.Join(index.Columns, ", ")+" FROM "+table.name)
			if len(all) == 0 && table.name == "profiling.query_profiles" {
				t.Error("no query has a profile")
			}
			for i, column := range index.Columns {
				list := comparisons(column, pick(random, all, i))
				if len(all) > 100 { // some will do, where they take long
					random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
					list = list[:5]
				}
				for _, p := range list {
					sameRows(t, c, table.name, index.Columns, p)
				}
			}
			for range 2 * len(index.Columns) {
				if p := conjunction(random, index.Columns, all); p != "" {
					sameRows(t, c, table.name, index.Columns, p)
				}
			}
		}
	}
}

// busyThenQuiet has connections do something of everything, and gives one of
// which nothing is recorded, so that rows stand still while it reads them.
func busyThenQuiet(t *testing.T, s *testServer) *sql.Conn {
	t.Helper()
	c := s.connect(t, "root", "shop")
	for _, query := range []string{
		"UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES'",
		"UPDATE performance_schema.setup_consumers SET ENABLED = 'YES'",
		"INSERT INTO performance_schema.setup_actors VALUES ('Localhost', 'Élan', '%', 'YES', 'NO')",
		"INSERT INTO performance_schema.setup_objects VALUES ('TABLE', 'Shop', 'Élan', 'YES', 'NO'), ('EVENT', 'shop', '%', 'NO', 'NO')",
		"CREATE USER Anna@localhost", "CREATE USER anna@localhost", "GRANT ALL ON *.* TO Anna@localhost", "GRANT ALL ON *.* TO anna@localhost",
		"CREATE TABLE `Élan` (id INT PRIMARY KEY, k INT, KEY k (k))",
		"CREATE PROCEDURE add_one(n INT) INSERT INTO `Élan` VALUES (n, n)",
	} {
		mustExec(t, c, query)
	}
	for i, user := range []string{"root", "Anna", "anna"} {
		c := s.connect(t, user, "shop")
		for _, query := range []string{
			fmt.Sprintf("CALL add_one(%d)", i), "SELECT id FROM `Élan` WHERE k > 0", "PREPARE p FROM 'SELECT 1'", "EXECUTE p",
			fmt.Sprintf("SET @held = GET_LOCK('Lock %d', 0)", i), "SELECT CAST('x' AS SIGNED)", "START TRANSACTION", "DELETE FROM `Élan` WHERE id = 7", "COMMIT",
		} {
			mustExec(t, c, query)
		}
		if _, err := c.ExecContext(t.Context(), "SELECT nonsense"); err == nil {
			t.Fatal("nonsense was selected")
		}
	}
	quiet := s.connect(t, "root", "performance_schema")
	mustExec(t, quiet, "UPDATE setup_instruments SET ENABLED = 'NO'")
	mustExec(t, quiet, "UPDATE threads SET INSTRUMENTED = 'NO', HISTORY = 'NO'")
	return quiet
}

// sameRows compares what a condition finds with what it leaves of all rows. What
// does not differ every time has moved.
func sameRows(t *testing.T, c *sql.Conn, table string, columns []string, where string) {
	t.Helper()
	read := func(from string) [][]string {
		got := rows(t, c, "SELECT "+strings.Join(columns, ", ")+" FROM "+from+" WHERE "+where)
		slices.SortFunc(got, slices.Compare)
		return got
	}
	var found, left [][]string
	for range 5 {
		found, left = read(table), read("(SELECT * FROM "+table+" LIMIT 1000000) whole")
		if slices.EqualFunc(found, left, slices.Equal[[]string]) {
			return
		}
	}
	t.Errorf("%s WHERE %s finds %d rows, a scan %d", table, where, len(found), len(left))
}

// comparisons are conditions on a column, with values of some rows.
func comparisons(column string, values []string) []string {
	if column == "LOGGED" { // a time, with which what is none is not compared
		return []string{column + " IS NULL", column + " <=> NULL", column + " = '2001-02-03'", column + " < '2001-02-03'", column + " BETWEEN '2001-02-03' AND NOW()"}
	}
	list := []string{
		column + " IS NULL", column + " IS NOT NULL", column + " <=> NULL", column + " = 'none'", column + " IN (NULL, 'none')", column + " < 'm'",
	}
	if column != "DIGEST" { // a hash such as 7e999... is a number too large for the engine
		list = append(list, column+" = 0", column+" IN (NULL, 1, 'none')", column+" BETWEEN 1 AND 3.5")
	}
	for _, v := range values {
		list = append(list,
			column+" = "+quoted(v), column+" = "+quoted(strings.ToUpper(v)), column+" = "+quoted(v+" "),
			column+" = "+quoted(strings.NewReplacer("e", "é", "a", "À").Replace(v)), column+" = "+quoted("\x01"+v),
			column+" IN ("+quoted(v)+", 'none')", column+" <> "+quoted(v), column+" >= "+quoted(v), column+" LIKE "+quoted(v+"%"))
	}
	return list
}

// conjunction is a condition on some columns, with the values of one row.
func conjunction(random *rand.Rand, columns []string, all [][]string) string {
	if len(all) == 0 {
		return ""
	}
	row := all[random.IntN(len(all))]
	var parts []string
	for i, column := range columns {
		switch v := row[i]; {
		case random.IntN(4) == 0:
		case v == "NULL":
			parts = append(parts, column+" IS NULL")
		case random.IntN(4) == 0:
			parts = append(parts, column+" > "+quoted(v))
		default:
			parts = append(parts, column+" = "+quoted(v))
		}
	}
	return strings.Join(parts, " AND ")
}

// pick gives two values of a column, or fewer.
func pick(random *rand.Rand, all [][]string, column int) (values []string) {
	for range min(2, len(all)) {
		if v := all[random.IntN(len(all))][column]; v != "NULL" && !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

func quoted(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `''`).Replace(s) + "'"
}
