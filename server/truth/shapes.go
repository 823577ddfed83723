package main

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// shape is a query whose operators are compared.
type shape struct{ name, query string }

// shapes are of all kinds of work.
var shapes = []shape{
	{"group a slow filter", "SELECT l_flag, COUNT(*), SUM(l_price) FROM truth.lineitem WHERE l_comment RLIKE 'q[aeiou]+.*k' OR l_quantity < 40 GROUP BY l_flag"},
	{"group a join", "SELECT c_nation, COUNT(*), SUM(o_total) FROM truth.customer JOIN truth.orders ON o_customer = c_key GROUP BY c_nation"},
	{"group a scan", "SELECT l_flag, l_mode, SUM(l_quantity), SUM(l_price), AVG(l_price), COUNT(*) FROM truth.lineitem GROUP BY l_flag, l_mode"},
	{"many groups", "SELECT l_part, SUM(l_quantity) AS n FROM truth.lineitem GROUP BY l_part HAVING n > 1000"},
	{"sort", "SELECT o_comment, o_total FROM truth.orders ORDER BY o_comment"},
	{"top of all", "SELECT l_comment, l_price FROM truth.lineitem ORDER BY l_comment DESC, l_price LIMIT 100"},
	{"hash join", "SELECT COUNT(*) FROM truth.orders JOIN truth.lineitem ON o_total < l_price AND o_key = l_part"},
	{"three tables", "SELECT c_segment, SUM(l_price) FROM truth.customer JOIN truth.orders ON o_customer = c_key JOIN truth.lineitem ON l_order = o_key WHERE l_flag = 'R' GROUP BY c_segment"},
	{"distinct", "SELECT COUNT(*) FROM (SELECT DISTINCT l_part, l_mode FROM truth.lineitem) d"},
	{"window", "SELECT MAX(s) FROM (SELECT SUM(o_total) OVER (PARTITION BY o_customer ORDER BY o_key) AS s FROM truth.orders) w"},
	{"send rows", "SELECT * FROM truth.lineitem"},
	{"send computed rows", "SELECT UPPER(l_comment), l_price * 2 + l_quantity FROM truth.lineitem WHERE l_quantity < 25"},
	{"filter texts", "SELECT COUNT(*) FROM truth.lineitem WHERE l_comment LIKE '%abc%' OR l_comment RLIKE 'q[aeiou]+.*k$'"},
	{"semi-join", "SELECT COUNT(*) FROM truth.orders WHERE o_customer IN (SELECT c_key FROM truth.customer WHERE c_segment = 'AUTO') AND o_comment LIKE '%e%'"},
	{"union", "SELECT l_mode FROM truth.lineitem WHERE l_quantity = 7 UNION SELECT o_comment FROM truth.orders WHERE o_total < 200000"},
}

// operatorBound is of an operator's share, in points.
const operatorBound = 5

// comparison is that of a shape; clients 0 is a crowd.
func (q shape) comparison(clients int) comparison {
	how := "alone"
	if clients == 0 {
		how = "crowd"
	}
	return comparison{q.name + ", " + how, func(ctx context.Context, s *server) ([]figure, error) {
		n := clients
		if n == 0 {
			n = s.crowd
		}
		return s.operators(ctx, q.query, n)
	}}
}

// operators compares the shares that operators have in a query's CPU time.
func (s *server) operators(ctx context.Context, query string, clients int) ([]figure, error) {
	if err := s.exec("TRUNCATE TABLE profiling.query_profiles"); err != nil {
		return nil, err
	}
	stacks, err := s.record(func() error {
		return s.work(ctx, clients, func(db *sql.DB, _, _ int) error { return readAll(db, query) })
	})
	if err != nil {
		return nil, err
	}
	rules := stackRules
	if strings.Contains(query, " UNION ") {
		rules = setOpRules
	}
	actual := make(map[string]float64)
	for _, stack := range stacks {
		if class := classify(stack, rules); class != "" {
			actual[class]++
		}
	}
	rows, err := s.numbers("SELECT OPERATOR_COUNTS_AS, SUM(TIME) FROM profiling.query_resources_by_operator WHERE RESOURCE = 'profCpu' AND PHASE = 'execution' AND OPERATOR IS NOT NULL GROUP BY OPERATOR_COUNTS_AS")
	if err != nil {
		return nil, err
	}
	said := make(map[string]float64)
	for name, ms := range rows {
		said[claimedAs(name)] += ms
	}
	return shares(said, actual), nil
}

// sampleInterval is how many milliseconds a sample of the profiler's stands for.
const sampleInterval = 10

// shares are the figures of two distributions: of milliseconds, and of perf's samples.
func shares(said, actual map[string]float64) (out []figure) {
	sum := func(m map[string]float64) (all float64) {
		for _, v := range m {
			all += v
		}
		return max(all, 1e-9)
	}
	a, b := sum(said), sum(actual)
	var names []string
	for n := range said {
		names = append(names, n)
	}
	for n := range actual {
		if _, ok := said[n]; !ok {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	for _, n := range names {
		share := actual[n] / b
		out = append(out, figure{n, "%", 100 * said[n] / a, 100 * share, operatorBound, chanceOf(share, a/sampleInterval, b)})
	}
	return out
}

// claimedAs is what stacks can tell apart of a column. A value of a result is computed
// and made ready for the client in the same function.
func claimedAs(column string) string {
	name := strings.TrimSuffix(strings.TrimPrefix(column, "prof"), "Rso")
	if name == "Proj" || name == "Res" {
		return "Proj, Res"
	}
	return fmt.Sprint(name)
}
