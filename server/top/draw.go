package top

import (
	"fmt"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/uniseg"

	"github.com/perfschema/perfschema/server/internal/terminal"
)

// The lines of the screen: three at the top, the heads, the rows, one at the foot.
const (
	headLines = 3
	footLines = 1
)

// painter writes lines to a screen.
type painter struct {
	screen        tcell.Screen
	width, height int
	color         bool
}

func newPainter(s tcell.Screen, color bool) painter {
	w, h := s.Size()
	return painter{s, w, h, color}
}

// style is a look: bold and reverse say all that colour says.
func (p painter) style(bold, reverse bool, color tcell.Color) tcell.Style {
	st := tcell.StyleDefault.Bold(bold).Reverse(reverse)
	if p.color && color != tcell.ColorDefault {
		st = st.Foreground(color)
	}
	return st
}

// line writes a text over a whole line: what of it can be printed, wherever it is from.
func (p painter) line(y int, text string, st tcell.Style) {
	if y < 0 || y >= p.height {
		return
	}
	p.screen.PutStrStyled(0, y, fit(terminal.Printable(text), p.width, false), st)
}

// rowsHeight is how many rows a list has room for.
func rowsHeight(height int, notes int) int { return max(height-headLines-footLines-1-notes, 1) }

// draw draws the whole screen.
func (a *app) draw(p painter) {
	p.screen.Clear()
	p.screen.HideCursor()
	if p.width < 20 || p.height < 6 {
		p.line(0, "perfschema top: too small a window", p.style(true, false, tcell.ColorDefault))
		return
	}
	p.line(0, a.headline(p.width), p.style(true, false, tcell.ColorDefault))
	p.line(1, a.tabs(p.width), p.style(false, false, tcell.ColorTeal))
	switch {
	case a.help:
		for i, l := range helpLines {
			p.line(3+i, l, tcell.StyleDefault)
		}
	case len(a.stack) > 0:
		a.drawDetail(p, a.stack[len(a.stack)-1])
	default:
		a.drawPage(p)
	}
	a.drawFoot(p)
}

// headline names the server and what goes on there: as much as there is room for.
func (a *app) headline(width int) string {
	who := terminal.Printable(a.who)
	if a.now == nil {
		return "perfschema top  " + who
	}
	st := a.now.status
	state := "  up " + showUptime(st.uptime) + "  " + numberCell(st.connected, showCount).text + " connected, " + numberCell(st.running, showCount).text + " running"
	if d := a.span(); d > 0 {
		state += "  " + numberCell((st.questions-a.before.status.questions)/d.Seconds(), digits).text + " questions/s"
	}
	full := "perfschema top  " + who + "  " + terminal.Printable(st.version) + state
	for _, s := range []string{full, "perfschema top  " + who + state} {
		if uniseg.StringWidth(s) <= width {
			return s
		}
	}
	return who + state
}

func showUptime(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%d d", int(d.Hours()/24))
	case d >= 2*time.Hour:
		return fmt.Sprintf("%d h", int(d.Hours()))
	case d >= 2*time.Minute:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	}
	return fmt.Sprintf("%d s", int(d.Seconds()))
}

// tabs names the pages: in full, or as narrow as it takes.
func (a *app) tabs(width int) string {
	names := func(short bool) string {
		var b strings.Builder
		for i, p := range pages {
			title, format, current := p.title, " %c %s ", "[%c %s]"
			if short {
				title, format, current = p.short, "%c %s ", "[%c %s] "
			}
			if p == a.page {
				format = current
			}
			fmt.Fprintf(&b, format, pageKey(i), title)
		}
		return b.String()
	}
	for _, s := range []string{names(false) + "  ? help", names(false), names(true)} {
		if len(s) <= width {
			return s
		}
	}
	return names(true)
}

// pageKey is the key that turns to a page: 1 to 9, 0, and w for who was at work.
func pageKey(i int) rune {
	if i < 10 {
		return rune('0' + (i+1)%10)
	}
	return 'w'
}

// spanLine says of which time the figures are.
func (a *app) spanLine(rows int) string {
	what := a.page.title + a.page.what
	switch {
	case a.now == nil:
		return what + ": asking the server"
	case a.now.activity != nil:
		what += a.now.activity.words()
	case a.page.figures == nil:
		what += fmt.Sprintf(" at %s UTC", a.now.at.UTC().Format("15:04:05"))
	case a.before == nil:
		return what + ": the first figures come after " + showTime(float64(a.interval)*1e3)
	default:
		what += fmt.Sprintf(" of the %s until %s UTC", showTime(float64(a.span())*1e3), a.now.at.UTC().Format("15:04:05"))
	}
	what += fmt.Sprintf(", %d rows", rows)
	if a.filter != "" {
		what += " with “" + terminal.Printable(a.filter) + "”"
	}
	if a.paused {
		what = "PAUSED, p goes on: " + what
	}
	return what
}

func (a *app) drawPage(p painter) {
	all, notes := a.rows()
	p.line(2, a.spanLine(len(all)), p.style(true, false, tcell.ColorDefault))
	heads := a.page.heads()
	widths := layout(heads, p.width)
	o := a.orders[a.page]
	p.line(headLines, line(heads, widths, func(i int) string {
		switch {
		case i != o.column:
			return heads[i].head
		case o.up:
			return heads[i].head + "↑"
		}
		return heads[i].head + "↓"
	}), p.style(false, true, tcell.ColorDefault))
	notes = wrapAll(notes, p.width)
	if len(notes) > p.height/3 {
		notes = notes[:p.height/3]
	}
	tree := append(a.adviceLines(p.width, p.height/3+1), a.tree(p.height/3)...)
	tree = append(tree, a.courseLines(p.width, p.height/3+1)...)
	height := rowsHeight(p.height, len(notes)+len(tree))
	rows := make([]*row, len(all))
	for i := range all {
		rows[i] = &all[i]
	}
	a.list.settle(rows, height)
	for i := 0; i < height && a.list.offset+i < len(all); i++ {
		r := &all[a.list.offset+i]
		p.line(headLines+1+i, line(heads, widths, func(c int) string { return r.cells[c].text }), p.style(false, a.list.offset+i == a.list.at, tcell.ColorDefault))
	}
	for i, l := range tree {
		p.line(p.height-footLines-len(notes)-len(tree)+i, l, p.style(i == 0, false, tcell.ColorDefault))
	}
	for i, n := range notes {
		p.line(p.height-footLines-len(notes)+i, n, p.style(false, false, tcell.ColorYellow))
	}
}

// tree is who holds up whom, below a heading, in at most so many lines; nil where nobody
// does.
func (a *app) tree(most int) []string {
	if a.now == nil || len(a.now.tree) == 0 || most < 2 {
		return nil
	}
	lines := append([]string{"Who holds up whom"}, a.now.tree...)
	if len(lines) > most {
		lines = append(lines[:most-1:most-1], fmt.Sprintf("and %d more lines: perfschema top --once --page=sessions has all", len(lines)-most+1))
	}
	return lines
}

// wrapAll breaks texts at spaces into lines of a width.
func wrapAll(texts []string, width int) (lines []string) {
	for _, t := range texts {
		lines = append(lines, wrap(t, width)...)
	}
	return lines
}

func wrap(text string, width int) (lines []string) {
	for text != "" {
		head, _ := cut(text, width)
		if head == "" { // one character is wider than the screen
			return lines
		}
		if len(head) < len(text) {
			if i := strings.LastIndexByte(head, ' '); i > len(head)/2 {
				head = head[:i]
			}
		}
		lines = append(lines, strings.TrimSpace(head))
		text = strings.TrimLeft(text[len(head):], " ")
	}
	return lines
}

func (a *app) drawFoot(p painter) {
	y := p.height - 1
	switch {
	case a.confirm != nil:
		what := "connection"
		if a.confirm.statementOnly {
			what = "the statement of connection"
		}
		p.line(y, fmt.Sprintf("End %s %d (%s)? y: yes, any other key: no", what, a.confirm.connection, a.confirm.who), p.style(true, true, tcell.ColorRed))
	case a.typing:
		p.line(y, "Filter: "+terminal.Printable(a.filter)+"_", p.style(true, false, tcell.ColorDefault))
	case a.message != "":
		p.line(y, a.message, p.style(true, false, tcell.ColorYellow))
	case a.failed != "":
		p.line(y, "No reading: "+a.failed, p.style(true, false, tcell.ColorRed))
	case len(a.stack) > 0:
		p.line(y, "↑↓ choose  Enter open  Esc back  q quit", tcell.StyleDefault)
	case a.page == &sessionsPage:
		p.line(y, "↑↓ choose  Enter open  ←→ sort  / filter  p pause  k K kill  ? help  q quit", tcell.StyleDefault)
	default:
		p.line(y, "↑↓ choose  Enter open  ←→ sort  r reverse  / filter  p pause  ? help  q quit", tcell.StyleDefault)
	}
}

var helpLines = []string{
	"1 to 9, 0, Tab the pages: statements, sessions, waits, files, tables, memory,",
	"               errors, time, instruments, history; w: activity, who was at work",
	"up, down, PgUp, PgDn, Home, End    choose a row",
	"Enter          open it: a statement's executions, of one of these its plan,",
	"               stages and waits; a window's statements; of others all figures",
	"Esc            back; without anything open, no filter",
	"left, right    sort by the column before or after; r the other way round",
	"a              open the statement that advice is about; A hides and shows advice",
	"b B, s S       of activity: the next, the last column; a longer, a shorter span",
	"c              of a history's window: what has changed; m marks where it begins",
	"/              show only rows that have some words",
	"p, space       pause, go on",
	"+ -            twice, half the time between two readings",
	"k              end the statement of a session (KILL QUERY), after a question",
	"K              end a session (KILL CONNECTION), after a question",
	"q, Ctrl-C      quit",
	"",
	"Figures are those of the time between the last two readings, which the third",
	"line tells, advice is of up to a minute. Sessions and memory in use are as of",
	"the last one.",
}
