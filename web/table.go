package web

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// table is rows that are made when they are shown.
type table struct {
	Columns []column
	// Len is how many rows there are, and row makes one.
	Len int
	row func(i int) []cell
	// sortKey is what a row is sorted by in a column, where that can be told at less
	// cost than by making the row; nil: the cell's value.
	sortKey func(i, column int) any
	// Empty says why there is no row.
	Empty string
	// Code: the first column is a text of a program.
	Code bool
	// perPage is how many rows are shown at a time; 0: as many as of any table.
	perPage int

	// What is shown of it, and where the rest is.
	Rows            [][]cell
	Heads           []head
	First, Last     int
	Before, After   string
	CSVURL, JSONURL string
}

// column is a column of a table; Note says what it holds.
type column struct {
	Name, Note string
	Number     bool
}

// head is a column as it is shown: its link sorts by it.
type head struct {
	column
	URL, Sorted string
}

// cell is a value and how it is shown.
type cell struct {
	Text string
	// Value is what exports have; nil is NULL.
	Value any
	URL   string
	// Share draws a bar, of at most 1.
	Share  float64
	HasBar bool
	Spark  *spark
	Depth  int // of a tree
	Note   string
	Form   *form
	Whole  bool // it is not broken into lines
	Wide   bool // a text that wants room
}

// form is a button that changes something.
type form struct {
	Action, Button, Label string
	Fields                []field
	Next                  *form // beside it; nil: none
}

// All are the form and those beside it.
func (f *form) All() (out []*form) {
	for ; f != nil; f = f.Next {
		out = append(out, f)
	}
	return out
}

type field struct{ Name, Value string }

func textCell(s string) cell       { return cell{Text: s, Value: s} }
func linkCell(s, url string) cell  { return cell{Text: s, Value: s, URL: url} }
func countCell(n uint64) cell      { return cell{Text: showCount(n), Value: n} }
func timeCell(ps uint64) cell      { return cell{Text: showTime(ps), Value: ps} }
func none() cell                   { return cell{Text: "–"} }
func ratioCell(of, to uint64) cell { return cell{Text: showRatio(of, to), Value: quotient(of, to)} }
func barCell(text string, v any, share float64) cell {
	return cell{Text: text, Value: v, Share: min(max(share, 0), 1), HasBar: true}
}

func quotient(of, to uint64) any {
	if to == 0 {
		return nil
	}
	return float64(of) / float64(to)
}

// BarWidth is the bar of a cell in thousandths.
func (c cell) BarWidth() int { return int(c.Share * 1000) }

// order is the rows in the order that is asked for.
func (t *table) order(id string, q *query) []int {
	order := make([]int, t.Len)
	for i := range order {
		order[i] = i
	}
	by, down := strings.CutPrefix(q.values.Get(id+".sort"), "-")
	n, err := strconv.Atoi(by)
	if err != nil || n < 0 || n >= len(t.Columns) {
		return order
	}
	keys := make([]any, t.Len)
	for i := range keys {
		if t.sortKey != nil {
			keys[i] = t.sortKey(i, n)
		} else {
			keys[i] = t.row(i)[n].Value
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		c := compare(keys[a], keys[b])
		if down {
			return -c
		}
		return c
	})
	return order
}

// compare orders values of one column; nil, which is NULL, comes first.
func compare(a, b any) int {
	switch a := a.(type) {
	case nil:
		if b == nil {
			return 0
		}
		return -1
	case string:
		if b, ok := b.(string); ok {
			return cmp.Compare(a, b)
		}
	case time.Time:
		if b, ok := b.(time.Time); ok {
			return a.Compare(b)
		}
	}
	if b == nil {
		return 1
	}
	return cmp.Compare(toFloat(a), toFloat(b))
}

func toFloat(v any) float64 {
	switch v := v.(type) {
	case uint64:
		return float64(v)
	case int64:
		return float64(v)
	case int:
		return float64(v)
	case float64:
		return v
	case string:
		f, _ := strconv.ParseFloat(v, 64)
		return f
	}
	return 0
}

// cut makes the rows of the part that is asked for, and the links to the others.
func (t *table) cut(id string, q *query) {
	at, _ := q.number(id + ".page")
	perPage := cmp.Or(t.perPage, perPage)
	first := min(int(min(at, uint64(t.Len)))*perPage, max(t.Len-1, 0)/perPage*perPage)
	last := min(first+perPage, t.Len)
	order := t.order(id, q)
	t.Rows = nil
	for _, i := range order[first:last] {
		t.Rows = append(t.Rows, t.row(i))
	}
	t.First, t.Last = first+1, last
	if first > 0 {
		t.Before = q.with(id+".page", strconv.Itoa(first/perPage-1)) + "#" + id
	}
	if last < t.Len {
		t.After = q.with(id+".page", strconv.Itoa(first/perPage+1)) + "#" + id
	}
	sorted := q.values.Get(id + ".sort")
	t.Heads = nil
	for n, c := range t.Columns {
		h := head{column: c}
		// What is more is of more interest.
		by := strconv.Itoa(n)
		if c.Number {
			by = "-" + by
		}
		switch sorted {
		case by:
			h.Sorted = map[bool]string{true: "descending", false: "ascending"}[c.Number]
			if c.Number {
				by = by[1:]
			} else {
				by = "-" + by
			}
		case strings.TrimPrefix("-"+by, "--"):
			h.Sorted = map[bool]string{true: "ascending", false: "descending"}[c.Number]
		}
		h.URL = q.with(id+".sort", by, id+".page", "") + "#" + id
		t.Heads = append(t.Heads, h)
	}
	t.CSVURL = q.with("table", id, "format", "csv")
	t.JSONURL = q.with("table", id, "format", "json")
}

// export sends one table, whole: a file that a program reads.
func (c *page) export(w http.ResponseWriter, r *http.Request, q *query) {
	i := slices.IndexFunc(c.Blocks, func(b block) bool { return b.ID == q.export && b.Table != nil })
	if i < 0 {
		http.NotFound(w, r)
		return
	}
	t := c.Blocks[i].Table
	h := w.Header()
	h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "perfschema-"+q.export+"."+q.format))
	if q.format == "csv" {
		h.Set("Content-Type", "text/csv; charset=utf-8")
		t.writeCSV(csv.NewWriter(w), q)
		return
	}
	h.Set("Content-Type", "application/json")
	rows := make([]map[string]any, 0, t.Len)
	for _, i := range t.order(q.export, q) {
		row := make(map[string]any, len(t.Columns))
		for n, c := range t.row(i) {
			if t.Columns[n].Name != "" {
				row[t.Columns[n].Name] = c.Value
			}
		}
		rows = append(rows, row)
	}
	_ = json.NewEncoder(w).Encode(rows)
}

func (t *table) writeCSV(to *csv.Writer, q *query) {
	record := make([]string, 0, len(t.Columns))
	for _, c := range t.Columns {
		record = append(record, c.Name)
	}
	_ = to.Write(record)
	for _, i := range t.order(q.export, q) {
		record = record[:0]
		for _, c := range t.row(i) {
			record = append(record, exported(c.Value))
		}
		_ = to.Write(record)
	}
	to.Flush()
}

// exported is a value in CSV. A text that a spreadsheet would take for a formula is
// preceded by an apostrophe, as they show texts.
func exported(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case time.Time:
		return v.UTC().Format(time.RFC3339Nano)
	case []any: // of two spans
		list := make([]string, len(v))
		for i := range v {
			list[i] = exported(v[i])
		}
		return strings.Join(list, " ")
	case string:
		if v != "" && strings.ContainsRune("=+-@\t\r", rune(v[0])) {
			if _, err := strconv.ParseFloat(v, 64); err != nil {
				return "'" + v
			}
		}
		return v
	}
	return fmt.Sprint(v)
}
