package group_test

import (
	"testing"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/group"
)

func TestMisplacedAggregate(t *testing.T) {
	for text, want := range map[string]bool{
		"SELECT a FROM t WHERE MAX(a) > 1":                                                        true,
		"SELECT COUNT(*) FROM t WHERE a = 1 AND (b = 2 OR SUM(b) > 100)":                          true,
		"SELECT 1 FROM t WHERE GROUP_CONCAT(a) = ''":                                              true,
		"SELECT a FROM t UNION (SELECT a FROM t WHERE MIN(a) = 1)":                                true,
		"SELECT a FROM (SELECT a FROM t WHERE MIN(a) = 1) d":                                      true,
		"SELECT * FROM t x JOIN t y ON MAX(x.a) = y.a":                                            true,
		"SELECT MAX(SUM(a)) FROM t":                                                               true,
		"SELECT 1 FROM t HAVING GROUP_CONCAT(COUNT(a)) = 1":                                       true,
		"INSERT INTO t VALUES (1), (MAX(1))":                                                      true,
		"INSERT INTO t SELECT a FROM t WHERE MAX(a) > 1":                                          true,
		"INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE a = MAX(a)":                             true,
		"UPDATE t SET a = COUNT(*)":                                                               true,
		"UPDATE t SET a = 1 WHERE COUNT(*) > 1":                                                   true,
		"DELETE FROM t WHERE COUNT(*) > 1":                                                        true,
		"SET @a = MAX(1)":                                                                         true,
		"SELECT MAX(a), SUM(a) OVER () FROM t WHERE a > 1 GROUP BY b HAVING COUNT(*) > 1":         false,
		"SELECT SUM(SUM(a)) OVER () FROM t":                                                       false,
		"SELECT a FROM t WHERE a = (SELECT MAX(a) FROM t)":                                        false,
		"SELECT a FROM t GROUP BY a HAVING EXISTS (SELECT 1 FROM u WHERE u.a = MAX(t.a))":         false,
		"SELECT SUM((SELECT COUNT(*) FROM u WHERE u.a = t.a)) FROM t":                             false,
		"INSERT INTO t SELECT MAX(a) FROM t":                                                      false,
		"INSERT INTO t VALUES ((SELECT MAX(a) FROM t))":                                           false,
		"UPDATE t SET a = (SELECT MAX(a) FROM u)":                                                 false,
		"SET @a = (SELECT MAX(a) FROM t)":                                                         false,
		"SELECT a FROM (SELECT MAX(a) a FROM t) d JOIN (SELECT COUNT(*) b FROM t) e ON d.a = e.b": false,
		"SELECT a FROM t ORDER BY a":                                                              false,
		"DELETE x FROM t x JOIN t y ON x.a = y.a WHERE x.a = (SELECT COUNT(*) FROM u)":            false,
		"CREATE TABLE n AS SELECT MAX(a) FROM t":                                                  false,
	} {
		stmt, err := sqlparser.Parse(text)
		if err != nil {
			t.Fatal(text, err)
		}
		if got := group.MisplacedAggregate(stmt); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
