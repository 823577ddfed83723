package sqltest_test

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
)

// Joins of any kinds, whatever order and way the engine chooses for them, give the rows
// that come of going through all rows of all tables. The joins are random, from one seed.
func TestJoinsGiveTheirRows(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	db := open(t, dial(s))
	db.SetMaxOpenConns(1)
	mustExec(t, db, "CREATE DATABASE joins")
	mustExec(t, db, "USE joins")
	m := joinMaker{Rand: rand.New(rand.NewPCG(1, 2)), rows: make(map[string][]joinRow)}
	for i, name := range []string{"a", "b", "c", "d", "e"} {
		mustExec(t, db, "CREATE TABLE "+name+" (id INT"+[]string{" PRIMARY KEY", ""}[i%2]+", x INT, y INT"+[]string{"", ", KEY (x)", ", KEY (y)", ", KEY (x, y)", ""}[i]+")")
		for id := range []int64{5, 6, 4, 6, 3}[i] {
			r := joinRow{sql.NullInt64{Int64: id + 1, Valid: true}, m.value(), m.value()}
			m.rows[name] = append(m.rows[name], r)
			mustExec(t, db, fmt.Sprintf("INSERT INTO %s VALUES (%s, %s, %s)", name, literal(r[0]), literal(r[1]), literal(r[2])))
		}
	}
	for range 600 {
		names := []string{"a", "b", "c", "d", "e"}
		m.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		names = names[:2+m.IntN(4)]
		join := m.join(names)
		query := "SELECT " + strings.Join(names, ".id, ") + ".id FROM " + join.text
		if where := m.condition(names, names); m.IntN(3) == 0 {
			query += " WHERE " + where.text
			join.rows = slices.DeleteFunc(join.rows, func(r joinedRow) bool { return where.is(r) != isTrue })
		}
		var want []string
		for _, r := range join.rows {
			var ids []string
			for _, n := range names {
				ids = append(ids, literal(r[n][0]))
			}
			want = append(want, strings.Join(ids, " "))
		}
		slices.Sort(want)
		if got := idsOf(t, db, query, len(names)); !slices.Equal(got, want) {
			t.Errorf("%s: %d rows, want %d", query, len(got), len(want))
		}
	}
}

type (
	joinRow   [3]sql.NullInt64 // id, x and y
	joinedRow map[string]joinRow
	truth     int8 // of a condition
)

const (
	isFalse truth = iota
	isUnknown
	isTrue
)

// joined is a join as text, and its rows.
type joined struct {
	text  string
	names []string
	rows  []joinedRow
}

type joinCondition struct {
	text string
	is   func(joinedRow) truth
}

// joinMaker makes joins of tables with these rows.
type joinMaker struct {
	*rand.Rand
	rows map[string][]joinRow
}

func (m joinMaker) value() sql.NullInt64 {
	n := m.IntN(4)
	return sql.NullInt64{Int64: int64(n), Valid: n > 0}
}

func literal(v sql.NullInt64) string {
	if !v.Valid {
		return "NULL"
	}
	return fmt.Sprint(v.Int64)
}

func (m joinMaker) join(names []string) joined {
	if len(names) == 1 {
		j := joined{text: names[0], names: names}
		for _, r := range m.rows[names[0]] {
			j.rows = append(j.rows, joinedRow{names[0]: r})
		}
		return j
	}
	at := 1 + m.IntN(len(names)-1)
	if m.IntN(2) == 0 {
		at = len(names) - 1
	}
	left, right := m.join(names[:at]), m.join(names[at:])
	if len(right.names) > 1 {
		right.text = "(" + right.text + ")"
	}
	conditions := []joinCondition{m.condition(left.names, right.names)}
	for m.IntN(2) == 0 {
		conditions = append(conditions, m.condition(left.names, right.names))
	}
	var texts []string
	for _, c := range conditions {
		texts = append(texts, c.text)
	}
	kind := []string{"JOIN", "LEFT JOIN", "RIGHT JOIN"}[m.IntN(3)]
	out := joined{text: left.text + " " + kind + " " + right.text + " ON " + strings.Join(texts, " AND "), names: names}
	if kind == "RIGHT JOIN" {
		left, right = right, left
	}
	for _, l := range left.rows {
		found := false
		for _, r := range right.rows {
			both := joinedRow{}
			for _, side := range []joinedRow{l, r} {
				for n, row := range side {
					both[n] = row
				}
			}
			if !slices.ContainsFunc(conditions, func(c joinCondition) bool { return c.is(both) != isTrue }) {
				out.rows, found = append(out.rows, both), true
			}
		}
		if !found && kind != "JOIN" {
			alone := joinedRow{}
			for n, row := range l {
				alone[n] = row
			}
			out.rows = append(out.rows, alone) // other tables' rows are all NULL
		}
	}
	return out
}

// condition is one on columns of the tables, most of them of both sides.
func (m joinMaker) condition(left, right []string) joinCondition {
	all := slices.Concat(left, right)
	if m.IntN(3) > 0 {
		return m.comparison(m.column(left), m.column(right))
	}
	a, b := m.column(all), m.column(all)
	switch m.IntN(6) {
	case 0:
		return joinCondition{a.text + " IS NULL", func(r joinedRow) truth { return truthOf(!a.of(r).Valid) }}
	case 1:
		return joinCondition{a.text + " IS NOT NULL", func(r joinedRow) truth { return truthOf(a.of(r).Valid) }}
	case 2:
		c, d := m.comparison(a, b), m.comparison(m.column(left), m.column(right))
		return joinCondition{"(" + c.text + " OR " + d.text + ")", func(r joinedRow) truth { return max(c.is(r), d.is(r)) }}
	case 3, 4: // a subquery with a column of one table, about another one's
		name, key, not := m.table(), m.IntN(3), m.IntN(2) == 0
		column := []string{"id", "x", "y"}[key]
		exists := func(r joinedRow) truth {
			v, w := a.of(r), b.of(r)
			found := isFalse
			for _, row := range m.rows[name] {
				if w.Valid && row[1] == w { // z.x = w
					switch {
					case !v.Valid || !row[key].Valid:
						found = max(found, isUnknown)
					case v == row[key]:
						found = isTrue
					}
				}
			}
			if not {
				return isTrue - found
			}
			return found
		}
		word := " IN "
		if not {
			word = " NOT IN "
		}
		return joinCondition{a.text + word + "(SELECT z." + column + " FROM " + name + " z WHERE z.x = " + b.text + ")", exists}
	}
	return m.comparison(a, b)
}

func (m joinMaker) table() string { return []string{"a", "b", "c", "d", "e"}[m.IntN(5)] }

type joinColumn struct {
	text string
	of   func(joinedRow) sql.NullInt64
}

func (m joinMaker) column(names []string) joinColumn {
	name, i := names[m.IntN(len(names))], m.IntN(3)
	return joinColumn{name + "." + []string{"id", "x", "y"}[i], func(r joinedRow) sql.NullInt64 { return r[name][i] }}
}

func (m joinMaker) comparison(a, b joinColumn) joinCondition {
	by := []string{"=", "=", "=", "<", "<>", "<=>"}[m.IntN(6)]
	return joinCondition{a.text + " " + by + " " + b.text, func(r joinedRow) truth {
		v, w := a.of(r), b.of(r)
		switch {
		case by == "<=>":
			return truthOf(v == w || !v.Valid && !w.Valid)
		case !v.Valid || !w.Valid:
			return isUnknown
		case by == "<":
			return truthOf(v.Int64 < w.Int64)
		case by == "<>":
			return truthOf(v.Int64 != w.Int64)
		}
		return truthOf(v.Int64 == w.Int64)
	}}
}

func truthOf(is bool) truth {
	if is {
		return isTrue
	}
	return isFalse
}

// idsOf are the rows of a query, sorted.
func idsOf(t *testing.T, db *sql.DB, query string, columns int) (out []string) {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		ids := make([]sql.NullInt64, columns)
		into := make([]any, columns)
		for i := range ids {
			into[i] = &ids[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, id := range ids {
			texts = append(texts, literal(id))
		}
		out = append(out, strings.Join(texts, " "))
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	slices.Sort(out)
	return out
}
