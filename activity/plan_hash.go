package activity

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
)

// Hash is the same for plans of the same shape, in every process: the same nodes under the same
// parents, on the same tables by the same indexes. Literals, estimates and what the nodes have done
// are not part of it. It has 60 bits; 0 is no plan. It reads each byte of the nodes' names once.
func (p *Plan) Hash() uint64 {
	if p.Len() == 0 {
		return 0
	}
	var room [512]byte
	shape := room[:0]
	for i := range p.nodes {
		n := &p.nodes[i]
		shape = binary.BigEndian.AppendUint16(shape, n.parent)
		for _, text := range [...]string{n.name, n.object, n.index} {
			shape = append(append(shape, text...), 0) // no name has a 0
		}
	}
	h := fnv.New64a()
	h.Write(shape)
	return max(h.Sum64()&(1<<60-1), 1)
}

// FormatPlanHash returns a plan's hash as PLAN_HASH has it, empty for 0: a letter, so that nobody takes 2e2612
// for a number, and 15 hexadecimal digits.
func FormatPlanHash(hash uint64) string {
	if hash == 0 {
		return ""
	}
	return fmt.Sprintf("p%015x", hash)
}
