package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// lookup finds a table of performance_schema or profiling.
func lookup(name string) *view.Table {
	if t := catalog.Lookup(name); t != nil {
		return t
	}
	return catalog.LookupProfiling(name)
}

// read gives some columns of the rows of a table that have certain values in others.
func (p *Pages) read(name string, equal map[string]any, columns ...string) []view.Row {
	return p.readOf(lookup(name), equal, columns...)
}

// readOf is read of a table that need not have a name of its own.
func (p *Pages) readOf(t *view.Table, equal map[string]any, columns ...string) []view.Row {
	r := p.reader()
	r.Equal = equal
	index := func(column string) int {
		return slices.IndexFunc(t.Columns, func(c view.Column) bool { return c.Name == column })
	}
	for _, c := range columns {
		r.Columns = append(r.Columns, index(c))
	}
	type want struct {
		at    int
		value any
	}
	var wanted []want
	for c, v := range equal {
		wanted = append(wanted, want{len(r.Columns), v})
		r.Columns = append(r.Columns, index(c))
	}
	var out []view.Row
	for row := range t.Rows(r) {
		if !slices.ContainsFunc(wanted, func(w want) bool { return row[w.at] != w.value }) {
			out = append(out, row[:len(columns)])
		}
	}
	return out
}

// number is an unsigned value, 0 for NULL.
func number(v any) uint64 {
	switch v := v.(type) {
	case uint64:
		return v
	case int64:
		return uint64(max(v, 0))
	}
	return 0
}

// str is a text, "" for NULL.
func str(v any) string {
	s, _ := v.(string)
	return s
}

// countOf and bytesOf and psOf and msOf are cells of values as tables have them: counts,
// bytes, times in picoseconds, and times in milliseconds as decimals.
func countOf(v any) cell {
	if v == nil {
		return none()
	}
	return cell{Text: showCount(number(v)), Value: v}
}

func identOf(v any) cell {
	if v == nil {
		return none()
	}
	return cell{Text: fmt.Sprint(v), Value: v}
}

func bytesOf(v any) cell {
	switch n := v.(type) {
	case uint64:
		return cell{Text: showBytes(int64(n)), Value: v}
	case int64:
		return cell{Text: showBytes(n), Value: v}
	}
	return none()
}

func psOf(v any) cell {
	if v == nil {
		return none()
	}
	return cell{Text: showTime(number(v)), Value: v}
}

func msOf(v any) cell {
	s, ok := v.(string)
	if !ok {
		return none()
	}
	return cell{Text: showTime(picoseconds(s)), Value: v}
}

// picoseconds of a decimal of milliseconds.
func picoseconds(ms string) uint64 {
	f, _ := strconv.ParseFloat(strings.TrimSpace(ms), 64)
	return uint64(max(f, 0) * 1e9)
}

func momentOf(v any) cell {
	t, ok := v.(time.Time)
	if !ok {
		return none()
	}
	return cell{Text: t.UTC().Format("2006-01-02 15:04:05"), Value: t}
}

func textOfValue(v any) cell {
	if v == nil {
		return none()
	}
	return textCell(str(v))
}
