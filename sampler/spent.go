package sampler

import (
	"cmp"
	"slices"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// Spent is time by phase, resource, operator and plan node. It does not change.
type Spent struct {
	// User and Kernel are the CPU time in the program and in kernel mode as it
	// was measured, if KernelKnown.
	User, Kernel time.Duration
	KernelKnown  bool

	schema *perfschema.Schema
	cells  []tallied
}

// Cells is all of it: every combination of phase, resource, operator and plan
// node that the statement was seen in. The times add up to CoreTime.
func (p *Spent) Cells() []Cell {
	out := make([]Cell, len(p.cells))
	for i, c := range p.cells {
		out[i] = c.export()
	}
	return out
}

// sum adds the times of the cells that match.
func (p *Spent) sum(match func(Cell) bool) (t time.Duration) {
	for _, c := range p.cells {
		if x := c.export(); match(x) {
			t += x.Time
		}
	}
	return t
}

// Charged is the resource a cell counts as in the columns of a profile: work in setup
// and in teardown is one resource each. What threads wait for there counts as what it
// is, since to plan less does not help who waits.
func (c Cell) Charged(r *perfschema.Reader) snowset.Resource {
	if as := r.SnowsetResource(c.Resource); as == snowset.ResourceCPU || as == snowset.ResourceOs {
		switch c.Phase {
		case activity.PhaseSetup:
			return snowset.ResourceSetup
		case activity.PhaseTeardown:
			return snowset.ResourceTeardown
		}
	}
	return c.Resource
}

// Resource is the time of a resource: of one of the 22, with all of the
// program's own that count as it; or of one of these. The 22 add up to
// CoreTime. ResourceOs is taken out of ResourceCPU, where Kernel is known.
// Who wants several asks [Spent.Totals].
func (p *Spent) Resource(r snowset.Resource) time.Duration {
	reader := p.schema.Read()
	if reader.SnowsetResource(r) != r {
		return p.sum(func(c Cell) bool { return c.Charged(reader) == r })
	}
	var t Totals
	p.total(&t)
	return t.Resource(r)
}

func (p *Spent) countsAs(have, want snowset.Resource) bool {
	return have == want || p.schema.Read().SnowsetResource(have) == want
}

// Operator is the time in an operator, whatever was used or waited for there.
func (p *Spent) Operator(o snowset.Operator) time.Duration {
	return p.sum(func(c Cell) bool { return p.isIn(c.Operator, o) })
}

func (p *Spent) isIn(have, want snowset.Operator) bool {
	return have == want || p.schema.Read().SnowsetOperator(have) == want
}

// Wall is how the time of a statement passed, as its client sees it: on a CPU, where
// at least one of its threads ran or would have with a core; waiting, where none did
// and one waited; idle, where none had anything to do. They add up to Elapsed,
// however many cores the statement might use.
func (p *Spent) Wall() (cpu, waiting, idle time.Duration) {
	var t Totals
	p.total(&t)
	return t.Wall()
}

// OnCPU is the time of all cores that threads ran on, setup and teardown included, and
// without what they waited for a core.
func (p *Spent) OnCPU() time.Duration {
	var t Totals
	p.total(&t)
	return t.onCPU
}

// ResourceByOperator is the time of a resource in an operator; OperatorNone is
// outside of all. CPU includes the kernel's part.
func (p *Spent) ResourceByOperator(r snowset.Resource, o snowset.Operator) time.Duration {
	return p.sum(func(c Cell) bool { return p.countsAs(c.Charged(p.schema.Read()), r) && p.isIn(c.Operator, o) })
}

// NodeTime is the time in one node of a plan, by itself: without the nodes
// below it.
type NodeTime struct {
	Node     uint16
	Operator snowset.Operator
	// Time is of one core, Wall the part of the statement's own time.
	Time, Wall time.Duration
}

// Nodes is the time by plan node, by number. Node 0 is what has no number.
func (p *Spent) Nodes() []NodeTime {
	var out []NodeTime
	compare := func(a, b NodeTime) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Operator, b.Operator))
	}
	for _, c := range p.Cells() {
		if c.Operator == snowset.OperatorNone {
			continue
		}
		n := NodeTime{Node: c.Node, Operator: c.Operator}
		i, known := slices.BinarySearchFunc(out, n, compare)
		if !known {
			out = slices.Insert(out, i, n)
		}
		out[i].Time += c.Time
		out[i].Wall += c.Wall
	}
	return out
}

// Phase is the time of a phase, idle cores included.
func (p *Spent) Phase(ph activity.Phase) time.Duration {
	return p.sum(func(c Cell) bool { return c.Phase == ph })
}
