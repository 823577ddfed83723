package top

import (
	"github.com/gdamore/tcell/v2"

	"github.com/perfschema/perfschema/server/internal/terminal"
)

// detailLine is a line of a detail: a row of a table, or a text.
type detailLine struct {
	text string
	head bool
	part *part
	row  *row
}

// firstKey is that of the first row that leads on, or "": the bar stands there at first.
func (d *detail) firstKey() string {
	for _, p := range d.parts {
		for i := range p.rows {
			if r := &p.rows[i]; r.digest != nil || r.run != nil {
				return r.key
			}
		}
	}
	return ""
}

// maxText is how much of a statement's text a detail shows.
const maxText = 4096

// lines are those of a detail but for the title, at a width. The text is broken when it is
// drawn.
func (d *detail) lines(width int) (lines []detailLine) {
	for i := range d.parts {
		p := &d.parts[i]
		if p.title != "" {
			lines = append(lines, detailLine{text: p.title, head: true})
		}
		notes := p.notes
		if width > 0 { // nothing has been drawn yet
			notes = wrapAll(notes, width)
		}
		for _, n := range notes {
			lines = append(lines, detailLine{text: n})
		}
		if len(p.rows) > 0 {
			lines = append(lines, detailLine{part: p, head: true})
		}
		for j := range p.rows {
			lines = append(lines, detailLine{part: p, row: &p.rows[j]})
		}
		if i < len(d.parts)-1 {
			lines = append(lines, detailLine{})
		}
	}
	return lines
}

// drawDetail draws what was opened: the statement in a few lines, and its tables below.
func (a *app) drawDetail(p painter, o *opened) {
	a.width = p.width
	p.line(2, o.detail.title, p.style(true, false, tcell.ColorDefault))
	text := o.detail.text
	if len(text) > maxText {
		text = text[:maxText]
	}
	y := headLines
	for i, l := range wrap(terminal.Printable(text), p.width) {
		if i == max(p.height/4, 1) {
			break
		}
		p.line(y, l, tcell.StyleDefault)
		y++
	}
	if y > headLines {
		y++
	}
	lines := o.detail.lines(p.width)
	rows := make([]*row, len(lines))
	for i := range lines {
		rows[i] = lines[i].row
	}
	height := max(p.height-footLines-y, 1)
	o.list.settle(rows, height)
	for i := 0; i < height && o.list.offset+i < len(lines); i++ {
		l := lines[o.list.offset+i]
		text := l.text
		if l.part != nil {
			widths := layout(l.part.columns, p.width)
			text = line(l.part.columns, widths, func(c int) string {
				if l.row == nil {
					return l.part.columns[c].head
				}
				return l.row.cells[c].text
			})
		}
		p.line(y+i, text, p.style(l.head, o.list.offset+i == o.list.at, tcell.ColorDefault))
	}
}
