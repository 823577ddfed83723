package held

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/internal/plantree"
)

// Statement is what the statement of a connection holds, by class. It is
// used again for the next one.
//
// Any goroutine of the statement may hold and release; what they do appears on
// the connection's Thread, which has one writer at a time: the goroutine that
// has it writes down what the others have done when it comes by.
type Statement struct {
	// Whose it is. A nil thread: what is held is limited, and counted nowhere. A nil
	// client: no client runs the statement.
	thread *perfschema.Thread
	client *mysql.Conn
	Server *Server
	// plan is where the plan stands while somebody wants to know of single nodes.
	plan **plantree.Tree

	// epoch is that of the statement: what an iterator releases after the
	// statement's end has been released already.
	epoch   atomic.Uint32
	classes [ClassCount]heldClass
	// used: something has been held since the last release. Most short statements
	// hold nothing, and to find that out from the classes takes a dozen cache lines.
	used atomic.Bool
	// held is the sum of all classes, and limit what it may be; exceeded is what it
	// was when it came to be more.
	held, Exceeded atomic.Int64
	Limit          int64
	// shared is how much of held all connections' sum has, and ofAll that sum, where it
	// was what was exceeded.
	shared, ofAll atomic.Int64
	Result        results
	trees         treeBlocks
	// kept are what nodes of the plan keep when their iterators are gone, by
	// what all copies of the node share.
	mu   sync.Mutex
	kept map[any]*Holding
	// recursive are the open recursive common table expressions, recursions how
	// many.
	recursive  []*recursiveIter
	recursions atomic.Int32
	// ended are nodes of this package's, to be disposed of with the statement as
	// the engine does with its own.
	ended []sql.Disposable
}

// Own sets whose memory it is. t and c may be nil.
func (m *Statement) Own(s *Server, t *perfschema.Thread, c *mysql.Conn, plan **plantree.Tree) {
	m.Server, m.thread, m.client, m.plan = s, t, c, plan
}

// Limited says whether there is a limit to what the statement may hold.
func (m *Statement) Limited() bool { return m.Limit != math.MaxInt64 }

// Counts says whether anybody wants to know what a node of this class holds: its class,
// or the plan that is kept.
func (m *Statement) Counts(class Class) bool {
	return m.CountsClass(class) || *m.plan != nil
}

// CountsClass says whether anybody wants to know of a class itself: who has its
// instrument enabled, or the limit of what the statement may hold.
func (m *Statement) CountsClass(class Class) bool {
	return m.Limited() || m.Server.Classes.Statement[class].Counting()
}

// Begin forgets what was exceeded, by a statement before.
func (m *Statement) Begin() {
	for _, c := range [...]*atomic.Int64{&m.Exceeded, &m.ofAll} {
		if c.Load() != 0 { // a store costs far more
			c.Store(0)
		}
	}
}

// heldClass is what a statement holds of one class.
type heldClass struct {
	held atomic.Int64
	// allocated and freed are blocks since the statement began.
	allocated, freed atomic.Int64
	// peak is the most that was held since the Thread was told, where another
	// goroutine held it.
	peak   atomic.Int64
	told   perfschema.MemoryBlocks
	counts heldCounts // what the Thread was told
}

// heldCounts are of one class what has been counted on the Thread.
type heldCounts struct{ bytes, allocated, freed int64 }

// change is called with what a statement holds more, or below zero less, and the
// blocks it has allocated and freed.
func (m *Statement) change(class Class, bytes, allocated, freed int64) {
	c := &m.classes[class]
	held := c.held.Add(bytes)
	if allocated != 0 {
		c.allocated.Add(allocated)
	}
	if freed != 0 {
		c.freed.Add(freed)
	}
	all := m.held.Add(bytes)
	if all > m.Limit && bytes > 0 {
		m.exceed(all)
	}
	m.share(all)
	if !m.used.Load() {
		m.used.Store(true) // after the count: who releases looks here first
	}
	if m.thread == nil {
		return
	}
	if perfschema.Bound() == m.thread {
		c.tell(m.thread, m.Server.Classes.Statement[class])
		return
	}
	for peak := c.peak.Load(); held > peak && !c.peak.CompareAndSwap(peak, held); peak = c.peak.Load() {
	}
}

// HoldPlan counts what a plan holds among what its statement may hold.
func (m *Statement) HoldPlan(bytes int64) {
	all := m.held.Add(bytes)
	m.used.Store(true)
	if all > m.Limit {
		m.exceed(all)
	}
	m.share(all)
}

// Bytes returns what the statement holds of a class.
func (m *Statement) Bytes(c Class) int64 { return m.classes[c].held.Load() }

// ChangeBlock is change by one block of as many bytes.
func (m *Statement) ChangeBlock(class Class, bytes int64) {
	switch {
	case bytes > 0:
		m.change(class, bytes, 1, 0)
	case bytes < 0:
		m.change(class, bytes, 0, 1)
	}
}

// untold says whether the Thread does not know all of what is held.
func (c *heldClass) untold() bool { return c.held.Load() != c.counts.bytes || c.peak.Load() != 0 }

// tell counts on the Thread what it does not know yet.
func (c *heldClass) tell(t *perfschema.Thread, m *perfschema.Memory) {
	held, allocated, freed := max(c.held.Load(), 0), c.allocated.Load(), c.freed.Load()
	was := &c.counts
	most := max(c.peak.Swap(0), held, was.bytes)
	c.told.Alloc(t, m, allocated-was.allocated, most-was.bytes)
	c.told.Free(t, freed-was.freed, most-held)
	*was = heldCounts{held, allocated, freed}
}

// release counts that nothing is held any more.
func (c *heldClass) release(t *perfschema.Thread, m *perfschema.Memory) {
	c.held.Store(0)
	c.tell(t, m)
	c.told.FreeAll(t)
	c.allocated.Store(0)
	c.freed.Store(0)
	c.counts = heldCounts{}
}

// Release gives back whatever the statement still holds. The goroutine that has
// the Thread calls it when the statement ends.
func (m *Statement) Release() {
	t := m.thread
	m.epoch.Add(1)
	m.Result = results{}
	m.trees.release(t)
	if m.used.Load() {
		m.used.Store(false)
		m.held.Store(0)
		m.unshare()
		for i := range m.classes {
			c := &m.classes[i]
			switch {
			case t == nil:
				c.held.Store(0)
				c.allocated.Store(0)
				c.freed.Store(0)
			case c.untold() || c.allocated.Load() != 0:
				c.release(t, m.Server.Classes.Statement[i])
			}
		}
	}
	if m.recursions.Load() != 0 {
		m.recursions.Store(0)
		m.recursive = nil
	}
	for i, n := range m.ended {
		n.Dispose()
		m.ended[i] = nil
	}
	m.ended = m.ended[:0]
	for key, h := range m.kept {
		h.node.AddMemory(-h.told)
		delete(m.kept, key)
	}
}

// Used reports whether there may be something for Release to give back.
func (m *Statement) Used() bool { return m.used.Load() || m.trees.parsed.Counted() }

// endWith has a node disposed of when the statement ends.
func (m *Statement) endWith(n sql.Disposable) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ended = append(m.ended, n)
}

// A holding is told of in steps of a thirty-second of it, and of this at least.
const holdStep = 16 << 10

// Holding is what one operator of a statement holds. One goroutine at a time
// uses it. The zero holding counts nothing.
type Holding struct {
	Memory *Statement
	node   *activity.PlanNode
	Bytes  int64
	told   int64
	next   int64 // bytes at which it is told of again
	// blocks are held now; allocated and freed are those not told of.
	blocks, allocated, freed int64
	epoch                    uint32
	class                    Class
}

// Hold makes the holding of a node's iterator.
func (m *Statement) Hold(class Class, node *activity.PlanNode) Holding {
	return Holding{Memory: m, node: node, class: class, epoch: m.epoch.Load(), next: holdStep}
}

// Node finds what is counted of a node of the plan, nil if nothing is.
func (m *Statement) Node(n sql.Node) *activity.PlanNode {
	k := *m.plan
	if k == nil {
		return nil
	}
	return k.Plan.Node(k.Number(n))
}

// Add counts a block of so many bytes: a row with its values, a key, what a table
// has grown by. Below zero as large a share of the blocks is given back.
func (h *Holding) Add(bytes int64) {
	switch {
	case bytes > 0:
		h.blocks++
		h.allocated++
	case bytes < 0 && h.Bytes > 0:
		h.free(int64(float64(h.blocks) * float64(-bytes) / float64(h.Bytes)))
	}
	h.grow(bytes)
}

// Set counts as many bytes in all, of as many blocks as before: one at least.
func (h *Holding) Set(bytes int64) {
	switch {
	case bytes == 0:
		h.free(h.blocks)
	case h.blocks == 0:
		h.blocks++
		h.allocated++
	}
	h.grow(bytes - h.Bytes)
}

func (h *Holding) free(blocks int64) {
	blocks = min(blocks, h.blocks)
	h.blocks -= blocks
	h.freed += blocks
}

func (h *Holding) grow(bytes int64) {
	h.Bytes += bytes
	if h.Bytes >= h.next {
		h.tell()
	}
}

// tell has what is held appear, exactly.
func (h *Holding) tell() {
	h.next = h.Bytes + max(h.Bytes/32, holdStep)
	delta := h.Bytes - h.told
	if delta == 0 && h.allocated == 0 && h.freed == 0 {
		return
	}
	h.told = h.Bytes
	if m := h.Memory; m != nil && m.epoch.Load() == h.epoch {
		m.change(h.class, delta, h.allocated, h.freed)
		h.node.AddMemory(delta)
	}
	h.allocated, h.freed = 0, 0
}

// Release gives all back.
func (h *Holding) Release() {
	h.free(h.blocks)
	h.Bytes = 0
	h.tell()
}

// Keep leaves what is held with the plan's node, which key stands for, until the
// statement ends or the node gets something else.
func (h *Holding) Keep(key any) {
	h.tell()
	m := h.Memory
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = make(map[any]*Holding)
	}
	if old := m.kept[key]; old != nil && old != h {
		old.Release()
	}
	m.kept[key] = h
}
