package report

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/perfschema/perfschema/server/export"
)

// maxGroups bounds a grouping; what comes later is one group.
const maxGroups = 10_000

// grouping adds profiles up by a key.
type grouping struct {
	groups map[string]*groupTotal
	others groupTotal
}

// groupTotal is what the statements of one key add up to.
type groupTotal struct {
	key       string
	queries   int64
	duration  knownSum
	longest   int64 // µs, as duration
	families  [numFamilies]float64
	operators [16]float64
	// Of a server alone:
	wall        wall
	slowest     int64 // queryId, 0 for none
	slowestSeen time.Time
}

func newGrouping() *grouping {
	return &grouping{groups: map[string]*groupTotal{}, others: groupTotal{key: "(others)"}}
}

// add adds a profile to its key's group; "" is none.
func (g *grouping) add(p *export.Profile, key string) {
	if key == "" {
		return
	}
	t := g.group(key)
	n := p.Count()
	t.queries += n
	us, ok := durationOf(p)
	t.duration.add(us, ok, n)
	t.longest = max(t.longest, us)
	for _, r := range resources {
		if v, ok := p.Int(r.field); ok {
			t.families[r.family] += float64(v) * float64(n)
		}
	}
	for i, o := range operators {
		if v, ok := p.Int(o.field); ok {
			t.operators[i] += float64(v) * float64(n)
		}
	}
}

// group is that of a key.
func (g *grouping) group(key string) *groupTotal {
	t := g.groups[key]
	switch {
	case t != nil:
	case len(g.groups) >= maxGroups:
		t = &g.others
	default:
		t = &groupTotal{key: key}
		g.groups[key] = t
	}
	return t
}

// top is the groups that took most time.
func (g *grouping) top(n int) []*groupTotal {
	list := make([]*groupTotal, 0, len(g.groups)+1)
	for _, t := range g.groups {
		list = append(list, t)
	}
	if g.others.queries > 0 {
		list = append(list, &g.others)
	}
	slices.SortFunc(list, func(a, b *groupTotal) int {
		return cmp.Or(cmp.Compare(b.duration.sum, a.duration.sum), cmp.Compare(b.queries, a.queries), cmp.Compare(a.key, b.key))
	})
	return list[:min(n, len(list))]
}

func formatID(id int64) string { return strconv.FormatInt(id, 10) }
