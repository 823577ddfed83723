package sqltest_test

import (
	"database/sql"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
)

// exactColumns are types of exact numbers, with their least and largest values.
var exactColumns = []struct{ typ, least, most string }{
	{"TINYINT", "-128", "127"},
	{"INT", "-2147483648", "2147483647"},
	{"BIGINT", "-9223372036854775808", "9223372036854775807"},
	{"TINYINT UNSIGNED", "0", "255"},
	{"INT UNSIGNED", "0", "4294967295"},
	{"BIGINT UNSIGNED", "0", "18446744073709551615"},
	{"DECIMAL(30,2)", "-99999999999999999999", "99999999999999999999"},
}

// exactValues are about the bounds of integers, and of those that a DOUBLE has all of.
var exactValues = []string{
	"-9223372036854775808", "-9007199254740993", "-2147483649", "-129", "-128", "-1", "0", "1", "5", "127", "128", "255", "256",
	"4294967295", "4294967296", "9007199254740992", "9007199254740993", "9223372036854774784", "9223372036854775806", "9223372036854775807",
	"9223372036854775808", "9223372036854775809", "18446744073709551614", "18446744073709551615",
}

// exactLiterals are numbers of all kinds within and beyond the ranges of exactColumns.
var exactLiterals = []string{
	"-9223372036854775809", "-9223372036854775808", "-1", "0.5", "5", "127.5", "'9007199254740993'", "9007199254740993", "9007199254740993.5",
	"9223372036854775806.5", "9223372036854775807", "9223372036854775808", "'18446744073709551615'", "18446744073709551615", "18446744073709551616", "1e19", "NULL",
}

// exactOrders are the operators of order and equality, by how the left operand compares with the right one.
var exactOrders = map[string]func(order int) bool{
	"=": func(o int) bool { return o == 0 }, "<>": func(o int) bool { return o != 0 }, "<": func(o int) bool { return o < 0 },
	"<=": func(o int) bool { return o <= 0 }, ">": func(o int) bool { return o > 0 }, ">=": func(o int) bool { return o >= 0 },
}

// exactLists are conditions beside the same of single comparisons.
var exactLists = map[string]string{
	"c IN ($v, $w)":                                      "(c = $v OR c = $w)",
	"c NOT IN ($v, $w)":                                  "NOT (c = $v OR c = $w)",
	"(c, 1) IN (($v, 1), ($w, 1))":                       "(c = $v OR c = $w)",
	"(1, c) NOT IN ((1, $v), (1, $w))":                   "NOT (c = $v OR c = $w)",
	"c BETWEEN $v AND $w":                                "(c >= $v AND c <= $w)",
	"c NOT BETWEEN $v AND $w":                            "NOT (c >= $v AND c <= $w)",
	"CASE c WHEN $v THEN TRUE WHEN $w THEN TRUE END = 1": "(c = $v OR c = $w)",
}

func exactNumber(text string) *big.Rat {
	n, ok := new(big.Rat).SetString(strings.Trim(text, "'"))
	if !ok {
		return nil // NULL
	}
	return n
}

// exactTable is a column of numbers; the row of each has its number in the list, and the last one has NULL.
type exactTable struct {
	typ    string
	names  [2]string // without an index and with one
	values []*big.Rat
}

func newExactTable(r momentRun, i int) exactTable {
	column := exactColumns[i]
	t := exactTable{typ: column.typ, names: [2]string{fmt.Sprintf("plain%d", i), fmt.Sprintf("keyed%d", i)}}
	least, most := exactNumber(column.least), exactNumber(column.most)
	var rows []string
	for _, text := range append(exactValues[:len(exactValues):len(exactValues)], "NULL") {
		v := exactNumber(text)
		if v == nil || v.Cmp(least) >= 0 && v.Cmp(most) <= 0 {
			rows = append(rows, fmt.Sprintf("(%d, %s)", len(t.values), text))
			t.values = append(t.values, v)
		}
	}
	for k, key := range []string{"", ", KEY (c)"} {
		r.must("CREATE TABLE " + t.names[k] + " (id INT PRIMARY KEY, c " + column.typ + " NULL" + key + ")")
		r.must("INSERT INTO " + t.names[k] + " VALUES " + strings.Join(rows, ", "))
	}
	return t
}

// exactRows returns the sorted rows of a query, each as a text.
func exactRows(t *testing.T, c *sql.Conn, query string) (out []string) {
	t.Helper()
	rows, err := c.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var row string
		if err := rows.Scan(&row); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		out = append(out, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	slices.Sort(out)
	return out
}

// TestExactComparisons compares exact numbers of all types with literals and with each other, with an index
// and without, where the engine would round them to doubles or take them for others.
func TestExactComparisons(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of queries of one connection")
	}
	t.Parallel()
	c, err := open(t, dial(start(t))).Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r := momentRun{t, c}
	r.must("CREATE DATABASE exact")
	r.must("USE exact")
	tables := make([]exactTable, len(exactColumns))
	for i := range tables {
		tables[i] = newExactTable(r, i)
	}
	check := func(query string, want []string) {
		t.Helper()
		slices.Sort(want)
		if got := exactRows(t, c, query); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", query, got, want)
		}
	}
	for _, table := range tables {
		for _, literal := range exactLiterals {
			for op, holds := range exactOrders {
				var want []string
				for id, v := range table.values {
					if n := exactNumber(literal); n != nil && v != nil && holds(v.Cmp(n)) {
						want = append(want, fmt.Sprint(id))
					}
				}
				for _, name := range table.names {
					check("SELECT id FROM "+name+" WHERE c "+op+" "+literal, want)
				}
			}
			for _, other := range exactLiterals {
				by := strings.NewReplacer("$v", literal, "$w", other)
				for condition, same := range exactLists {
					want := exactRows(t, c, "SELECT id FROM "+table.names[0]+" WHERE "+by.Replace(same))
					for _, name := range table.names {
						check("SELECT id FROM "+name+" WHERE "+by.Replace(condition), want)
					}
				}
			}
		}
	}
	for _, a := range tables {
		for _, b := range tables {
			checkExactJoins(check, a, b)
		}
	}
}

// checkExactJoins joins two tables in several ways.
func checkExactJoins(check func(query string, want []string), a, b exactTable) {
	pairs := func(holds func(order int) bool) (all, lefts, others []string) {
		for i, x := range a.values {
			found := false
			for j, y := range b.values {
				if x != nil && y != nil && holds(x.Cmp(y)) {
					all, found = append(all, fmt.Sprintf("%d-%d", i, j)), true
				}
			}
			if found {
				lefts = append(lefts, fmt.Sprint(i))
			} else if x != nil {
				others = append(others, fmt.Sprint(i))
			}
		}
		return all, lefts, others
	}
	for _, left := range a.names {
		for _, right := range b.names {
			of := strings.NewReplacer("$a", left, "$b", right)
			for op, holds := range exactOrders {
				all, _, _ := pairs(holds)
				check(of.Replace("SELECT CONCAT(x.id, '-', y.id) FROM $a x JOIN $b y ON x.c "+op+" y.c"), all)
			}
			all, some, none := pairs(exactOrders["="])
			check(of.Replace("SELECT CONCAT(x.id, '-', y.id) FROM $a x JOIN $b y ON (x.c, 1) = (y.c, 1)"), all)
			check(of.Replace("SELECT CONCAT(x.id, '-', y.id) FROM $a x JOIN $b y ON x.c IN (y.c, NULL)"), all)
			check(of.Replace("SELECT id FROM $a WHERE c IN (SELECT c FROM $b)"), some)
			check(of.Replace("SELECT id FROM $a WHERE c = ANY (SELECT c FROM $b)"), some)
			check(of.Replace("SELECT id FROM $a x WHERE EXISTS (SELECT 1 FROM $b y WHERE y.c = x.c)"), some)
			check(of.Replace("SELECT id FROM $a WHERE c NOT IN (SELECT c FROM $b WHERE c IS NOT NULL)"), none)
			check(of.Replace("SELECT id FROM $a x WHERE x.c IS NOT NULL AND NOT EXISTS (SELECT 1 FROM $b y WHERE x.c = y.c)"), none)
		}
	}
}
