package report

import (
	"bufio"
	"io"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/perfschema/perfschema/server/internal/terminal"
)

// TextOptions say what the terminal can show.
type TextOptions struct {
	// Width is how many columns may be used; 0 stands for 80, which is the least.
	Width int
	// Color marks headings and bars; ASCII does without block characters.
	Color, ASCII bool
}

// WriteText shows a report as text.
func WriteText(w io.Writer, d *Document, o TextOptions) error {
	t := &text{w: bufio.NewWriter(w), width: max(o.Width, 80), o: o}
	t.heading(d.Title)
	t.wrap(d.Source, "")
	t.line("")
	for _, f := range d.Facts {
		t.wrap(pad(f.Name, 21)+pad(f.Value, 21)+f.Note, strings.Repeat(" ", 42))
	}
	for _, s := range d.Sections {
		t.line("")
		t.heading(strings.ToUpper(s.Title))
		if s.Note != "" {
			t.wrap(s.Note, "")
		}
		for _, c := range s.Charts {
			t.chart(c)
		}
		if s.Unknown != "" {
			t.line("")
			t.wrap(s.Unknown, "")
		}
	}
	return t.w.Flush()
}

type text struct {
	w     *bufio.Writer // keeps its first error
	width int
	o     TextOptions
}

// line writes a line: what of it can be printed, wherever it is from.
func (t *text) line(s string) { t.styled("", s, "") }

// heading writes a line that stands out.
func (t *text) heading(s string) {
	if t.o.Color {
		t.styled("\x1b[1m", s, "\x1b[0m")
		return
	}
	t.line(s)
}

// styled is the only one that writes: a text between what is for the terminal.
func (t *text) styled(before, s, after string) {
	s = terminal.Printable(s)
	if t.o.ASCII {
		s = strings.NewReplacer("–", "-", "×", "x", "µ", "u", "…", "~").Replace(s)
	}
	if after == "" {
		s = strings.TrimRight(s, " ")
	}
	_, _ = t.w.WriteString(before + s + after + "\n")
}

// wrap writes words in lines, the later ones behind an indent.
func (t *text) wrap(s, indent string) {
	line := ""
	for i, word := range strings.Split(s, " ") {
		switch {
		case i == 0:
			line = word
		case runes(line)+1+runes(word) > t.width:
			t.line(line)
			line = indent + word
		default:
			line += " " + word
		}
	}
	t.line(line)
}

func runes(s string) int { return utf8.RuneCountInString(s) }

// pad makes s n columns wide at least.
func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-runes(s))) }

func padLeft(s string, n int) string { return strings.Repeat(" ", max(0, n-runes(s))) + s }

// cut makes s n columns wide at most.
func cut(s string, n int) string {
	// Spaces that do not break are indentation.
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' }), " ")
	if runes(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}

func (t *text) chart(c Chart) {
	if l, ok := c.(*Lines); ok && l.PageOnly {
		return
	}
	t.line("")
	t.line("  " + c.title())
	switch c := c.(type) {
	case *Statement:
		t.statement(c)
	case *Bars:
		t.bars(c)
	case *Stack:
		t.table(c.table())
	case *Table:
		t.table(c)
	case *Heat:
		t.table(c.table())
	case *Lines:
		if len(c.Series) > 0 {
			t.plot(c.X, c.Y, c.Series[0].Points)
		}
		t.table(c.Table)
	case *Columns:
		var points []point
		for i, stack := range c.Stacks {
			var sum float64
			for _, v := range stack {
				sum += v
			}
			points = append(points, point{c.Begins[i] + c.Width/2, sum})
		}
		t.plot(c.X, c.Y, points)
		t.table(c.Table)
	}
}

// textLines is how many lines of a statement's text the terminal shows.
const textLines = 6

func (t *text) statement(c *Statement) {
	words, lines := strings.Fields(c.Text), 1
	line := "   "
	for _, word := range words {
		if runes(line)+1+runes(word) > t.width && line != "   " {
			if lines++; lines > textLines {
				line += " …"
				break
			}
			t.line(line)
			line = "   "
		}
		line += " " + cut(word, t.width-6)
	}
	t.line(line)
	t.wrap("  "+c.Note, "  ")
	if c.Plan != nil {
		t.line("")
		t.table(c.Plan)
	}
}

func (t *text) bars(c *Bars) {
	label, value := 0, 0
	for _, r := range c.Rows {
		label, value = max(label, runes(r.Label)), max(value, runes(r.Value))
	}
	label = min(label, 24)
	width := t.width - 2 - label - 2 - 9 - value - 2
	for _, r := range c.Rows {
		t.styled("", "  "+pad(cut(r.Label, label), label)+"  "+padLeft(percent(r.Share), 7)+"  "+padLeft(r.Value, value)+"  ", t.bar(r.Share, width))
		if r.Note != "" {
			t.line(strings.Repeat(" ", label+4) + r.Note)
		}
	}
}

// bar is a share of some columns, to an eighth of one.
func (t *text) bar(share float64, width int) string {
	eighths := int(math.Round(share * float64(width) * 8))
	if eighths == 0 && share > 0 {
		eighths = 1
	}
	if t.o.ASCII {
		return strings.Repeat("#", (eighths+7)/8)
	}
	s := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		s += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	if t.o.Color {
		s = "\x1b[34m" + s + "\x1b[0m"
	}
	return s
}

// table writes a table; columns for which there is no room follow below, behind
// the first one again.
func (t *text) table(c *Table) {
	if c == nil || len(c.Rows) == 0 {
		return
	}
	widths := make([]int, len(c.Head))
	for i, h := range c.Head {
		widths[i] = runes(h)
		for j, r := range c.Rows {
			widths[i] = max(widths[i], runes(c.indent(i, j)+r[i]))
		}
	}
	room := t.width - 2
	for _, w := range widths[1:] {
		room -= 2 + w
	}
	least := 30
	if c.Depth != nil {
		least = 20
	}
	widths[0] = min(widths[0], max(room, least))
	for from := 1; from < len(c.Head); {
		used, to := 2+widths[0], from
		for to < len(c.Head) && (to == from || used+2+widths[to] <= t.width) {
			used += 2 + widths[to]
			to++
		}
		t.row(c, c.Head, "", widths, from, to)
		for i, r := range c.Rows {
			t.row(c, r, c.indent(0, i), widths, from, to)
		}
		if from = to; from < len(c.Head) {
			t.line("")
		}
	}
}

// indent is what stands before a cell.
func (c *Table) indent(column, row int) string {
	if column > 0 || c.Depth == nil {
		return ""
	}
	return strings.Repeat(" ", min(c.Depth[row], 12))
}

func (t *text) row(c *Table, cells []string, indent string, widths []int, from, to int) {
	s := "  " + pad(indent+cut(cells[0], widths[0]-runes(indent)), widths[0])
	for i := from; i < to; i++ {
		if i < c.Left {
			s += "  " + pad(cells[i], widths[i])
		} else {
			s += "  " + padLeft(cells[i], widths[i])
		}
	}
	t.line(s)
}

// table is a Stack's figures.
func (c *Stack) table() *Table {
	out := &Table{Title: c.Title, Left: 1, Head: []string{""}}
	for _, k := range c.Keys {
		out.Head = append(out.Head, k.Name)
	}
	out.Head = append(out.Head, c.Head)
	for _, r := range c.Rows {
		row := []string{r.Label}
		for _, s := range r.Shares {
			row = append(row, percent(s))
		}
		out.Rows = append(out.Rows, append(row, r.Value))
	}
	return out
}

// table is a Heat's figures.
func (c *Heat) table() *Table {
	out := &Table{Title: c.Title, Left: 1, Head: append([]string{c.Corner}, c.Columns...)}
	for i, label := range c.Rows {
		row := []string{label}
		for _, s := range c.Shares[i] {
			row = append(row, percent(s))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// plotHeight is how many lines a plot takes.
const plotHeight = 6

// plot draws values over time as an area.
func (t *text) plot(x, y Axis, points []point) {
	width := t.width - 12
	sums, counts := make([]float64, width), make([]int, width)
	for _, p := range points {
		at := min(max(int((p.X-x.Min)/(x.Max-x.Min)*float64(width)), 0), width-1)
		sums[at] += p.Y
		counts[at]++
	}
	// Where there are fewer points than columns each fills those up to the next.
	value, values := 0.0, make([]float64, width)
	for i := range values {
		if counts[i] > 0 {
			value = sums[i] / float64(counts[i])
		}
		values[i] = value
	}
	for row := plotHeight - 1; row >= 0; row-- {
		label := ""
		if row == plotHeight-1 && len(y.Ticks) > 0 {
			label = y.Ticks[len(y.Ticks)-1].Label
		} else if row == 0 && len(y.Ticks) > 0 {
			label = y.Ticks[0].Label
		}
		var b strings.Builder
		for _, v := range values {
			b.WriteString(t.level(v/y.Max*plotHeight - float64(row)))
		}
		t.line(padLeft(label, 9) + " " + strings.TrimRight(b.String(), " "))
	}
	axis := []rune(strings.Repeat(" ", t.width))
	for i, tick := range x.Ticks {
		at := 10 + int((tick.At-x.Min)/(x.Max-x.Min)*float64(width))
		if label := []rune(tick.Label); i%2 == 0 && at+len(label) <= t.width {
			copy(axis[at:], label)
		}
	}
	t.line(string(axis))
	t.line("")
}

// level is one character of a plot, filled by a part between 0 and 1.
func (t *text) level(part float64) string {
	eighths := int(math.Round(min(max(part, 0), 1) * 8))
	switch {
	case eighths == 0:
		return " "
	case t.o.ASCII && eighths < 4:
		return " "
	case t.o.ASCII:
		return "#"
	}
	return string([]rune("▁▂▃▄▅▆▇█")[eighths-1])
}
