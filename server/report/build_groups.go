package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// topGroups is how many groups are shown.
const topGroups = 10

func (a *Analyzer) digestLabel(digest string) string {
	if text := a.texts[digest]; text != "" {
		return text
	}
	if digest == noDigest {
		return digest
	}
	return digest[:min(len(digest), 16)]
}

// rank is the number of a statement among those that took most time, by which charts
// that show it cut can be told apart.
func rank(i int) string { return strconv.Itoa(i+1) + ". " }

// groupStack is where the time of the top groups went.
func (a *Analyzer) groupStack(title string, g *grouping, label func(string) string) *Stack {
	c := &Stack{Title: title + ": where the time went", Head: "time", Code: g == a.digests()}
	top := g.top(topGroups)
	var used []family
	for f := family(0); f < familyIdle; f++ {
		for _, t := range top {
			if t.families[f] > 0 {
				used = append(used, f)
				c.Keys = append(c.Keys, Key{familyNames[f], int(f)})
				break
			}
		}
	}
	for i, t := range top {
		busy := t.busy()
		if busy == 0 {
			continue
		}
		row := StackRow{Label: cut(rank(i)+label(t.key), 48), Value: t.duration.show(unitMicroseconds)}
		for _, f := range used {
			row.Shares = append(row.Shares, t.families[f]/busy)
		}
		c.Rows = append(c.Rows, row)
	}
	return c
}

// busy is the core time without idle cores.
func (t *groupTotal) busy() float64 {
	var sum float64
	for f := family(0); f < familyIdle; f++ {
		sum += t.families[f]
	}
	return sum
}

// groupTable is the top groups with their figures.
func (a *Analyzer) groupTable(title, what string, g *grouping, label func(string) string) *Table {
	t := &Table{Title: title, Left: 1, Code: g == a.digests(), Head: []string{what, "queries", "time", "share", "mean", "longest", "mostly"}}
	all := &a.all
	if a.workload != nil {
		all = &a.workload.total
		t.Head[5] = "cores"
	}
	for i, x := range g.top(topGroups) {
		mean := unknown
		if x.duration.known > 0 {
			mean = unitMicroseconds.show(x.duration.sum / float64(x.duration.known))
		}
		name := label(x.key)
		if t.Code {
			name = rank(i) + name
		}
		row := []string{name, grouped(float64(x.queries)), x.duration.show(unitMicroseconds),
			percent(part(x.duration.sum, all.duration.sum)), mean, unitMicroseconds.show(float64(x.longest)), x.mostly()}
		if a.workload != nil {
			row[5] = x.wall.used()
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// mostly names the resource and the operator that took most.
func (t *groupTotal) mostly() string {
	var words []string
	if busy := t.busy(); busy > 0 {
		f, most := family(0), t.families[0]
		for i := family(1); i < familyIdle; i++ {
			if t.families[i] > most {
				f, most = i, t.families[i]
			}
		}
		words = append(words, familyNames[f]+" "+percent(most/busy))
	}
	var whole float64
	at := 0
	for i, v := range t.operators {
		whole += v
		if v > t.operators[at] {
			at = i
		}
	}
	if whole > 0 {
		words = append(words, operators[at].label+" "+percent(t.operators[at]/whole))
	}
	if len(words) == 0 {
		return unknown
	}
	return strings.Join(words, ", ")
}

func sortBars(b *Bars) {
	slices.SortStableFunc(b.Rows, func(x, y Bar) int { return cmp.Compare(y.Share, x.Share) })
}

// byShare is the keys of a map of times, the greatest first.
func byShare(m map[string]float64) []string {
	var keys []string
	for k, v := range m {
		if v > 0 {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, func(x, y string) int { return cmp.Or(cmp.Compare(m[y], m[x]), cmp.Compare(x, y)) })
	return keys
}
