package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"
	"time"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"percent": percent,
	"width":   func(share float64) string { return fmt.Sprintf("%.2f%%", min(share, 1)*100) },
	"ink":     func(share, most float64) string { return fmt.Sprintf("%.0f%%", part(share, most)*85) },
	"dark":    func(share, most float64) bool { return part(share, most) > 0.85 },
	"indent": func(t *Table, row int) string {
		if t.Depth == nil || t.Depth[row] == 0 {
			return ""
		}
		return fmt.Sprintf("padding-left:%dem", min(t.Depth[row], 20))
	},
	"sum": func(a, b int) int { return a + b },
}).Parse(pageText))

// WriteHTML shows a report as one page that needs nothing else: no script, no
// request. made is when the report was made.
func WriteHTML(w io.Writer, d *Document, made time.Time) error {
	p := pageData{Document: d, Made: made.UTC().Format("2006-01-02 15:04 UTC")}
	for _, s := range d.Sections {
		section := pageSection{Section: s}
		for i, c := range s.Charts {
			section.Figures = append(section.Figures, newFigure(fmt.Sprintf("%s-%d", s.ID, i+1), c))
		}
		p.Sections = append(p.Sections, section)
	}
	return page.Execute(w, p)
}

type pageData struct {
	*Document
	Made     string
	Sections []pageSection
}

type pageSection struct {
	Section
	Figures []figure
}

// figure is a chart as the page draws it; one of the pointers is set.
type figure struct {
	ID, Title string
	Statement *Statement
	Bars      *Bars
	Stack     *Stack
	Table     *Table
	Heat      *heatView
	Plot      *plotView
	// Behind is the figures of a chart that shows none.
	Behind *Table
}

type heatView struct {
	*Heat
	Most float64
}

func newFigure(id string, c Chart) figure {
	f := figure{ID: id, Title: c.title()}
	switch c := c.(type) {
	case *Statement:
		f.Statement = c
	case *Bars:
		f.Bars = c
	case *Stack:
		f.Stack, f.Behind = c, c.table()
	case *Table:
		f.Table = c
	case *Heat:
		v := &heatView{Heat: c}
		for _, row := range c.Shares {
			for _, s := range row {
				v.Most = max(v.Most, s)
			}
		}
		f.Heat = v
	case *Lines:
		f.Plot, f.Behind = linesView(c), c.figures()
	case *Columns:
		f.Plot, f.Behind = columnsView(c), c.figures()
	}
	return f
}

// The size of a plot, and of the part of it that is drawn on.
const (
	plotWidth, plotTall      = 960, 300
	plotLeft, plotRight      = 64, 12
	plotTop, plotBottom      = 12, 44
	plotInnerW, plotInnerH   = plotWidth - plotLeft - plotRight, plotTall - plotTop - plotBottom
	plotBaseline, plotEdgeAt = plotTop + plotInnerH, plotLeft + plotInnerW
)

// plotView is a plot in the coordinates of its drawing.
type plotView struct {
	Width, Tall, Left, Edge, Top, Baseline int
	XName, YName                           string
	XTicks, YTicks                         []tickView
	Keys                                   []Key
	Paths                                  []pathView
	Boxes                                  []boxView
}

type tickView struct {
	At    string
	Label string
}

type pathView struct {
	Color int
	Area  bool
	D     string
	Name  string
}

type boxView struct {
	Color      int
	X, Y, W, H string
	Name       string
}

func newPlotView(x, y Axis) *plotView {
	v := &plotView{Width: plotWidth, Tall: plotTall, Left: plotLeft, Edge: plotEdgeAt, Top: plotTop, Baseline: plotBaseline, XName: x.Name, YName: y.Name}
	for _, t := range x.Ticks {
		v.XTicks = append(v.XTicks, tickView{coordinate(xAt(x, t.At)), t.Label})
	}
	for _, t := range y.Ticks {
		v.YTicks = append(v.YTicks, tickView{coordinate(yAt(y, t.At)), t.Label})
	}
	return v
}

// along is where a value lies on an axis, from 0 to 1.
func (a Axis) along(v float64) float64 {
	low, high := a.Min, a.Max
	if a.Log {
		low, high, v = math.Log10(low), math.Log10(high), math.Log10(max(v, a.Min))
	}
	return min(max(part(v-low, high-low), 0), 1)
}

func xAt(a Axis, v float64) float64 { return plotLeft + a.along(v)*plotInnerW }
func yAt(a Axis, v float64) float64 { return plotBaseline - a.along(v)*plotInnerH }

func coordinate(v float64) string { return fmt.Sprintf("%.1f", v) }

func linesView(c *Lines) *plotView {
	v := newPlotView(c.X, c.Y)
	for i, l := range c.Series {
		var b strings.Builder
		for j, p := range l.Points {
			x, y := xAt(c.X, p.X), yAt(c.Y, p.Y)
			switch {
			case l.Steps && j == 0:
				fmt.Fprintf(&b, "M%d %dH%.1fV%.1f", plotLeft, plotBaseline, x, y)
			case l.Steps:
				fmt.Fprintf(&b, "H%.1fV%.1f", x, y)
			case j == 0:
				fmt.Fprintf(&b, "M%.1f %.1f", x, y)
			default:
				fmt.Fprintf(&b, "L%.1f %.1f", x, y)
			}
		}
		if l.Steps {
			fmt.Fprintf(&b, "H%d", plotEdgeAt)
		}
		line := b.String()
		if n := len(l.Points); c.Area && i == 0 && n > 0 {
			fmt.Fprintf(&b, "L%.1f %dL%.1f %dZ", xAt(c.X, l.Points[n-1].X), plotBaseline, xAt(c.X, l.Points[0].X), plotBaseline)
			v.Paths = append(v.Paths, pathView{l.Color, true, b.String(), l.Name})
		}
		v.Paths = append(v.Paths, pathView{l.Color, false, line, l.Name})
		v.Keys = append(v.Keys, Key{l.Name, l.Color})
	}
	return v
}

func columnsView(c *Columns) *plotView {
	v := newPlotView(c.X, c.Y)
	v.Keys = c.Keys
	for i, stack := range c.Stacks {
		left, right := xAt(c.X, c.Begins[i]), xAt(c.X, c.Begins[i]+c.Width)
		if right-left > 2 {
			right -= 0.5
		}
		var below float64
		for j, n := range stack {
			if n == 0 {
				continue
			}
			bottom, top := yAt(c.Y, below), yAt(c.Y, below+n)
			below += n
			v.Boxes = append(v.Boxes, boxView{c.Keys[j].Color, coordinate(left), coordinate(top), coordinate(max(right-left, 0.5)), coordinate(bottom - top),
				fmt.Sprintf("%s: %s %s", showSecond(c.Begins[i], c.Width), showCount(n), c.Keys[j].Name)})
		}
	}
	return v
}

func showSecond(s, width float64) string {
	return showMoment(time.UnixMicro(int64(s*1e6)).UTC(), time.Duration(width*1e9))
}

// figures is the curves as a table: at the labelled places of the scale, or over
// time at each point.
func (c *Lines) figures() *Table {
	t := &Table{Left: 1, Head: []string{c.X.Name}}
	for _, l := range c.Series {
		t.Head = append(t.Head, l.Name)
	}
	if c.Area && len(c.Series) == 1 {
		width := 1.0
		if p := c.Series[0].Points; len(p) > 1 {
			width = p[1].X - p[0].X
		}
		for _, p := range c.Series[0].Points {
			t.Rows = append(t.Rows, []string{showSecond(p.X-width/2, width), digits(p.Y)})
		}
		return t
	}
	for _, x := range c.X.Ticks {
		row := []string{x.Label}
		for _, l := range c.Series {
			row = append(row, percent(l.at(x.At)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// at is the height of a curve at a place, that of the last point before it.
func (l Line) at(x float64) float64 {
	var y float64
	for _, p := range l.Points {
		if p.X > x {
			break
		}
		y = p.Y
	}
	return y
}

func (c *Columns) figures() *Table {
	t := &Table{Left: 1, Head: []string{c.X.Name}}
	for _, k := range c.Keys {
		t.Head = append(t.Head, k.Name)
	}
	for i, stack := range c.Stacks {
		row := []string{showSecond(c.Begins[i], c.Width)}
		for _, n := range stack {
			row = append(row, showCount(n))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
