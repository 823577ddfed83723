package advice_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/view/advice"
)

// plain writes values as they are.
var plain = advice.Words{
	Count:   func(n uint64) string { return fmt.Sprint(n) },
	Time:    func(ps uint64) string { return fmt.Sprint(ps/1_000_000_000, " ms") },
	Percent: func(share float64) string { return fmt.Sprintf("%.0f %%", share*100) },
	Chains:  "See chains.", Files: "See files.", Errors: "See errors.", Executions: "See executions.",
}

const ms = 1_000_000_000

func TestWorst(t *testing.T) {
	slow := advice.Figures{Executions: 10, Time: 600 * ms, Examined: 10, Sent: 10}
	scans := advice.Figures{Executions: 10, Time: 300 * ms, Examined: 100_000, Sent: 10, NoIndex: 10}
	few := scans
	few.Time = 4 * ms
	small := scans
	small.Examined = 999
	for _, test := range []struct {
		name string
		list []advice.Figures
		all  uint64
		want int
	}{
		{"none", nil, 0, -1},
		{"none took time", []advice.Figures{{Executions: 1}}, 0, -1},
		{"the one that took most", []advice.Figures{slow, small}, 1000 * ms, 0},
		{"one that reads more than it gives", []advice.Figures{slow, scans}, 1000 * ms, 1},
		{"but not for a hundredth of the time", []advice.Figures{slow, few}, 1000 * ms, 0},
		{"nor where a small table is read whole", []advice.Figures{small}, 1000 * ms, 0},
	} {
		if got := advice.Worst(test.list, test.all, nil); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
}

func TestWorstSkips(t *testing.T) {
	list := []advice.Figures{{Executions: 1, Time: 500 * ms}, {Executions: 1, Time: 400 * ms, NoIndex: 1, Examined: 1e6}, {Executions: 1, Time: 100 * ms}}
	for _, test := range []struct {
		skip []int
		want int
	}{{nil, 1}, {[]int{1}, 0}, {[]int{0, 1}, 2}, {[]int{0, 1, 2}, -1}} {
		if got := advice.Worst(list, 1000*ms, func(i int) bool { return slices.Contains(test.skip, i) }); got != test.want {
			t.Errorf("without %v: %d, want %d", test.skip, got, test.want)
		}
	}
}

func TestWatches(t *testing.T) {
	for text, want := range map[string]bool{
		"SELECT `EVENT_NAME` FROM `performance_schema` . `memory_summary_global_by_event_name`": true,
		"SELECT * FROM `sys` . `session`":              true,
		"SHOW GLOBAL STATUS":                           true,
		"SELECT * FROM `orders`":                       false,
		"SELECT `sys` FROM `machines` WHERE `sys` = ?": false,
		"SELECT * FROM `shop` . `performance_schema`":  false,
	} {
		if advice.Watches(text) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
}

func TestReasons(t *testing.T) {
	scans := advice.Statement{Figures: advice.Figures{Executions: 10, Time: 300 * ms, Examined: 100_000, Sent: 10, NoIndex: 9}, Text: "SELECT * FROM `orders` WHERE `status` = ? AND `o` . `day` > ?"}
	seen := scans
	seen.Scan = advice.Scan{Name: "Table", Object: "shop.orders", Rows: 5000}
	one := seen
	one.Text = "SELECT * FROM `orders` WHERE `status` = ?"
	some := seen
	some.NoIndex = 4
	joins := scans
	joins.Text = "SELECT COUNT ( * ) FROM `a` JOIN `b` ON `a` . `x` = `b` . `y`"
	for _, test := range []struct {
		name      string
		of        advice.Statement
		why, help []string
	}{
		{"nothing", advice.Statement{Figures: advice.Figures{Executions: 3, Time: ms}}, nil, nil},
		{"no index", scans, []string{"9 of 10 executions read a table without an index.", "It examines 10000 rows for each that it sends or changes: 100000 in all."},
			[]string{"An index that begins with what it compares: status, o.day."}},
		{"no index, with a plan", seen, []string{"9 of 10 executions read a table without an index.", "It examines 10000 rows for each that it sends or changes: 100000 in all.", "In its slowest execution that is kept, 5000 rows of shop.orders were read."},
			[]string{"An index on shop.orders that begins with what it compares: status, o.day."}},
		{"one column", one, []string{"9 of 10 executions read a table without an index.", "It examines 10000 rows for each that it sends or changes: 100000 in all.", "In its slowest execution that is kept, 5000 rows of shop.orders were read."},
			[]string{"An index on shop.orders that begins with what it compares: status. For example CREATE INDEX by_status ON shop.orders (status)."}},
		{"some without an index", some, []string{"4 of 10 executions read a table without an index.", "It examines 10000 rows for each that it sends or changes: 100000 in all.", "In its slowest execution that is kept, 5000 rows of shop.orders were read."},
			[]string{"Most executions read no table without an index. ANALYZE TABLE of shop.orders renews what plans are chosen by; their plans show what differs."}},
		{"nothing compared", joins, []string{"9 of 10 executions read a table without an index.", "It examines 10000 rows for each that it sends or changes: 100000 in all."},
			[]string{"An index by the columns that it joins, groups or sorts by, and fewer rows of it."}},
		{"reads by an index", advice.Statement{Figures: advice.Figures{Executions: 1, Examined: 1000, Sent: 1}}, []string{"It examines 1000 rows for each that it sends or changes: 1000 in all."},
			[]string{"A narrower condition, or an index that holds all columns of it; a sum over many rows is cheaper where it is kept."}},
		{"a small table", advice.Statement{Figures: advice.Figures{Executions: 10, NoIndex: 10, Examined: 199, Sent: 10}}, nil, nil},
		{"sorts, and fails", advice.Statement{Figures: advice.Figures{Executions: 4, Failed: 2, Sorted: 100, Sent: 1, TmpDisk: 3}},
			[]string{"It made 3 temporary tables on disk.", "It sorts 100 rows.", "2 of 4 executions failed."},
			[]string{"Sort or group fewer and smaller rows.", "An index in the order that it sorts by, or fewer rows to sort.", "See errors."}},
		{"waits", advice.Statement{Shares: advice.Shares{Locks: 0.3, Storage: 0.31, Client: 0.29, Planning: 0.5}},
			[]string{"For 30 % of its time it waits for locks and other threads.", "For 31 % of its time it waits for storage.", "For 50 % of its time it is parsed and planned."},
			[]string{"See who holds them: See chains.", "More memory for what is read often, or fewer rows read. See files.", "Prepare it once and execute that."}},
	} {
		why, help := test.of.Reasons(&plain)
		if !slices.Equal(why, test.why) || !slices.Equal(help, test.help) {
			t.Errorf("%s: %q\n%q", test.name, why, help)
		}
	}
}

func TestOf(t *testing.T) {
	for _, test := range []struct {
		of    advice.Statement
		first bool
		want  []string
	}{
		{advice.Statement{Figures: advice.Figures{Executions: 100, Time: 200 * ms}}, true, []string{"One statement took 20 % of the time of all: 200 ms in 100 executions, 2 ms each.", "Each of its executions is cheap", "Ask less often"}},
		{advice.Statement{Figures: advice.Figures{Executions: 2, Time: 200 * ms}, Mostly: ", 80 % of it: CPU"}, true, []string{"Each of its executions takes 100 ms, 80 % of it: CPU.", "See executions."}},
		{advice.Statement{Figures: advice.Figures{Executions: 2, Time: 200 * ms, NoIndex: 2, Examined: 100_000}}, false, []string{"One statement reads far more than it gives. It took 20 %", "2 of 2 executions"}},
	} {
		a := advice.Of(&test.of, 1000*ms, test.first, &plain)
		all := strings.Join(append(append([]string{a.Headline}, a.Why...), a.Help...), "\n")
		for _, want := range test.want {
			if !strings.Contains(all, want) {
				t.Errorf("%q is not in %s", want, all)
			}
		}
	}
}

func TestComparedColumns(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT * FROM `t` WHERE `a` = ? AND `b` . `c` IN (...) AND NOT `d` LIKE ?": "a b.c d",
		"UPDATE `t` SET `x` = ? WHERE STATUS = ? OR `a` BETWEEN ? AND ?":            "STATUS a",
		"SELECT `a` = ?":                    "",
		"SELECT * FROM `t` WHERE `a` = `b`": "",
	} {
		if got := strings.Join(advice.ComparedColumns(text), " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
