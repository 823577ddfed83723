package activity

import (
	"github.com/perfschema/perfschema/internal/packed"
	"github.com/perfschema/perfschema/relaxed"
	"github.com/perfschema/perfschema/snowset"
)

// Pack appends the plan as bytes: what its nodes have done so far, and copies of their names. A nil
// Plan appends nothing.
func (p *Plan) Pack(dst []byte) []byte {
	if p == nil {
		return dst
	}
	dst = packed.AppendUint(dst, uint64(len(p.nodes)))
	dst = packed.AppendInt(dst, p.held.Load())
	dst = packed.AppendInt(dst, p.high.Load())
	for i := range p.nodes {
		n := &p.nodes[i]
		dst = packed.AppendUint(dst, uint64(n.parent))
		dst = packed.AppendUint(dst, uint64(n.operator))
		dst = packed.AppendUint(dst, uint64(n.unknown.Load()))
		for _, counted := range [...]*relaxed.Uint64{&n.loops, &n.rows, &n.held, &n.high} {
			dst = packed.AppendUint(dst, counted.Load())
		}
		dst = packed.AppendText(dst, n.name)
		dst = packed.AppendText(dst, n.object)
		dst = packed.AppendText(dst, n.index)
	}
	return dst
}

// UnpackPlan makes a plan of what [Plan.Pack] has appended; nil of nothing. The plan keeps data alive.
func UnpackPlan(data string) *Plan {
	if data == "" {
		return nil
	}
	r := packed.NewReader(data)
	p := NewPlan(int(r.Uint()))
	p.held.Store(r.Int())
	p.high.Store(r.Int())
	for range cap(p.nodes) {
		n := p.Add(uint16(r.Uint()), snowset.Operator(r.Uint()), "", "")
		n.unknown.Store(uint32(r.Uint()))
		for _, counted := range [...]*relaxed.Uint64{&n.loops, &n.rows, &n.held, &n.high} {
			counted.Store(r.Uint())
		}
		n.name, n.object, n.index = r.Text(), r.Text(), r.Text()
	}
	return p
}
