package sampler

import (
	"slices"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// Of a short statement that is left out ([perfschema.Statement.KeepsDetail]) it is
// known what it used and waited for, and not in which operator. For its digest the
// others tell: which are left out is decided at random, so that they do the same.

// isBare says whether a cell of a statement that was left out may be an operator's.
func isBare(c tallied) bool {
	x := c.export()
	return x.Phase == activity.PhaseExecution && x.Operator == snowset.OperatorNone && x.Resource != snowset.ResourceIdle
}

// operatorMask is the operator in the key of a cell.
const operatorMask = 0x3f << 16

// OperatorsKnown says whether the time by operator is known: none was left out, or a
// tick saw one that was not.
func (d *DigestProfile) OperatorsKnown() bool {
	return d.Planned == d.Statements || d.PlannedSamples > 0 || d.Samples == 0
}

// divided is the cells of a digest, with the time of the statements that were left
// out divided among operators. The time of each phase and resource stays what it is;
// what no other was seen to use or to wait for remains outside of all operators.
func (d *DigestProfile) divided() []tallied {
	if len(d.bare.cells) == 0 {
		return slices.Clone(d.tally.cells)
	}
	out := tally{cells: slices.Clone(d.tally.cells)}
	for _, b := range d.bare.cells {
		var like []tallied
		var time, wall int64
		for _, c := range d.tally.cells {
			if c.key&^operatorMask == b.key&^operatorMask {
				like = append(like, c)
				time += c.time
				wall += c.wall
			}
		}
		restTime, restWall := b.time, b.wall
		for _, c := range like {
			t, w := portion(b.time, c.time, time), portion(b.wall, c.wall, wall)
			restTime, restWall = restTime-t, restWall-w
			out.add(c.key, t, w)
		}
		key := b.key
		if len(like) > 0 {
			key = slices.MaxFunc(like, func(a, b tallied) int { return int(min(max(a.time-b.time, -1), 1)) }).key
		}
		out.add(key, restTime, restWall)
	}
	return out.cells
}

// portion is as much of a whole as a share is of a sum.
func portion(whole, share, sum int64) int64 {
	if sum == 0 {
		return 0
	}
	return int64(float64(whole) * (float64(share) / float64(sum)))
}
