package gms_test

import (
	"database/sql"
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// The answers are MariaDB 10.11's, whose rules are MySQL's.
func TestSumsAreExact(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	for _, q := range []string{
		"CREATE TABLE n (id INT PRIMARY KEY, g INT, i BIGINT, u BIGINT UNSIGNED, s TINYINT, f DOUBLE, y YEAR, b BIT(8), v VARCHAR(20))",
		"INSERT INTO n VALUES (1,1,9007199254740993,18446744073709551615,100,0.5,2001,3,'1.5'), (2,1,9223372036854775807,18446744073709551615,100,0.25,2002,4,'2')",
		"INSERT INTO n VALUES (3,2,-9223372036854775808,1,-28,1,2003,255,'x'), (4,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL), (5,3,NULL,NULL,NULL,NULL,NULL,NULL,NULL)",
		"CREATE TABLE d (id INT PRIMARY KEY, g INT, x DECIMAL(20,2), y DECIMAL(30,10))",
		"INSERT INTO d VALUES (1,1,123456789012345678.11,0.0000000001), (2,1,123456789012345678.22,0.0000000002),(3,2,0.10,3)",
		"CREATE TABLE e (e ENUM('a','b','c'), s SET('x','y'))",
		"INSERT INTO e VALUES ('b','x,y'), ('c','y'), (NULL,NULL)",
		"CREATE VIEW totals AS SELECT g, SUM(i) AS s, AVG(s) AS a FROM n GROUP BY g",
		"CREATE PROCEDURE total() SELECT SUM(i), AVG(s) FROM n",
	} {
		mustExec(t, c, q)
	}
	for _, test := range []struct{ query, want string }{
		{"SELECT SUM(i), SUM(u), SUM(s), SUM(f), SUM(y), SUM(b) FROM n", "[[9007199254740992 36893488147419103231 172 1.75 6006 262]]"},
		{"SELECT AVG(i), AVG(u), AVG(s), AVG(f), AVG(y), AVG(b) FROM n", "[[3002399751580330.6667 12297829382473034410.3333 57.3333 0.5833333333333334 2002.0000 87.3333]]"},
		{"SELECT SUM(v), SUM(NULL), SUM(1), AVG(1) FROM n", "[[3.5 NULL 5 1.0000]]"},
		{"SELECT SUM(e), AVG(e), SUM(s), SUM(DISTINCT e) FROM e", "[[5 2.5 5 5]]"},
		{"SELECT SUM(i), AVG(i) FROM n WHERE id > 9", "[[NULL NULL]]"},
		{"SELECT g, SUM(i), COUNT(i), AVG(s) FROM n GROUP BY g ORDER BY g", "[[1 9232379236109516800 2 100.0000] [2 -9223372036854775808 1 -28.0000] [3 NULL 0 NULL]]"},
		{"SELECT g, sum(i) t FROM n GROUP BY g HAVING t > 0 ORDER BY t DESC", "[[1 9232379236109516800]]"},
		{"SELECT g FROM n GROUP BY g HAVING SUM(i) = 9232379236109516800", "[[1]]"},
		{"SELECT g FROM n GROUP BY g ORDER BY SUM(i) DESC, g", "[[1] [2] [3]]"},
		{"SELECT SUM(DISTINCT s), AVG(DISTINCT s) FROM n", "[[72 36.0000]]"},
		{"SELECT SUM(i) + 1, SUM(s) * 2, SUM(s) / 3, ROUND(SUM(i) / 3, 2) FROM n", "[[9007199254740993 344 57.3333 3002399751580330.67]]"},
		{"SELECT IFNULL(SUM(i), 0), COALESCE(SUM(i), 0), IF(SUM(i) > 0, SUM(i), 0), NULLIF(SUM(i), 0) FROM n", "[[9007199254740992 9007199254740992 9007199254740992 9007199254740992]]"},
		{"SELECT SUM(IF(i > 0, i, 0)), SUM(CASE WHEN i > 0 THEN i ELSE 0 END), SUM(i > 0), SUM(s + 1) FROM n", "[[9232379236109516800 9232379236109516800 2 175]]"},
		{"SELECT SUM(CASE WHEN i > 0 THEN i ELSE 0.5 END) FROM n WHERE g < 3", "[[9232379236109516801.0]]"},
		{"SELECT AVG(x) FROM (SELECT IF(s > 0, 30000, 1) AS x FROM n) q", "[[12000.6000]]"},
		{"SELECT id, SUM(s) OVER (ORDER BY id), AVG(s) OVER (ORDER BY id) FROM n ORDER BY id", "[[1 100 100.0000] [2 200 100.0000] [3 172 57.3333] [4 172 57.3333] [5 172 57.3333]]"},
		{"SELECT id, SUM(i) OVER (PARTITION BY g) FROM n ORDER BY id", "[[1 9232379236109516800] [2 9232379236109516800] [3 -9223372036854775808] [4 -9223372036854775808] [5 NULL]]"},
		{"SELECT id, SUM(i) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) w, AVG(s) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM n ORDER BY id", "[[1 9007199254740993 100.0000] [2 9232379236109516800 57.3333] [3 -1 36.0000] [4 -9223372036854775808 -28.0000] [5 NULL NULL]]"},
		{"SELECT g, SUM(t) OVER (ORDER BY g) FROM (SELECT g, SUM(s) AS t FROM n GROUP BY g) q ORDER BY g", "[[1 200] [2 172] [3 172]]"},
		{"SELECT SUM(i) FROM n UNION ALL SELECT SUM(u) FROM n", "[[9007199254740992] [36893488147419103231]]"},
		{"SELECT SUM(i) AS a FROM n UNION ALL SELECT 1 ORDER BY a", "[[1] [9007199254740992]]"},
		{"SELECT SUM(a) FROM (SELECT i AS a FROM n UNION ALL SELECT s FROM n) q", "[[9007199254741164]]"},
		{"SELECT SUM(a) FROM (SELECT SUM(i) AS a FROM n UNION ALL SELECT 1) q", "[[9007199254740993]]"},
		{"SELECT (SELECT SUM(i) FROM n), (SELECT AVG(s) FROM n WHERE n.g = o.g) FROM n o WHERE id = 1", "[[9007199254740992 100.0000]]"},
		{"SELECT id FROM n WHERE s > (SELECT AVG(s) FROM n) ORDER BY id", "[[1] [2]]"},
		{"WITH q AS (SELECT g, SUM(i) AS s FROM n GROUP BY g) SELECT a.s + b.s FROM q a JOIN q b ON a.g = b.g WHERE a.g = 1", "[[18464758472219033600]]"},
		{"SELECT q.s * 2 FROM (SELECT SUM(i) AS s FROM n) q", "[[18014398509481984]]"},
		{"SELECT s, a FROM totals ORDER BY g", "[[9232379236109516800 100.0000] [-9223372036854775808 -28.0000] [NULL NULL]]"},
		{"SELECT SUM(s) FROM totals", "[[9007199254740992]]"},
		{"CALL total()", "[[9007199254740992 57.3333]]"},
		{"SELECT SUM(`i`), 'SUM(i)' FROM n", "[[9007199254740992 SUM(i)]]"},

		{"SELECT SUM(x), AVG(x), SUM(y), AVG(y) FROM d", "[[246913578024691356.43 82304526008230452.143333 3.0000000003 1.00000000010000]]"},
		{"SELECT g, SUM(x), AVG(x) FROM d GROUP BY g ORDER BY g", "[[1 246913578024691356.33 123456789012345678.165000] [2 0.10 0.100000]]"},
		{"SELECT g FROM d GROUP BY g HAVING SUM(x) = 246913578024691356.33", "[[1]]"},
		{"SELECT g, SUM(x) s FROM d GROUP BY g ORDER BY s DESC", "[[1 246913578024691356.33] [2 0.10]]"},
		{"SELECT SUM(DISTINCT x) FROM d", "[[246913578024691356.43]]"},
		{"SELECT SUM(x) FROM d WHERE 1 = 0", "[[NULL]]"},
		{"WITH q AS (SELECT g, SUM(x) s FROM d GROUP BY g) SELECT a.s, b.s FROM q a JOIN q b ON a.g = b.g WHERE a.g = 1", "[[246913578024691356.33 246913578024691356.33]]"},
		{"SELECT (SELECT SUM(x) FROM d), IFNULL(SUM(x),0) FROM d", "[[246913578024691356.43 246913578024691356.43]]"},
		{"SELECT id, SUM(x) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), AVG(y) OVER (ORDER BY id) FROM d ORDER BY id", "[[1 123456789012345678.11 0.00000000010000] [2 246913578024691356.33 0.00000000015000] [3 123456789012345678.32 1.00000000010000]]"},

		{"SELECT NAME, SUM(i) FROM performance_schema.setup_consumers, n WHERE NAME = 'global_instrumentation' GROUP BY NAME", "[[global_instrumentation 9007199254740992]]"},
		{"SELECT SUM(BUCKET_QUANTILE) >= 0 FROM performance_schema.events_statements_histogram_global", "[[1]]"},
	} {
		got, err := tryRows(t.Context(), c, test.query)
		if err != nil {
			t.Errorf("%s: %v", test.query, err)
		} else if text := fmt.Sprint(got); text != test.want {
			t.Errorf("%s\ngives %s\nwant  %s", test.query, text, test.want)
		}
	}
	var total, mean string
	if err := c.QueryRowContext(t.Context(), "SELECT SUM(i), AVG(s) FROM n WHERE id < ?", 3).Scan(&total, &mean); err != nil || total != "9232379236109516800" || mean != "100.0000" {
		t.Errorf("prepared: %s, %s, %v", total, mean, err)
	}
}

// A sum has MySQL's type, as a table made of it shows, and its column the name that
// was written.
func TestSumsHaveMySQLsTypes(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE n (s TINYINT, i INT, b BIGINT, u BIGINT UNSIGNED, d DECIMAL(20,2), f FLOAT, y YEAR)")
	mustExec(t, c, `CREATE TABLE made AS SELECT SUM(s) s, AVG(s) sa, SUM(i) i, AVG(i) ia, SUM(b) b, AVG(b) ba, SUM(u) u, AVG(u) ua,
		SUM(d) d, AVG(d) da, SUM(f) f, AVG(f) fa, SUM(y) y FROM n`)
	want := map[string]string{
		"s": "decimal(25,0)", "sa": "decimal(7,4)", "i": "decimal(32,0)", "ia": "decimal(14,4)", "b": "decimal(41,0)", "ba": "decimal(23,4)",
		"u": "decimal(42,0)", "ua": "decimal(24,4)", "d": "decimal(42,2)", "da": "decimal(24,6)", "f": "double", "fa": "double", "y": "decimal(26,0)",
	}
	for _, row := range rows(t, c, "DESCRIBE made") {
		if name := fmt.Sprint(row[0]); fmt.Sprint(row[1]) != want[name] || fmt.Sprint(row[2]) != "YES" {
			t.Errorf("%s is %v, want %s", name, row[1:3], want[name])
		}
	}
	r, err := c.QueryContext(t.Context(), "SELECT SUM(i), sum( i ) + 1, AVG(i) FROM n")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	types, err := r.ColumnTypes()
	if err != nil {
		t.Fatal(err)
	}
	if got := describeColumns(types); got != "SUM(i) DECIMAL, sum( i ) + 1 DECIMAL, AVG(i) DECIMAL" {
		t.Error(got)
	}
}

func describeColumns(types []*sql.ColumnType) (text string) {
	for i, c := range types {
		if i > 0 {
			text += ", "
		}
		text += c.Name() + " " + c.DatabaseTypeName()
	}
	return text
}
