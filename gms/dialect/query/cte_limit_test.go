package query

import (
	"fmt"
	"strings"
	"testing"

	"github.com/dolthub/vitess/go/vt/sqlparser"
)

func TestCommonTablesAreCountedAsOftenAsTheyStand(t *testing.T) {
	doubled := func(levels int) string {
		var b strings.Builder
		b.WriteString("WITH c0 AS (SELECT 1 AS a)")
		for i := range levels {
			fmt.Fprintf(&b, ", C%d AS (SELECT x.a FROM c%d x, c%d y)", i+1, i, i)
		}
		return b.String()
	}
	wide := "WITH c AS (SELECT 1" + strings.Repeat(", 1", 3999) + ") SELECT 1 FROM c" + strings.Repeat(", c", 20)
	for _, c := range []struct {
		text string
		want bool
	}{
		{doubled(8) + " SELECT * FROM c8", false},
		{doubled(30) + " SELECT * FROM c30", true},
		{doubled(30) + " SELECT 1 UNION SELECT a FROM c30", true},
		{"INSERT INTO t " + doubled(30) + " SELECT a FROM c30", true},
		{"SELECT * FROM (" + doubled(30) + " SELECT a FROM c30) x", true},
		{"CREATE TABLE t AS SELECT * FROM (" + doubled(30) + " SELECT a FROM c30) x", true},
		{"CREATE VIEW v AS " + doubled(30) + " SELECT a FROM c30", true},
		{"EXPLAIN " + doubled(30) + " SELECT a FROM c30", true},
		{doubled(30) + " UPDATE t, c30 SET t.a = 1", true},
		{doubled(30) + " DELETE t FROM t, c30", true},
		{wide, true},
		{"WITH c AS (SELECT 1" + strings.Repeat(", 1", 999) + ") SELECT 1 FROM c" + strings.Repeat(", c", 20), false},
		{"SELECT 1 FROM t" + strings.Repeat(", t", 60) + " WHERE a = 'with" + strings.Repeat("c", 300) + "'", false},
	} {
		stmt, err := sqlparser.Parse(c.text)
		if err != nil {
			t.Errorf("%.80s: %v", c.text, err)
			continue
		}
		if got := TooMany(stmt, c.text) != nil; got != c.want {
			t.Errorf("%.80s...: refused %v", c.text, got)
		}
	}
}
