package web

import (
	"slices"
	"strings"

	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// role says what becomes of a column where a span of time is shown.
type role uint8

const (
	label role = iota // it tells what the row is of
	sum               // what was counted
	mean              // a sum by a count
	total             // known since the start alone
)

// shown is a column of a table of performance_schema or profiling as a page has it.
type shown struct {
	of string // the column
	column
	cell func(any) cell
	role role
	// changes: a label that is not the same all along, and does not tell rows apart.
	changes bool
}

// listing is a table as a page shows it: some of its columns, of the rows that count
// something, sorted by one of them.
type listing struct {
	table string
	from  *view.Table // read in its place; nil: the table itself
	// database has the table; "": performance_schema or profiling.
	database string
	columns  []shown
	by       string // what is sorted by, most first; "": as the table has it
	more     string // of SQL: a condition
	keep     func(view.Row) bool
	empty    string
	// apart are columns that tell rows apart which are shown as one.
	apart []string
}

func (l *listing) names() []string {
	names := make([]string, len(l.columns))
	for i, c := range l.columns {
		names[i] = c.of
	}
	return names
}

// index is where a column is in rows; -1: they do not have it.
func (l *listing) index(column string) int { return slices.Index(l.names(), column) }

// rows are those of this moment, with what tells them apart at their ends.
func (l *listing) rows(p *Pages) []view.Row {
	from := l.from
	if from == nil {
		from = lookup(l.table)
	}
	rows := p.readOf(from, nil, append(l.names(), l.apart...)...)
	if l.keep != nil {
		rows = slices.DeleteFunc(rows, func(r view.Row) bool { return !l.keep(r) })
	}
	return rows
}

func (l *listing) sort(rows []view.Row) {
	if by := l.index(l.by); by >= 0 {
		slices.SortStableFunc(rows, func(a, b view.Row) int { return compare(b[by], a[by]) })
	}
}

func (l *listing) sql() string {
	sql := "SELECT " + strings.Join(l.names(), ", ") + "\n  FROM " + l.qualified()
	if l.more != "" {
		sql += "\n WHERE " + l.more
	}
	if l.by != "" {
		sql += "\n ORDER BY " + l.by + " DESC"
	}
	return sql + ";"
}

// block shows a listing as it is at this moment.
func (l *listing) block(p *Pages, id, title, note string) block {
	rows := l.rows(p)
	l.sort(rows)
	return block{ID: id, Title: title, Note: note, Table: l.tableOf(rows, nil, l.empty), SQL: l.sql()}
}

// blockOf shows what was counted in a span of time.
func (l *listing) blockOf(s *countedIn, id, title, note string) block {
	empty := l.empty
	if s.gone {
		empty = "Nothing is known of this time."
	}
	t := l.tableOf(s.rows, s.others, empty, total)
	return block{ID: id, Title: title, Note: note, Table: t, SQL: l.sql() + readings(&s.reach)}
}

// tableOf shows rows, and those together that are not told apart, without columns of some
// role.
func (l *listing) tableOf(rows []view.Row, others view.Row, empty string, without ...role) *table {
	t := &table{Empty: empty, Len: len(rows)}
	var shown []int
	for i, c := range l.columns {
		if !slices.Contains(without, c.role) {
			t.Columns = append(t.Columns, c.column)
			shown = append(shown, i)
		}
	}
	if others != nil {
		rows = append(rows, others)
		t.Len++
	}
	t.row = func(i int) []cell {
		out := make([]cell, len(shown))
		for n, at := range shown {
			out[n] = l.columns[at].cell(rows[i][at])
		}
		if others != nil && i == len(rows)-1 {
			out[0] = textCell("all others")
		}
		return out
	}
	t.sortKey = func(i, c int) any { return rows[i][shown[c]] }
	return t
}

// average works out the means of a row of a span: AVG_TIMER_WAIT of SUM_TIMER_WAIT and
// COUNT_STAR, and so on.
func (l *listing) average(r view.Row) {
	for i, c := range l.columns {
		if c.role != mean {
			continue
		}
		of, isTimer := strings.CutPrefix(c.of, "AVG_TIMER_")
		count := "COUNT_" + of
		if of == "WAIT" {
			count = "COUNT_STAR"
		}
		if s, n := l.index("SUM_TIMER_"+of), l.index(count); isTimer && s >= 0 && n >= 0 && number(r[n]) > 0 {
			r[i] = number(r[s]) / number(r[n])
		} else {
			r[i] = nil
		}
	}
}

// qualified is the table with its database.
func (l *listing) qualified() string {
	if l.database != "" {
		return l.database + "." + l.table
	}
	return qualified(l.table)
}

func qualified(table string) string {
	if catalog.Lookup(table) != nil {
		return "performance_schema." + table
	}
	return "profiling." + table
}

func word(of, name string) shown {
	return shown{of: of, column: column{Name: name}, cell: textOfValue}
}
func figureOf(of, name string, c func(any) cell) shown {
	return shown{of: of, column: column{Name: name, Number: true}, cell: c, role: roleOf(of)}
}
func count(of, name string) shown  { return figureOf(of, name, countOf) }
func period(of, name string) shown { return figureOf(of, name, psOf) }

// ident is a number that tells things apart, and counts nothing.
func ident(of, name string) shown {
	return shown{of: of, column: column{Name: name}, cell: identOf}
}
func size(of, name string) shown { return figureOf(of, name, bytesOf) }

// momentIn is a column of a time that moves on.
func momentIn(of, name string) shown {
	return shown{of: of, column: column{Name: name}, cell: momentOf, changes: true}
}

// roleOf tells what a column is by its name, as MySQL names them.
func roleOf(column string) role {
	switch kind, _, _ := strings.Cut(column, "_"); kind {
	case "COUNT", "SUM":
		return sum
	case "AVG":
		return mean
	case "MAX", "MIN":
		return total
	}
	return label
}

// nonZero keeps rows whose second column is not 0.
func nonZero(r view.Row) bool { return number(r[1]) > 0 }
