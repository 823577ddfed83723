package syntaxtree_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

var queries = []string{
	"WITH c AS (SELECT 1 AS a) SELECT a FROM c UNION SELECT 2 ORDER BY a + (SELECT 3) LIMIT 4 OFFSET 5",
	"WITH RECURSIVE c AS (SELECT 1 UNION ALL SELECT a + 1 FROM c WHERE a < (SELECT 9)) SELECT 1 EXCEPT SELECT 2",
	"(SELECT 1 ORDER BY f(1) LIMIT 1) INTERSECT (SELECT 2 UNION SELECT 3 ORDER BY g(2)) ORDER BY h(3)",
	"SELECT GROUP_CONCAT(a ORDER BY b SEPARATOR ','), SUM(a) OVER (PARTITION BY f(c) ORDER BY g(d) ROWS BETWEEN 1 PRECEDING AND 3 FOLLOWING) FROM t",
	"SELECT SUM(a) OVER w, SUM(a) OVER (w RANGE BETWEEN INTERVAL 1 DAY PRECEDING AND CURRENT ROW) FROM t WINDOW w AS (PARTITION BY f(a) ORDER BY b), v AS (ROWS 7 PRECEDING)",
	"SELECT a FROM t WHERE b IN (SELECT 1) GROUP BY f(a) HAVING g(a) > (SELECT 2) ORDER BY h(a) LIMIT 1 OFFSET 2",
	"SELECT CASE a WHEN f(1) THEN (SELECT 2) ELSE g(3) END, EXISTS (SELECT 4), CAST(f(a) AS CHAR), (a, (SELECT 5)) = (1, 2), a + INTERVAL f(b) DAY",
	"SELECT * FROM t LEFT JOIN u ON t.a = (SELECT 1) JOIN (SELECT 2) d JOIN LATERAL (SELECT f(3)) l",
	"SELECT * FROM JSON_TABLE(f('[1]'), '$[*]' COLUMNS (a INT PATH '$')) j, (VALUES ROW(1, (SELECT 2))) v",
	"INSERT INTO t (a) VALUES (f(1)), ((SELECT 2)) ON DUPLICATE KEY UPDATE a = g(3) + (SELECT 4)",
	"WITH c AS (SELECT 1) INSERT INTO t SELECT * FROM c UNION SELECT f(2)",
	"REPLACE INTO t WITH c AS (SELECT f(1)) SELECT * FROM c UNION SELECT 2 ORDER BY g(1)",
	"WITH c AS (SELECT 1) UPDATE t JOIN c SET a = (SELECT 1) WHERE f(b)",
	"UPDATE t SET a = (SELECT 1) WHERE f(b) ORDER BY g(c) LIMIT 1",
	"WITH c AS (SELECT 1) DELETE FROM t WHERE a IN (WITH d AS (SELECT f(1)) SELECT * FROM d UNION SELECT 2) ORDER BY g(a) LIMIT 2",
	"SET @a = (WITH c AS (SELECT f(1)) SELECT * FROM c UNION SELECT 2)",
	"SELECT f(a) INTO @x FROM t",
}

// Whatever a statement's tree holds of a query is visited: each name, call, literal and query.
func TestWalkVisitsAllOfAQuery(t *testing.T) {
	for _, query := range queries {
		stmt, err := sqlparser.Parse(query)
		if err != nil {
			t.Errorf("%s: %v", query, err)
			continue
		}
		visited := map[any]bool{}
		if err := syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
			if v := reflect.ValueOf(n); v.Kind() == reflect.Pointer && !v.IsNil() {
				if visited[n] {
					t.Errorf("%s: %T is visited twice", query, n)
				}
				visited[n] = true
			}
			return true, nil
		}, stmt); err != nil {
			t.Fatal(err)
		}
		for _, n := range heldBy(reflect.ValueOf(stmt), map[uintptr]bool{}) {
			if !visited[n] {
				t.Errorf("%s: %T is not visited: %s", query, n, sqlparser.String(n.(sqlparser.SQLNode)))
			}
		}
	}
}

// heldBy are the nodes below a value that a rule may want to see, by reflection.
func heldBy(v reflect.Value, seen map[uintptr]bool) (held []any) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			return heldBy(v.Elem(), seen)
		}
	case reflect.Pointer:
		if v.IsNil() || seen[v.Pointer()] {
			return nil
		}
		seen[v.Pointer()] = true
		if v.CanInterface() {
			switch v.Interface().(type) {
			case *sqlparser.Select, *sqlparser.SetOp, *sqlparser.Subquery, *sqlparser.FuncExpr, *sqlparser.ColName, *sqlparser.SQLVal, *sqlparser.AliasedTableExpr:
				held = append(held, v.Interface())
			}
		}
		return append(held, heldBy(v.Elem(), seen)...)
	case reflect.Struct:
		for i := range v.NumField() {
			held = append(held, heldBy(v.Field(i), seen)...)
		}
	case reflect.Slice:
		for i := range v.Len() {
			held = append(held, heldBy(v.Index(i), seen)...)
		}
	}
	return held
}

// A visitor that does not want to see what is below a node is not shown it, and an error ends
// the walk.
func TestWalkStops(t *testing.T) {
	stmt, err := sqlparser.Parse(queries[0])
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	stop := func(n sqlparser.SQLNode) (bool, error) {
		seen = append(seen, reflect.TypeOf(n).String())
		return false, nil
	}
	if err := syntaxtree.Walk(stop, stmt); err != nil || strings.Join(seen, " ") != "*sqlparser.SetOp" {
		t.Errorf("%v, %v", seen, err)
	}
}
