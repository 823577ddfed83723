package rewrite

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/group"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// someQuery is a query of all that rules work on, one inside the other as they come, whether
// or not MySQL takes it.
type someQuery struct{ *rand.Rand }

func (q someQuery) one(list ...string) string { return list[q.IntN(len(list))] }

func (q someQuery) expression(depth int) string {
	if depth == 0 {
		return q.one("a", "t.b", "u.a", "1", "2.50", "'x'", "1", "NULL", "?", "@v", "*")
	}
	e := func() string { return q.expression(depth - 1) }
	switch q.IntN(9) {
	case 0:
		return q.one("SUM", "COUNT", "AVG", "MAX", "GROUP_CONCAT", "STDDEV") + "(" + e() + ")"
	case 1:
		return q.one("FIRST_VALUE", "LAG", "SUM", "RANK", "NTILE", "COUNT", "LAST_VALUE") + "(" + q.one("", e()) + ") OVER " +
			q.one("()", "w", "(w ORDER BY "+e()+")", "(PARTITION BY "+e()+")", "(PARTITION BY "+e()+" ORDER BY "+e()+")", "(ORDER BY "+e()+" ROWS UNBOUNDED PRECEDING)")
	case 2:
		return "(" + q.query(depth-1) + ")"
	case 3:
		return "(" + e() + q.one(" + ", " | ", " << ", " / ", " = ", " <=> ", " LIKE ", " AND ") + e() + ")"
	case 4:
		return q.one("CAST(", "CONVERT(") + e() + q.one(" AS DECIMAL(10, 2))", " AS CHAR)", ", SIGNED)", " USING utf8mb4)")
	case 5:
		return "(" + e() + " + INTERVAL " + e() + " " + q.one("DAY", "HOUR_SECOND") + ")"
	case 6:
		return "(" + e() + q.one(" IN (", " NOT IN (") + q.one(e()+", "+e(), q.query(depth-1)) + "))"
	case 7:
		return "CASE WHEN " + e() + " THEN " + e() + " ELSE " + e() + " END"
	}
	return q.expression(0)
}

func (q someQuery) query(depth int) string {
	e := func() string { return q.expression(depth) }
	var s strings.Builder
	s.WriteString("SELECT " + q.one("", "DISTINCT ") + e() + q.one("", " AS x") + q.one("", ", "+e(), ", "+e()+" y, "+e()))
	s.WriteString(" FROM t" + q.one("", " JOIN u ON "+e(), ", u", " LEFT JOIN u USING (a)"))
	if depth > 0 && q.IntN(3) == 0 {
		s.WriteString(", (" + q.query(depth-1) + ") d")
	}
	s.WriteString(q.one("", " WHERE "+e()))
	s.WriteString(q.one("", " GROUP BY 1", " GROUP BY "+e(), " GROUP BY a, "+e(), " GROUP BY a WITH ROLLUP"))
	s.WriteString(q.one("", " HAVING "+e()))
	s.WriteString(q.one("", " WINDOW w AS ()", " WINDOW w AS (PARTITION BY "+e()+")"))
	if depth > 0 && q.IntN(4) == 0 {
		s.WriteString(q.one(" UNION ", " EXCEPT ", " INTERSECT ", " UNION ALL ") + q.query(depth-1))
	}
	s.WriteString(q.one("", " ORDER BY 1", " ORDER BY "+e()+" DESC"))
	return s.String()
}

// The rules end, whatever stands in what, and make of a statement one that is not beyond all
// measure longer: a rule that works on what it has made runs out of stack, which ends the
// process.
func TestRulesEnd(t *testing.T) {
	q := someQuery{rand.New(rand.NewPCG(7, 16))}
	parsed := 0
	for range 20_000 {
		text := q.query(q.IntN(4))
		stmt, err := sqlparser.Parse(text)
		if err != nil || len(text) > 4000 {
			continue
		}
		parsed++
		if err := Statement(stmt, step.Seek(text)); err != nil {
			continue
		}
		if made := sqlparser.String(stmt); len(made) > 40*len(text)+1000 {
			t.Fatalf("%s\nbecomes %d bytes", text, len(made))
		}
		group.MisplacedAggregate(stmt)
	}
	if parsed < 2_000 {
		t.Errorf("%d statements only could be parsed", parsed)
	}
}
