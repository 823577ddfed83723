package web

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/snowset"
)

// kind is a group of resources that share a colour.
type kind struct {
	name  string
	color int
	of    []snowset.Resource
}

// kinds are what time goes to, as charts show it; what is none of them is other.
var kinds = []kind{
	{"CPU", 0, []snowset.Resource{snowset.ResourceCPU, snowset.ResourceOs}},
	{"parse and plan", 1, []snowset.Resource{snowset.ResourceSetup, snowset.ResourceSetupMesh}},
	{"ending", 2, []snowset.Resource{snowset.ResourceTeardown}},
	{"storage", 4, []snowset.Resource{snowset.ResourcePersistentReadCache, snowset.ResourcePersistentWriteCache, snowset.ResourcePersistentReadS3, snowset.ResourcePersistentWriteS3, snowset.ResourceFsMeta}},
	{"spilled data", 5, []snowset.Resource{snowset.ResourceIntDataReadLocalSSD, snowset.ResourceIntDataWriteLocalSSD, snowset.ResourceIntDataReadS3, snowset.ResourceIntDataWriteS3}},
	{"locks and other threads", 6, []snowset.Resource{snowset.ResourceMutex}},
	{"network and clients", 7, []snowset.Resource{snowset.ResourceDataExchangeNet, snowset.ResourceResWriteS3, snowset.ResourceRemoteExtRead, snowset.ResourceRemoteExtWrite, snowset.ResourceDataExchangeMsg, snowset.ResourceControlPlaneMsg}},
	{"idle, as in SLEEP()", 8, []snowset.Resource{snowset.ResourceIdle}},
}

// byKind adds time up by kind.
func byKind(r *perfschema.Reader, s *spent) []time.Duration {
	out := make([]time.Duration, len(kinds))
	for n, d := range s {
		if d == 0 {
			continue
		}
		as := r.SnowsetResource(snowset.Resource(n))
		for i, k := range kinds {
			for _, of := range k.of {
				if of == as {
					out[i] += d
				}
			}
		}
	}
	for i := range out {
		out[i] = max(out[i], 0)
	}
	return out
}

// The size of a chart in its own units.
const (
	chartWidth, chartTall   = 960, 240
	chartLeft, chartBottom  = 44, 26
	chartTop                = 10
	chartInnerW             = chartWidth - chartLeft
	chartInnerH             = chartTall - chartBottom - chartTop
	chartBase               = chartTop + chartInnerH
	sparkWidth, sparkHeight = 96, 20
)

// chart is stacked columns over time.
type chart struct {
	Width, Tall, Left, Base int
	Describe                string
	Columns                 []stack
	XTicks, YTicks          []tick
	Keys                    []chartKey
	// Marked is the span that the page tells of; nil: the chart is of that alone, or up to now.
	Marked *box

	from, to time.Time
}

type stack struct {
	Label, URL string
	Figures    []string // the same, part by part
	Boxes      []box
	// X and W are the whole height's, for who points at it.
	X, W string
}

type box struct {
	Color      int
	X, Y, W, H string
}

type tick struct {
	At    string
	Label string
}

type chartKey struct {
	Name, Value, Share string
	Color              int
}

// newChart is a chart of a span without columns.
func newChart(from, to time.Time) *chart {
	c := &chart{Width: chartWidth, Tall: chartTall, Left: chartLeft, Base: chartBase, from: from, to: to}
	show := clockTime
	if to.Sub(from) > 12*time.Hour {
		show = func(t time.Time) string { return t.UTC().Format("01-02 15:04") }
	}
	for i := range 5 {
		at := from.Add(to.Sub(from) / 4 * time.Duration(i))
		c.XTicks = append(c.XTicks, tick{coordinate(min(max(c.x(at), chartLeft+24), chartWidth-26)), show(at)})
	}
	return c
}

func (c *chart) x(t time.Time) float64 {
	return chartLeft + min(max(float64(t.Sub(c.from))/float64(max(c.to.Sub(c.from), 1)), 0), 1)*chartInnerW
}

// scale labels the heights up to a round number that is no less than most, and gives it.
func (c *chart) scale(most float64) (top float64) {
	top, step := scale(most)
	for v := 0.0; v <= top*1.0001; v += step {
		c.YTicks = append(c.YTicks, tick{coordinate(chartBase - v/top*chartInnerH), digits2(v)})
	}
	return top
}

// part is a part of a column: its height is a share of the scale's.
type part struct {
	color int
	share float64
}

// column adds a column of what was between two moments, in parts from below.
func (c *chart) column(from, to time.Time, url string, label []string, parts []part) {
	left, right := c.x(from), c.x(to)
	w := max(right-left-1, 1)
	st := stack{X: coordinate(left), W: coordinate(w), URL: url, Label: strings.Join(label, ", "), Figures: label}
	below := 0.0
	for _, p := range parts {
		if h := p.share * chartInnerH; h > 0 {
			st.Boxes = append(st.Boxes, box{p.color, coordinate(left), coordinate(chartBase - below - h), coordinate(w), coordinate(h)})
			below += h
		}
	}
	c.Columns = append(c.Columns, st)
}

// timeChart shows how many statements were at work, by what they did.
func (p *Pages) timeChart(q *query, s *summary) *chart {
	c := newChart(s.to.Add(-max(s.asked, s.span())), s.to)
	r := p.schema.Read()
	most := 0.0
	intervals := merged(s.intervals)
	values := make([][]float64, len(intervals))
	for i, x := range intervals {
		sum := 0.0
		for _, d := range byKind(r, &x.spent) {
			v := float64(d) / float64(max(x.to.Sub(x.from), 1))
			values[i] = append(values[i], v)
			sum += v
		}
		most = max(most, sum)
	}
	top := c.scale(most)
	for i, in := range intervals {
		label := []string{clockTime(in.from) + " to " + clockTime(in.to)}
		var parts []part
		for k, v := range values[i] {
			if v > 0 {
				parts = append(parts, part{kinds[k].color, v / top})
				label = append(label, kinds[k].name+" "+digits2(v))
			}
		}
		c.column(in.from, in.to, q.with("window", in.to.Sub(in.from).Round(time.Second).String(), "until", in.to.UTC().Format(time.RFC3339Nano)), label, parts)
	}
	all := s.spent.sum()
	for k, d := range byKind(r, &s.spent) {
		if d > 0 {
			c.Keys = append(c.Keys, chartKey{kinds[k].name, showDuration(d), showPercent(float64(d) / float64(max(all, 1))), kinds[k].color})
		}
	}
	c.Describe = "How many statements were at work at a time, on average, and what they did. The figures are in the list below."
	return c
}

// mostColumns is how many columns a chart has at most.
const mostColumns = 60

// merged is intervals of a number that a chart has room for.
func merged(list []*interval) (out []*interval) {
	group := (len(list) + mostColumns - 1) / mostColumns
	for i := 0; i < len(list); i += max(group, 1) {
		part := list[i:min(i+group, len(list))]
		m := &interval{from: part[0].from, to: part[len(part)-1].to}
		for _, x := range part {
			m.spent.add(&x.spent)
		}
		out = append(out, m)
	}
	return out
}

func coordinate(v float64) string { return fmt.Sprintf("%.1f", v) }

func digits2(v float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", v), "0"), ".")
}

// scale is a round number that is no less, and steps to it.
func scale(most float64) (top, step float64) {
	if most <= 0 {
		return 1, 0.5
	}
	power := math.Pow(10, math.Floor(math.Log10(most)))
	for _, m := range []float64{1, 1.2, 1.6, 2, 2.4, 3.2, 4, 5, 6, 8, 10} {
		if m*power >= most {
			step = power * m / 4
			if m == 5 {
				step = power
			}
			return m * power, step
		}
	}
	return 10 * power, 2.5 * power
}

// spark is a line of small columns.
type spark struct {
	Label string
	Boxes []box
}

// newSpark shows values over time.
func newSpark(values []uint64, label string) *spark {
	s := &spark{Label: label}
	// Some 24 columns are as many as can be told apart.
	const columns = 24
	group := (len(values) + columns - 1) / columns
	if group == 0 {
		return s
	}
	var sums []float64
	for i := 0; i < len(values); i += group {
		sum := 0.0
		for _, v := range values[i:min(i+group, len(values))] {
			sum += float64(v)
		}
		sums = append(sums, sum)
	}
	most := 0.0
	for _, v := range sums {
		most = max(most, v)
	}
	w := float64(sparkWidth) / float64(len(sums))
	for i, v := range sums {
		if v > 0 {
			h := max(v/most*sparkHeight, 1)
			s.Boxes = append(s.Boxes, box{0, coordinate(float64(i) * w), coordinate(sparkHeight - h), coordinate(max(w-0.5, 0.5)), coordinate(h)})
		}
	}
	return s
}
