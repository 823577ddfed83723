package report

import (
	"strings"
	"time"
)

// slowQuery is the slowest query of a digest, as the server still has it.
type slowQuery struct {
	id       int64
	text     string
	begun    time.Time // zero for not known
	duration float64   // ms
	cores    int64     // that it might use
	wall     wall
	seen     bool // by the sampler
	missed   bool // it came too late
	nodes    []planNode
}

// planNode is a node of its plan.
type planNode struct {
	id, parent       int64
	name, object     string
	loops, rows, mem knownCount
	time             knownMS
}

type knownCount struct {
	n  int64
	ok bool
}

func (k knownCount) show(u unit) string {
	if !k.ok {
		return unknown
	}
	return u.show(float64(k.n))
}

// slowestSection is the slowest query of each of the digests that took most time.
func (a *Analyzer) slowestSection() Section {
	s := Section{ID: "slowest", Title: "The slowest query of each",
		Note: "Of each of the statements above, by its number, the one query that took longest, with its text, its parts and the nodes of its plan. Time is the query's own: where threads run at once it is divided among them, and while one runs no other waits, so that the parts add up to its duration. It is sampled, and off by a tick or so."}
	if a.workload == nil {
		return Section{}
	}
	missing := 0
	for i, t := range a.workload.groups.top(topGroups) {
		q, ok := a.slow[t.slowest]
		if t.slowest == 0 || !ok {
			missing++
			continue
		}
		c := q.statement(t, a.digestLabel(t.key))
		c.Title = rank(i) + c.Title
		s.Charts = append(s.Charts, c)
	}
	if missing > 0 {
		s.Unknown = "Of " + of(int64(missing), int64(min(topGroups, len(a.workload.groups.groups))), "statements") + " the slowest query is not kept."
	}
	return s
}

func (q *slowQuery) statement(t *groupTotal, label string) *Statement {
	c := &Statement{Title: showTime(q.duration) + ", one of " + grouped(float64(t.queries)) + ": queryId " + formatID(q.id), Text: q.text}
	if t.queries == 1 {
		c.Title = showTime(q.duration) + ": queryId " + formatID(q.id)
	}
	if c.Text == "" {
		c.Text = label
	}
	var facts []string
	if !q.begun.IsZero() {
		facts = append(facts, "began "+q.begun.UTC().Format("2006-01-02 15:04:05")+" UTC")
	}
	if t.queries > 1 {
		facts = append(facts, "mean of all "+unitMicroseconds.show(t.duration.sum/float64(t.queries)))
	}
	if q.seen {
		p := q.wall.shares()
		for i, k := range wallKeys {
			if p[i] > 0 {
				facts = append(facts, k.Name+" "+percent(p[i]))
			}
		}
		facts = append(facts, "used "+q.wall.used()+" of "+grouped(float64(q.cores))+" cores")
	} else if q.missed {
		facts = append(facts, "the sampler had no CPU meanwhile: no times of its nodes")
	} else {
		facts = append(facts, "too short for the sampler: no times of its nodes")
	}
	c.Note = strings.Join(facts, ", ") + "."
	c.Plan = q.plan()
	return c
}

// plan is a table of the nodes, each below the one that reads from it.
func (q *slowQuery) plan() *Table {
	if len(q.nodes) == 0 {
		return nil
	}
	t := &Table{Title: "Plan", Left: 2, Head: []string{"node", "table", "loops", "rows", "memory", "time", "share"}}
	depth := map[int64]int{}
	whole, sum := q.wall.all(), 0.0
	for _, n := range q.nodes {
		d := 0
		if above, ok := depth[n.parent]; ok && n.parent != 0 {
			d = above + 1
		}
		depth[n.id] = d
		took, share := unknown, unknown
		if q.seen && n.time.ok {
			took, share = showTime(n.time.ms), percent(part(n.time.ms, whole))
			sum += n.time.ms
		}
		t.Rows = append(t.Rows, []string{n.name, n.object, n.loops.show(unitCount), n.rows.show(unitCount), n.mem.show(unitBytes), took, share})
		t.Depth = append(t.Depth, d)
	}
	if rest := whole - sum; q.seen && rest >= 0.5 {
		t.Rows = append(t.Rows, []string{"(outside of the plan)", "", "", "", "", showTime(rest), percent(part(rest, whole))})
		t.Depth = append(t.Depth, 0)
	}
	for _, n := range q.nodes {
		if n.mem.ok {
			return t
		}
	}
	return t.only([]int{0, 1, 2, 3, 5, 6})
}
