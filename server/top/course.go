package top

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/perfschema/perfschema/activesession"
)

// courseKind is a part of the columns of a chart.
type courseKind struct {
	name    string
	mark    byte
	average float64
}

const (
	waitPrefix = "waiting: "
	// mostWaits is how many kinds of waits a chart tells apart.
	mostWaits = 6
	// writtenCourse is how many lines the chart takes in text.
	writtenCourse = 12
)

// courseKinds are the kinds to be told apart, of numbers of samples by kind: what is none of them
// is the last. Each sample is so many active sessions on average.
func courseKinds(counts map[string]uint64, each float64) []courseKind {
	out := []courseKind{{name: "running", mark: '#'}, {name: "queued", mark: '='}}
	var waits []courseKind
	for name, n := range counts {
		x := float64(n) * each
		switch name {
		case out[0].name:
			out[0].average = x
		case out[1].name:
			out[1].average = x
		default:
			waits = append(waits, courseKind{name: name, average: x})
		}
	}
	slices.SortFunc(waits, func(a, b courseKind) int {
		return cmp.Or(cmp.Compare(b.average, a.average), strings.Compare(a.name, b.name))
	})
	rest := courseKind{name: waitPrefix + "other", mark: '.'}
	for i, k := range waits {
		if i >= mostWaits {
			rest.average += k.average
			continue
		}
		k.mark = byte('a' + i)
		out = append(out, k)
	}
	return append(out, rest)
}

// words name a kind as the pages in a browser do.
func (k *courseKind) words() string {
	switch k.name {
	case "running":
		return "on a CPU"
	case "queued":
		return "queued for a core"
	}
	return k.name
}

// courseLines draw average active sessions over time, in at most so many lines; nil where there
// are none.
func (a *app) courseLines(width, most int) []string {
	if a.now == nil || a.now.activity == nil || a.now.activity.course == nil || most < 2 {
		return nil
	}
	v := a.now.activity
	lines := []string{fmt.Sprintf("Average active sessions of the %s until %s UTC", spanWords(v.to.Sub(v.whole)), v.to.Format(time.TimeOnly))}
	legend := wrap(v.legend(), width)
	if rows := most - len(lines) - len(legend) - 1; rows >= 2 {
		lines = append(lines, v.draw(width, rows)...)
	}
	return append(lines, legend...)
}

// legend says what the marks stand for, and how many sessions did that on average.
func (v *readActivity) legend() string {
	var parts []string
	for _, k := range v.kinds {
		if k.average > 0 {
			parts = append(parts, fmt.Sprintf("%c %s %s", k.mark, k.words(), digits(k.average)))
		}
	}
	if parts == nil {
		return "No session was at work."
	}
	return strings.Join(parts, "   ")
}

// courseMargin is what stands left of the columns: the scale.
const courseMargin = 6

// draw draws the columns in so many rows, and a line of times below.
func (v *readActivity) draw(width, rows int) []string {
	top := 0.0
	heights := make([][]float64, len(v.course.Steps)) // by kind, as they stand on each other
	for i := range v.course.Steps {
		sum := 0.0
		for k := range v.kinds {
			sum += v.course.Average(i, k)
			heights[i] = append(heights[i], sum)
		}
		top = max(top, sum)
	}
	length := v.to.Sub(v.whole)
	columns := max(width-courseMargin-1, 1)
	if whole := int(math.Round(float64(length) / float64(v.length))); whole > 0 && whole <= columns {
		columns -= columns % whole // so that all steps are as wide
	}
	columns = min(columns, 2*mostCourse)
	out := make([]string, rows, rows+1)
	for y := range rows {
		line := make([]byte, columns)
		level := (float64(rows-y) - 0.5) / float64(rows) * top
		for x := range columns {
			line[x] = ' '
			at := v.whole.Add(time.Duration((float64(x) + 0.5) / float64(columns) * float64(length)))
			i := slices.IndexFunc(v.course.Steps, func(s activesession.Step) bool { return at.After(s.From) && !at.After(s.To) })
			if i < 0 {
				continue
			}
			k := slices.IndexFunc(heights[i], func(h float64) bool { return h >= level })
			switch sum := heights[i][len(v.kinds)-1]; {
			case k >= 0 && top > 0:
				line[x] = v.kinds[k].mark
			case y == rows-1 && sum > 0:
				line[x] = '_' // less than half a row
			}
		}
		scale := ""
		switch y {
		case 0:
			scale = digits(top)
		case rows - 1:
			scale = "0"
		}
		out[y] = fit(scale, courseMargin-1, true) + "|" + strings.TrimRight(string(line), " ")
	}
	from, to := v.whole.Format(time.TimeOnly), v.to.Format(time.TimeOnly)
	return append(out, strings.Repeat(" ", courseMargin)+from+strings.Repeat(" ", max(columns-len(from)-len(to), 1))+to)
}

// writtenActivity is what the page activity has in JSON besides its rows.
type writtenActivity struct {
	By       string        `json:"by"`
	Since    string        `json:"known_since"`
	Interval float64       `json:"sample_interval_seconds"`
	Course   []writtenStep `json:"course"`
}

// writtenStep is a part of the course. Waiting is by what was waited for.
type writtenStep struct {
	From    string             `json:"from"`
	Until   string             `json:"until"`
	Running float64            `json:"running"`
	Queued  float64            `json:"queued"`
	Waiting map[string]float64 `json:"waiting"`
}

func (v *readActivity) written() *writtenActivity {
	out := &writtenActivity{By: v.asked.by.Name, Since: v.since.Format(timeFormat), Interval: v.interval.Seconds(), Course: []writtenStep{}}
	rounded := func(x float64) float64 { return math.Round(x*1e6) / 1e6 }
	for i, s := range v.course.Steps {
		w := writtenStep{From: s.From.UTC().Format(timeFormat), Until: s.To.UTC().Format(timeFormat), Waiting: make(map[string]float64)}
		for k := range v.kinds {
			x := rounded(v.course.Average(i, k))
			switch k {
			case 0:
				w.Running = x
			case 1:
				w.Queued = x
			default:
				if x > 0 {
					w.Waiting[strings.TrimPrefix(v.kinds[k].name, waitPrefix)] = x
				}
			}
		}
		out.Course = append(out.Course, w)
	}
	return out
}
