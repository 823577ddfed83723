package top

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/perfschema/perfschema/server/internal/terminal"
)

// A cell is one value: as it is shown, and as JSON has it: a string, a float64, or nil
// for what the server does not tell.
type cell struct {
	text  string
	value any
}

// textCell is a text of anybody's.
func textCell(s string) cell { return cell{terminal.Printable(s), strings.ToValidUTF8(s, "\uFFFD")} }

// numberCell is a number and how it is shown; NaN is not known.
func numberCell(v float64, show func(float64) string) cell {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return cell{text: unknown}
	}
	return cell{show(v), v}
}

// timeCell is a time of picoseconds, in JSON seconds.
func timeCell(ps float64) cell {
	c := numberCell(ps, showTime)
	if c.value != nil {
		c.value = ps / 1e12
	}
	return c
}

// A column of a page.
type column struct {
	head string
	name string // in JSON, with its unit
	// width is how many columns of the terminal it takes; 0 is what the others leave,
	// for the last.
	width  int
	number bool
	// rank says what is left out first where the terminal is narrow: the highest. 0
	// stays.
	rank int
}

// A row of a page.
type row struct {
	// key is the same for the same thing in the next reading, so that the selection
	// stays on it.
	key   string
	cells []cell
	// What can be opened, and ended.
	digest     *digestKey
	run        *execution
	window     string // WINDOW_START
	from       time.Time
	until      time.Time // of window
	connection uint64
	working    bool // the connection runs a statement
}

// matches says whether one of its texts has the words that are looked for.
func (r *row) matches(lower string) bool {
	return lower == "" || slices.ContainsFunc(r.cells, func(c cell) bool { return strings.Contains(strings.ToLower(c.text), lower) })
}

// order says by what rows are sorted.
type order struct {
	column int // -1: as they come
	up     bool
}

// sortRows sorts by a column. What is not known is always last.
func sortRows(rows []row, o order) {
	if o.column < 0 {
		return
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		x, y := a.cells[o.column].value, b.cells[o.column].value
		if x == nil && y == nil {
			return strings.Compare(a.key, b.key)
		}
		if x == nil || y == nil {
			return boolOrder(x == nil, y == nil)
		}
		n := 0
		if f, ok := x.(float64); ok {
			n = cmp.Compare(f, y.(float64))
		} else {
			n = strings.Compare(strings.ToLower(x.(string)), strings.ToLower(y.(string)))
		}
		if !o.up {
			n = -n
		}
		if n == 0 {
			n = strings.Compare(a.key, b.key)
		}
		return n
	})
}

func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// layout is how wide each column is on a terminal, 0 for those that find no room.
func layout(columns []column, width int) []int {
	const rest = 20 // what the last column wants at least
	widths := make([]int, len(columns))
	used := 0
	for i, c := range columns {
		widths[i] = c.width
		if c.width == 0 {
			widths[i] = rest
		}
		used += widths[i] + 1
	}
	for used-1 > width {
		out := -1
		for i, c := range columns {
			if widths[i] > 0 && c.rank > 0 && (out < 0 || c.rank > columns[out].rank) {
				out = i
			}
		}
		if out < 0 {
			break
		}
		used -= widths[out] + 1
		widths[out] = 0
	}
	if last := len(columns) - 1; columns[last].width == 0 {
		widths[last] = max(widths[last]+width-(used-1), 1)
	}
	return widths
}

// line is a row, or the heads, of such a layout.
func line(columns []column, widths []int, text func(i int) string) string {
	var b strings.Builder
	for i, c := range columns {
		if widths[i] <= 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		s := text(i)
		if i == len(columns)-1 && strings.Contains(s, "/") && !strings.Contains(s, " ") {
			s = shorten(s, widths[i])
		}
		b.WriteString(fit(s, widths[i], c.number))
	}
	return b.String()
}
