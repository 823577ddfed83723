package sampler

import (
	"time"

	"github.com/perfschema/perfschema/snowset"
)

// Totals is time by resource and by operator: of the 22 and of the 16, with all of a
// program's own that count as them. See [Spent.Resource] and [Spent.Operator].
type Totals struct {
	resources   [snowset.MaxResources]time.Duration
	operators   [snowset.MaxOperators]time.Duration
	wall        wall
	onCPU       time.Duration
	kernel      time.Duration
	kernelKnown bool
}

// wall is how the time of a statement passed.
type wall struct{ cpu, waiting, idle time.Duration }

// Totals adds up all of it in one pass.
func (p *Spent) Totals() *Totals {
	t := new(Totals)
	p.total(t)
	return t
}

func (p *Spent) total(t *Totals) {
	*t = Totals{kernel: p.Kernel, kernelKnown: p.KernelKnown}
	r := p.schema.Read()
	for _, x := range p.cells {
		c := x.export()
		t.resources[r.SnowsetResource(c.Charged(r))] += c.Time
		t.operators[r.SnowsetOperator(c.Operator)] += c.Time
		switch {
		case r.SnowsetResource(c.Resource) == snowset.ResourceCPU:
			t.wall.cpu += c.Wall
		case c.Resource == snowset.ResourceIdle:
			t.wall.idle += c.Wall
		default:
			t.wall.waiting += c.Wall
		}
		if c.Resource == snowset.ResourceCPU {
			t.onCPU += c.Time
		}
	}
}

// Resource is the time of one of the 22.
func (t *Totals) Resource(r snowset.Resource) time.Duration {
	switch r {
	case snowset.ResourceOs:
		os, _ := t.split()
		return os
	case snowset.ResourceCPU:
		_, cpu := t.split()
		return cpu
	}
	return t.resources[r]
}

// split divides the CPU time between the kernel and the rest. Both come of
// different clocks: there is no more kernel time than CPU time.
func (t *Totals) split() (os, cpu time.Duration) {
	os, cpu = t.resources[snowset.ResourceOs], t.resources[snowset.ResourceCPU]
	if t.kernelKnown {
		k := min(t.kernel, cpu)
		return os + k, cpu - k
	}
	return os, cpu
}

// Operator is the time in one of the 16.
func (t *Totals) Operator(o snowset.Operator) time.Duration { return t.operators[o] }

// Wall is [Spent.Wall].
func (t *Totals) Wall() (cpu, waiting, idle time.Duration) {
	return t.wall.cpu, t.wall.waiting, t.wall.idle
}

// OnCPU is [Spent.OnCPU].
func (t *Totals) OnCPU() time.Duration { return t.onCPU }
