package sqltest_test

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	tpch      = flag.Float64("tpch", 0, "compare sampled and exact times of joins, sorts and aggregates over this many times 6 million rows, about 1 GB; 0 does not")
	tpchQuery = flag.String("tpchquery", "", "of those queries, the ones whose names contain this")
)

// tpchTable is a table of orders and what belongs to them, much like those of
// TPC-H, and of a size in the same proportion.
type tpchTable struct {
	name, columns string
	rows          float64 // at scale 1
	row           func(r *rand.Rand, i int, scale float64) string
}

var (
	shipModes = []string{"AIR", "MAIL", "RAIL", "SHIP", "TRUCK"}
	segments  = []string{"AUTO", "BUILDING", "HOUSE", "MACHINES", "FURNITURE"}
	flags     = []string{"A", "N", "R"}
)

func tpchDay(r *rand.Rand) string {
	return time.Date(1992, 1, 1+r.IntN(2500), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

func upTo(r *rand.Rand, n, scale float64) int { return r.IntN(max(int(n*scale), 1)) }

func words(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, "%c%c%c%c%c ", 'a'+r.IntN(26), 'a'+r.IntN(26), 'a'+r.IntN(26), 'a'+r.IntN(26), 'a'+r.IntN(26))
	}
	return b.String()
}

var tpchTables = []tpchTable{
	{"nation", "n_key INT PRIMARY KEY, n_name VARCHAR(25)", 0, func(_ *rand.Rand, i int, _ float64) string { return fmt.Sprintf("(%d,'NATION %d')", i, i) }},
	{"customer", "c_key INT PRIMARY KEY, c_name VARCHAR(30), c_nation INT, c_segment VARCHAR(10), c_balance DOUBLE", 150_000, func(r *rand.Rand, i int, _ float64) string {
		return fmt.Sprintf("(%d,'Customer %d',%d,'%s',%.2f)", i, i, r.IntN(25), segments[r.IntN(5)], r.Float64()*10000)
	}},
	{"part", "p_key INT PRIMARY KEY, p_name VARCHAR(40), p_brand VARCHAR(10), p_size INT", 200_000, func(r *rand.Rand, i int, _ float64) string {
		return fmt.Sprintf("(%d,'%s','Brand %d',%d)", i, words(r, 4), r.IntN(25), 1+r.IntN(50))
	}},
	{"orders", "o_key INT PRIMARY KEY, o_customer INT, o_status CHAR(1), o_total DOUBLE, o_date DATE, o_comment VARCHAR(50), KEY (o_customer)", 1_500_000, func(r *rand.Rand, i int, scale float64) string {
		return fmt.Sprintf("(%d,%d,'%s',%.2f,'%s','%s')", i, upTo(r, 150_000, scale), flags[r.IntN(3)], r.Float64()*400000, tpchDay(r), words(r, 5))
	}},
	{"lineitem", "l_order INT, l_line INT, l_part INT, l_quantity INT, l_price DOUBLE, l_discount DOUBLE, l_flag CHAR(1), l_ship DATE, l_mode VARCHAR(10), l_comment VARCHAR(50), PRIMARY KEY (l_order, l_line)", 6_000_000, func(r *rand.Rand, i int, scale float64) string {
		return fmt.Sprintf("(%d,%d,%d,%d,%.2f,%.2f,'%s','%s','%s','%s')", i/4, i%4, upTo(r, 200_000, scale), 1+r.IntN(50), r.Float64()*100000,
			float64(r.IntN(11))/100, flags[r.IntN(3)], tpchDay(r), shipModes[r.IntN(5)], words(r, 4))
	}},
}

var tpchQueries = []struct{ name, query string }{
	{"pricing summary", "SELECT l_flag, l_mode, SUM(l_quantity), SUM(l_price), AVG(l_discount), COUNT(*) FROM lineitem WHERE l_ship <= '1998-08-01' GROUP BY l_flag, l_mode ORDER BY l_flag, l_mode"},
	{"shipping priority", "SELECT l_order, SUM(l_price * (1 - l_discount)) AS revenue, o_date FROM customer JOIN orders ON c_key = o_customer JOIN lineitem ON l_order = o_key WHERE c_segment = 'BUILDING' AND o_date < '1995-03-15' AND l_ship > '1995-03-15' GROUP BY l_order, o_date ORDER BY revenue DESC LIMIT 10"},
	{"by nation", "SELECT n_name, SUM(o_total) AS total FROM nation JOIN customer ON c_nation = n_key JOIN orders ON o_customer = c_key GROUP BY n_name ORDER BY total DESC"},
	{"forecast", "SELECT SUM(l_price * l_discount) FROM lineitem WHERE l_ship >= '1994-01-01' AND l_ship < '1995-01-01' AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24"},
	{"returned items", "SELECT c_key, c_name, SUM(l_price) AS lost FROM customer JOIN orders ON o_customer = c_key JOIN lineitem ON l_order = o_key WHERE l_flag = 'R' GROUP BY c_key, c_name ORDER BY lost DESC LIMIT 20"},
	{"ship modes", "SELECT l_mode, COUNT(*) FROM orders JOIN lineitem ON o_key = l_order WHERE l_mode IN ('MAIL', 'SHIP') AND o_status = 'A' GROUP BY l_mode"},
	{"customer distribution", "SELECT n, COUNT(*) FROM (SELECT c_key, COUNT(o_key) AS n FROM customer LEFT JOIN orders ON c_key = o_customer GROUP BY c_key) c GROUP BY n ORDER BY 2 DESC"},
	{"promotion", "SELECT p_brand, SUM(l_price) FROM lineitem JOIN part ON l_part = p_key WHERE p_size < 10 GROUP BY p_brand"},
	{"large volume", "SELECT l_order, SUM(l_quantity) AS n FROM lineitem GROUP BY l_order HAVING n > 180 ORDER BY n DESC"},
	{"big sort", "SELECT o_comment, o_total FROM orders ORDER BY o_comment"},
	{"top of all", "SELECT l_comment, l_price FROM lineitem ORDER BY l_comment DESC, l_price LIMIT 100"},
	{"distinct", "SELECT COUNT(*) FROM (SELECT DISTINCT l_part, l_mode FROM lineitem) d"},
	{"filter of texts", "SELECT COUNT(*) FROM lineitem WHERE l_comment LIKE '%abc%' OR l_comment LIKE '%xyz%z%' OR l_comment RLIKE 'q[aeiou]+.*k$'"},
	{"window", "SELECT MAX(s) FROM (SELECT SUM(o_total) OVER (PARTITION BY o_customer ORDER BY o_date) AS s FROM orders) w"},
}

// Two nodes whose shares are closer than this are a tie. A query is seen so often
// at least, and is not repeated for longer.
const (
	tpchTie     = 0.02
	tpchSamples = 1000
	tpchSeconds = 300
)

// The node of a plan in which a query was seen most is that in which it spent
// most by the clock, which EXPLAIN ANALYZE reads at every row: both of the same
// runs, and unless the two nodes in question took almost the same. A query is
// repeated until it was seen so often that chance cannot put its first two nodes
// in the wrong order, if they are no tie. It takes minutes; -tpch says how large
// the tables are.
func TestDominantOperator(t *testing.T) {
	if *tpch <= 0 {
		t.Skip("takes minutes: -tpch 0.5 is a few hundred megabytes")
	}
	db, err := dial(start(t))("root", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	loadTPCH(t, db, *tpch)
	t.Logf("%-22s %4s %8s %8s  %-42s %-42s %s", "query", "runs", "seconds", "samples", "most by sampling", "most by the clock", "any node is off by")
	for _, q := range tpchQueries {
		if !strings.Contains(q.name, *tpchQuery) {
			continue
		}
		var sampled, exact []planNode
		var runs int
		var took, samples float64
		before := readLooks(t, db)
		for runs == 0 || samples < enough(exact) && took < tpchSeconds {
			clock := exactNodes(t, db, q.query)
			seen, looks, seconds := sampledNodes(t, db)
			if len(seen) != len(clock) {
				t.Fatalf("%s: plans of %d and of %d nodes", q.name, len(seen), len(clock))
			}
			if runs > 0 && len(clock) != len(exact) {
				t.Fatalf("%s: plans of %d and of %d nodes in two runs", q.name, len(exact), len(clock))
			}
			sampled, exact = add(sampled, seen), add(exact, clock)
			runs, took = runs+1, took+seconds
			samples = looks.since(before)
		}
		a, b := most(sampled), most(exact)
		verdict := ""
		if a != b {
			points, deviations := farApart(exact, b, a, samples)
			verdict = fmt.Sprintf("%.1f points, %.1f standard deviations", points, deviations)
			if points >= 100*tpchTie || deviations >= 3 {
				t.Errorf("%s: %s", q.name, verdict)
			}
		}
		t.Logf("%-22s %4d %8.2f %8.0f  %-42s %-42s %4.1f points %s", q.name, runs, took, samples, describe(sampled, a), describe(exact, b), worst(sampled, exact), verdict)
		if verdict != "" || *tpchQuery != "" {
			for i := range exact {
				t.Logf("%4d %-40.40s sampled %7.3f s %5.1f %%, by the clock %7.3f s %5.1f %%", i+1, exact[i].name,
					sampled[i].seconds, 100*share(sampled, i), exact[i].seconds, 100*share(exact, i))
			}
		}
	}
}

// planNode is a node of a plan and the seconds spent in it.
type planNode struct {
	name    string
	seconds float64
}

func most(nodes []planNode) (at int) {
	for i := range nodes {
		if nodes[i].seconds > nodes[at].seconds {
			at = i
		}
	}
	return at
}

func add(sum, nodes []planNode) []planNode {
	if sum == nil {
		return nodes
	}
	for i := range nodes {
		sum[i].seconds += nodes[i].seconds
	}
	return sum
}

// share is that of a node in the time of all.
func share(nodes []planNode, at int) float64 {
	all := 0.0
	for _, n := range nodes {
		all += n.seconds
	}
	return nodes[at].seconds / all
}

// farApart is by how many points of share, and by how many standard deviations of
// what so many samples tell, two nodes' times differ.
func farApart(nodes []planNode, more, less int, samples float64) (points, deviations float64) {
	p, q := share(nodes, more), share(nodes, less)
	return 100 * (p - q), (p - q) / math.Sqrt((p+q-(p-q)*(p-q))/max(samples, 1))
}

// enough is how many samples tell the first two nodes apart: their shares are
// three standard deviations from each other then. A tie needs no telling.
func enough(nodes []planNode) float64 {
	first := most(nodes)
	others := slices.Clone(nodes)
	others[first].seconds = 0
	p, q := share(nodes, first), share(nodes, most(others))
	d := p - q
	if d < tpchTie {
		return tpchSamples
	}
	return max(9*(p+q-d*d)/(d*d), tpchSamples)
}

// looks is what the profiler has done so far: how often it looked at queries of
// one digest, and how often and by how much it was late, in milliseconds.
type looks struct{ samples, interval, late, lateness float64 }

func readLooks(t *testing.T, db *sql.DB) (l looks) {
	t.Helper()
	if err := db.QueryRow("SELECT SAMPLE_INTERVAL, LATE_TICKS, LATENESS FROM profiling.profiler_status").Scan(&l.interval, &l.late, &l.lateness); err != nil {
		t.Fatal(err)
	}
	return l
}

// since is how many looks at regular times would tell as much: one that is late
// stands for more time, and by chance. How late single ones were is not known;
// it is taken to be distributed exponentially.
func (l looks) since(before looks) float64 {
	late, lateness := l.late-before.late, l.lateness-before.lateness
	if late == 0 {
		return l.samples
	}
	time := l.samples*l.interval + lateness
	return time * time / (l.samples*l.interval*l.interval + 2*l.interval*lateness + 2*lateness*lateness/late)
}

// worst is by how many points the two differ on a node.
func worst(a, b []planNode) (points float64) {
	for i := range a {
		points = max(points, 100*math.Abs(share(a, i)-share(b, i)))
	}
	return points
}

func describe(nodes []planNode, at int) string {
	return fmt.Sprintf("%d %.28s %.0f %%", at+1, nodes[at].name, 100*share(nodes, at))
}

// sampledNodes reads what the profiler saw of the EXPLAIN ANALYZE that ran last,
// in the order of the plan.
// All queries of its digest are counted in looks.
func sampledNodes(t *testing.T, db *sql.DB) (nodes []planNode, l looks, took float64) {
	t.Helper()
	var id, d int64
	l = readLooks(t, db)
	if err := db.QueryRow("SELECT MAX(queryId) FROM profiling.query_profiles JOIN performance_schema.events_statements_summary_by_digest USING (DIGEST) WHERE DIGEST_TEXT LIKE 'EXPLAIN ANALYZE%' AND endTime IS NOT NULL").Scan(&id); err != nil {
		t.Fatal(err)
	}
	if err := db.QueryRow("SELECT p.durationTotal, s.SAMPLES FROM profiling.query_profiles p JOIN profiling.query_profiles_summary_by_digest s USING (DIGEST) WHERE queryId = ?", id).Scan(&d, &l.samples); err != nil {
		t.Fatal(err)
	}
	rows, err := db.Query("SELECT OPERATOR, COALESCE(OBJECT_NAME, ''), COALESCE(SELF_TIME, 0) / 1000 FROM profiling.query_operators WHERE QUERY_ID = ? AND OPERATOR IS NOT NULL ORDER BY NODE_ID", id)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var n planNode
		var object string
		if err := rows.Scan(&n.name, &object, &n.seconds); err != nil {
			t.Fatal(err)
		}
		if object != "" {
			n.name += "(" + object + ")"
		}
		nodes = append(nodes, n)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return nodes, l, float64(d) / 1000
}

// exactNodes runs EXPLAIN ANALYZE.
func exactNodes(t *testing.T, db *sql.DB, query string) (nodes []planNode) {
	t.Helper()
	rows, err := db.Query("EXPLAIN ANALYZE " + query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var n planNode
		var count, loops sql.NullInt64
		var self, total sql.NullFloat64
		if err := rows.Scan(&n.name, &count, &loops, &self, &total); err != nil {
			t.Fatal(err)
		}
		n.name, n.seconds = strings.TrimSpace(n.name), self.Float64
		nodes = append(nodes, n)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return nodes
}

// runAll runs a statement and reads its rows.
func runAll(t *testing.T, db *sql.DB, query string) {
	t.Helper()
	rows, err := db.QueryContext(context.Background(), query)
	if err != nil {
		t.Fatalf("%.200s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%.200s: %v", query, err)
	}
}

func loadTPCH(t *testing.T, db *sql.DB, scale float64) {
	t.Helper()
	runAll(t, db, "CREATE DATABASE tpch")
	runAll(t, db, "USE tpch")
	begun, size := time.Now(), 0
	for _, table := range tpchTables {
		runAll(t, db, "CREATE TABLE "+table.name+" ("+table.columns+")")
		r := rand.New(rand.NewPCG(7, uint64(len(table.name))))
		n := max(int(table.rows*scale), 25)
		const batch = 5000
		for from := 0; from < n; from += batch {
			var b strings.Builder
			b.WriteString("INSERT INTO " + table.name + " VALUES ")
			for i := from; i < min(from+batch, n); i++ {
				if i > from {
					b.WriteByte(',')
				}
				b.WriteString(table.row(r, i, scale))
			}
			size += b.Len()
			runAll(t, db, b.String())
		}
	}
	t.Logf("%d MB of rows loaded in %v", size>>20, time.Since(begun).Round(time.Second))
}
