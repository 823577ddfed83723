package sampler

import (
	"cmp"
	"slices"
	"time"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// Cell is the time a statement spent in one way.
type Cell struct {
	Phase activity.Phase
	// Resource is what was used or waited for, also during setup and teardown.
	Resource snowset.Resource
	// Operator and Node are where in the plan: OperatorNone and 0 for outside,
	// and for idle cores.
	Operator snowset.Operator
	Node     uint16
	// Time is of one core. Wall is the part of the statement's own time.
	Time, Wall time.Duration
}

// maxCells bounds what is kept of one statement. From there on plan nodes are
// not told apart any more.
const maxCells = 1024

// tally is a statement's cells, in the order of their keys.
type tally struct {
	cells []tallied
	last  int // the cell charged last is often the next
}

type tallied struct {
	key        uint32
	time, wall int64
}

// nodeMask is the plan node in the key of a cell.
const nodeMask = 0xffff

func cellKey(phase activity.Phase, r snowset.Resource, o snowset.Operator, node uint16) uint32 {
	return uint32(phase)<<28 | uint32(r)<<22 | uint32(o)<<16 | uint32(node)
}

// add charges a cell with nanoseconds of a core, and of the statement's own time.
func (t *tally) add(key uint32, ns, wall int64) {
	if ns == 0 && wall == 0 {
		return
	}
	if t.last < len(t.cells) && t.cells[t.last].key == key {
		t.cells[t.last].time += ns
		t.cells[t.last].wall += wall
		return
	}
	i, ok := t.find(key)
	if !ok && len(t.cells) >= maxCells {
		key &^= nodeMask
		i, ok = t.find(key)
	}
	if !ok {
		t.cells = slices.Insert(t.cells, i, tallied{key: key})
	}
	t.cells[i].time += ns
	t.cells[i].wall += wall
	t.last = i
}

func (t *tally) find(key uint32) (int, bool) {
	return slices.BinarySearchFunc(t.cells, key, func(c tallied, key uint32) int { return cmp.Compare(c.key, key) })
}

func (c tallied) export() Cell {
	return Cell{
		Phase: activity.Phase(c.key >> 28), Resource: snowset.Resource(c.key >> 22 & 0x3f),
		Operator: snowset.Operator(c.key >> 16 & 0x3f), Node: uint16(c.key), Time: time.Duration(c.time), Wall: time.Duration(c.wall),
	}
}
