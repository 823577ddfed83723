package report

import (
	"fmt"
	"math"
	"time"
)

// classSection is the queries by class.
func (a *Analyzer) classSection() Section {
	s := Section{ID: "classes", Title: "By class of query",
		Note: a.ofProfiles() + "Read-only queries read stored data and write none, write-only ones the other way round, read-write ones do both. Read: persistentReadBytesS3 + persistentReadBytesCache; written: persistentWriteBytesS3 or, where that is not known, persistentWriteBytesCache, through which it goes. What a server has in memory already is not read. The Snowset's authors count what does neither in both of the first two."}
	if u := a.classes[UnknownClass].queries; u == a.queries {
		s.Unknown = "No query has both known: nobody counted the bytes it read and wrote."
		return s
	}
	t := &Table{Title: "Queries by class", Left: 1, Head: []string{"class", "queries", "share", "time", "share", "p50", "p99", "CPU sampled"}}
	for i := range a.classes {
		c := &a.classes[i]
		if c.queries == 0 {
			continue
		}
		h := &a.metrics[metricDuration].classes[i]
		t.Rows = append(t.Rows, []string{Class(i).String(), grouped(float64(c.queries)), percent(part(float64(c.queries), float64(a.queries))),
			c.duration.show(unitMicroseconds), percent(part(c.duration.sum, a.all.duration.sum)),
			quantile(h, 50, unitMicroseconds), quantile(h, 99, unitMicroseconds), sumText(&a.metrics[metricSampled].classes[i], unitMilliseconds)})
	}
	s.Charts = append(s.Charts, t)
	return s
}

func quantile(h *histogram, p float64, u unit) string {
	if h.count == 0 {
		return unknown
	}
	return u.show(h.percentile(p))
}

func sumText(h *histogram, u unit) string {
	if h.count == 0 {
		return unknown
	}
	return u.show(h.sum)
}

var percentiles = []float64{50, 90, 99, 99.9}

// distributionSection is percentiles, and the curve of durations.
func (a *Analyzer) distributionSection() Section {
	s := Section{ID: "distributions", Title: "Distributions",
		Note: a.ofProfiles() + "pN is the value that N % of the queries do not exceed, within 0.4 %. CPU by clock is userCpuTime + systemCpuTime, CPU sampled profCpu + profOs; bytes read and written are of stored data, as in the classes; memory is memoryUsed."}
	t := &Table{Title: "Percentiles", Left: 1, Head: []string{"", "known of", "mean"}}
	for _, p := range percentiles {
		t.Head = append(t.Head, "p"+digits(p))
	}
	t.Head = append(t.Head, "max")
	var missing []string
	for i := range a.metrics {
		m := &a.metrics[i]
		if m.all.count == 0 {
			missing = append(missing, m.label)
			continue
		}
		row := []string{m.label, grouped(float64(m.all.count)), m.unit.show(m.all.mean())}
		for _, p := range percentiles {
			row = append(row, m.unit.show(m.all.percentile(p)))
		}
		t.Rows = append(t.Rows, append(row, m.unit.show(float64(m.all.max))))
	}
	if len(missing) > 0 {
		s.Unknown = "Not known of any query: " + list(missing) + "."
	}
	if len(t.Rows) == 0 {
		return s
	}
	s.Charts = append(s.Charts, t)
	if l := a.durationCurve(); l != nil {
		s.Charts = append(s.Charts, l)
	}
	return s
}

// durationCurve is the part of the queries of a class that took no longer.
func (a *Analyzer) durationCurve() *Lines {
	m := &a.metrics[metricDuration]
	if m.all.count == 0 || m.all.max == 0 {
		return nil
	}
	l := &Lines{Title: "Part of the queries that took no longer", PageOnly: true,
		X: Axis{Name: "duration", Log: true, Min: math.Pow(10, math.Floor(math.Log10(float64(max(m.all.min, 1))))), Max: float64(max(m.all.max, 10))}, Y: Axis{Name: "queries", Min: 0, Max: 1, Ticks: shareTicks()}}
	for _, d := range []float64{1, 10, 100, 1e3, 10e3, 100e3, 1e6, 10e6, 60e6, 600e6, 3600e6, 36_000e6, 86_400e6, 864_000e6} {
		if d >= l.X.Min && d <= l.X.Max {
			l.X.Ticks = append(l.X.Ticks, Tick{d, tickTime(d / 1000)})
		}
	}
	l.Series = append(l.Series, Line{"all queries", 0, m.all.distribution(), true})
	for i := range m.classes {
		if n := m.classes[i].count; n > 0 && n < m.all.count {
			l.Series = append(l.Series, Line{Class(i).String(), i + 1, m.classes[i].distribution(), true})
		}
	}
	return l
}

// tickTime is a round time in its unit.
func tickTime(ms float64) string {
	for _, u := range []struct {
		ms   float64
		name string
	}{{86_400_000, "d"}, {3_600_000, "h"}, {60_000, "min"}, {1000, "s"}} {
		if ms >= u.ms {
			return digits(ms/u.ms) + " " + u.name
		}
	}
	if ms < 1 {
		return digits(ms*1000) + " µs"
	}
	return digits(ms) + " ms"
}

func shareTicks() []Tick {
	return []Tick{{0, "0"}, {0.25, "25 %"}, {0.5, "50 %"}, {0.75, "75 %"}, {1, "100 %"}}
}

var heaviest = []float64{0.001, 0.01, 0.1, 0.5}

// skewSection is what the heaviest queries have.
func (a *Analyzer) skewSection() Section {
	s := Section{ID: "skew", Title: "Skew",
		Note: a.ofProfiles() + "Share of a sum that the heaviest queries have, each metric's own: of those alone for which it is known."}
	t := &Table{Title: "Share of the heaviest queries", Left: 1, Head: []string{"", "known of"}}
	for _, p := range heaviest {
		t.Head = append(t.Head, "top "+digits(p*100)+" %")
	}
	l := &Lines{Title: "Share of the sum that the heaviest queries have", PageOnly: true,
		X: Axis{Name: "heaviest queries", Min: 0, Max: 1, Ticks: shareTicks()}, Y: Axis{Name: "share of the sum", Min: 0, Max: 1, Ticks: shareTicks()}}
	for i := range a.metrics {
		m := &a.metrics[i]
		if !m.skew || m.all.sum == 0 {
			continue
		}
		row := []string{m.label, grouped(float64(m.all.count))}
		for _, p := range heaviest {
			row = append(row, percent(m.all.top(p)))
		}
		t.Rows = append(t.Rows, row)
		line := Line{Name: m.label, Color: len(l.Series), Points: []point{{0, 0}}}
		for x := 0.0005; x < 1; x *= 1.25 {
			line.Points = append(line.Points, point{x, m.all.top(x)})
		}
		line.Points = append(line.Points, point{1, 1})
		if len(l.Series) < int(numFamilies) {
			l.Series = append(l.Series, line)
		}
	}
	if len(t.Rows) == 0 {
		return Section{}
	}
	s.Charts = append(s.Charts, t, l)
	return s
}

// timeAxis is the span of the bins, in seconds since 1970.
func (a *Analyzer) timeAxis() Axis {
	w := widths[a.series.width]
	begin, _ := a.series.at(0)
	end, _ := a.series.at(len(a.series.bins))
	x := Axis{Name: "time, UTC", Min: seconds(begin), Max: seconds(end)}
	const ticks = 6
	for i := range ticks {
		t, _ := a.series.at(i * len(a.series.bins) / ticks)
		x.Ticks = append(x.Ticks, Tick{seconds(t), showMoment(t, w*time.Duration(max(1, len(a.series.bins)/ticks)))})
	}
	return x
}

func seconds(t time.Time) float64 { return float64(t.UnixNano()) / 1e9 }

// valueAxis goes from 0 to a round number.
func valueAxis(name string, most float64, show func(float64) string) Axis {
	if most <= 0 {
		most = 1
	}
	step := math.Pow(10, math.Floor(math.Log10(most)))
	for most/step < 2.5 {
		step /= 2
	}
	y := Axis{Name: name, Max: math.Ceil(most/step) * step}
	for v := 0.0; v <= y.Max*1.0001; v += step {
		y.Ticks = append(y.Ticks, Tick{v, show(v)})
	}
	return y
}

// concurrencySection is how many queries were active over time.
func (a *Analyzer) concurrencySection() Section {
	if len(a.series.bins) == 0 {
		return Section{}
	}
	w := widths[a.series.width]
	s := Section{ID: "concurrency", Title: "Concurrency",
		Note: a.ofProfiles() + fmt.Sprintf("Queries active at a time, in the mean of each %s: the time they were active in it, by its length. A query is active from createdTime to endTime.", showSpan(w))}
	line := Line{Name: "queries active", Color: 0}
	var most, all float64
	var span time.Duration
	var peak time.Time
	for i, b := range a.series.bins {
		begin, covered := a.series.at(i)
		if covered <= 0 {
			line.Points = append(line.Points, point{seconds(begin), 0})
			continue
		}
		v := float64(b.active) / float64(covered)
		line.Points = append(line.Points, point{seconds(begin) + w.Seconds()/2, v})
		all += float64(b.active)
		span += covered
		if v > most {
			most, peak = v, begin
		}
	}
	t := &Table{Title: "Queries active", Left: 1, Head: []string{"", "queries"}}
	t.Rows = [][]string{{"mean", digits(part(all, float64(span)))}, {"most, for " + showSpan(w) + " from " + showMoment(peak, w), digits(most)}}
	s.Charts = append(s.Charts, &Lines{Title: "Queries active at a time", X: a.timeAxis(), Y: valueAxis("queries", most, digits), Series: []Line{line}, Area: true, Table: t})
	return s
}

// throughputSection is how many queries began over time, by class.
func (a *Analyzer) throughputSection() Section {
	if len(a.series.bins) == 0 {
		return Section{}
	}
	w := widths[a.series.width]
	s := Section{ID: "throughput", Title: "Throughput",
		Note: a.ofProfiles() + fmt.Sprintf("Queries that began (createdTime) in each %s, by class.", showSpan(w))}
	c := &Columns{Title: "Queries begun", X: a.timeAxis(), Width: w.Seconds()}
	var used []Class
	t := &Table{Title: "Queries begun", Left: 1, Head: []string{"class", "queries", "rate", "most in " + showSpan(w)}}
	for i := Class(0); i < numClasses; i++ {
		if n := a.classes[i].queries; n > 0 {
			used = append(used, i)
			c.Keys = append(c.Keys, Key{i.String(), int(i) + 1})
			var most int64
			for _, b := range a.series.bins {
				most = max(most, b.started[i])
			}
			rate := unknown
			if d := a.span().Seconds(); d > 0 {
				rate = showRate(float64(n) / d)
			}
			t.Rows = append(t.Rows, []string{i.String(), grouped(float64(n)), rate, grouped(float64(most))})
		}
	}
	most := 0.0
	for i, b := range a.series.bins {
		begin, _ := a.series.at(i)
		c.Begins = append(c.Begins, seconds(begin))
		stack := make([]float64, len(used))
		var sum float64
		for j, class := range used {
			stack[j] = float64(b.started[class])
			sum += stack[j]
		}
		most = max(most, sum)
		c.Stacks = append(c.Stacks, stack)
	}
	c.Y, c.Table = valueAxis("queries", most, showCount), t
	s.Charts = append(s.Charts, c)
	return s
}
