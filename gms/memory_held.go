package gms

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/plantree"
)

// statementMemory is what the statement of a connection holds, by class. It is
// used again for the next one.
//
// Any goroutine of the statement may hold and release; what they do appears on
// the connection's Thread, which has one writer at a time: the goroutine that
// has it writes down what the others have done when it comes by.
type statementMemory struct {
	// Whose it is. A nil thread: what is held is limited, and counted nowhere. A nil
	// client: no client runs the statement.
	thread *perfschema.Thread
	client *mysql.Conn
	server *memoryServer
	// plan is where the plan stands while somebody wants to know of single nodes.
	plan **plantree.Tree

	// epoch is that of the statement: what an iterator releases after the
	// statement's end has been released already.
	epoch   atomic.Uint32
	classes [statementClasses]heldClass
	// used: something has been held since the last release. Most short statements
	// hold nothing, and to find that out from the classes takes a dozen cache lines.
	used atomic.Bool
	// held is the sum of all classes, and limit what it may be; exceeded is what it
	// was when it came to be more.
	held, exceeded atomic.Int64
	limit          int64
	// shared is how much of held all connections' sum has, and ofAll that sum, where it
	// was what was exceeded.
	shared, ofAll atomic.Int64
	result        resultMemory
	trees         treeMemory
	// kept are what nodes of the plan keep when their iterators are gone, by
	// what all copies of the node share.
	mu   sync.Mutex
	kept map[any]*holding
	// recursive are the open recursive common table expressions, recursions how
	// many.
	recursive  []*recursiveIter
	recursions atomic.Int32
	// ended are nodes of this package's, to be disposed of with the statement as
	// the engine does with its own.
	ended []sql.Disposable
}

// own sets whose memory it is. t and c may be nil.
func (m *statementMemory) own(s *memoryServer, t *perfschema.Thread, c *mysql.Conn, plan **plantree.Tree) {
	m.server, m.thread, m.client, m.plan = s, t, c, plan
}

// limited says whether there is a limit to what the statement may hold.
func (m *statementMemory) limited() bool { return m.limit != math.MaxInt64 }

// counts says whether anybody wants to know what a node of this class holds: its class,
// or the plan that is kept.
func (m *statementMemory) counts(class memoryClass) bool {
	return m.countsClass(class) || *m.plan != nil
}

// countsClass says whether anybody wants to know of a class itself: who has its
// instrument enabled, or the limit of what the statement may hold.
func (m *statementMemory) countsClass(class memoryClass) bool {
	return m.limited() || m.server.classes.statement[class].Counting()
}

// begin forgets what was exceeded, by a statement before.
func (m *statementMemory) begin() {
	for _, c := range [...]*atomic.Int64{&m.exceeded, &m.ofAll} {
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
func (m *statementMemory) change(class memoryClass, bytes, allocated, freed int64) {
	c := &m.classes[class]
	held := c.held.Add(bytes)
	if allocated != 0 {
		c.allocated.Add(allocated)
	}
	if freed != 0 {
		c.freed.Add(freed)
	}
	all := m.held.Add(bytes)
	if all > m.limit && bytes > 0 {
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
		c.tell(m.thread, m.server.classes.statement[class])
		return
	}
	for peak := c.peak.Load(); held > peak && !c.peak.CompareAndSwap(peak, held); peak = c.peak.Load() {
	}
}

// holdPlan counts what a plan holds among what its statement may hold.
func (m *statementMemory) holdPlan(bytes int64) {
	all := m.held.Add(bytes)
	m.used.Store(true)
	if all > m.limit {
		m.exceed(all)
	}
	m.share(all)
}

// bytes returns what the statement holds of a class.
func (m *statementMemory) bytes(c memoryClass) int64 { return m.classes[c].held.Load() }

// changeBlock is change by one block of as many bytes.
func (m *statementMemory) changeBlock(class memoryClass, bytes int64) {
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

// release gives back whatever the statement still holds. The goroutine that has
// the Thread calls it when the statement ends.
func (m *statementMemory) release() {
	t := m.thread
	m.epoch.Add(1)
	m.result = resultMemory{}
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
				c.release(t, m.server.classes.statement[i])
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

// endWith has a node disposed of when the statement ends.
func (m *statementMemory) endWith(n sql.Disposable) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ended = append(m.ended, n)
}

// A holding is told of in steps of a thirty-second of it, and of this at least.
const holdStep = 16 << 10

// holding is what one operator of a statement holds. One goroutine at a time
// uses it. The zero holding counts nothing.
type holding struct {
	memory *statementMemory
	node   *perfschema.PlanNode
	bytes  int64
	told   int64
	next   int64 // bytes at which it is told of again
	// blocks are held now; allocated and freed are those not told of.
	blocks, allocated, freed int64
	epoch                    uint32
	class                    memoryClass
}

// hold makes the holding of a node's iterator.
func (m *statementMemory) hold(class memoryClass, node *perfschema.PlanNode) holding {
	return holding{memory: m, node: node, class: class, epoch: m.epoch.Load(), next: holdStep}
}

// node finds what is counted of a node of the plan, nil if nothing is.
func (m *statementMemory) node(n sql.Node) *perfschema.PlanNode {
	k := *m.plan
	if k == nil {
		return nil
	}
	return k.Plan.Node(k.Number(n))
}

// add counts a block of so many bytes: a row with its values, a key, what a table
// has grown by. Below zero as large a share of the blocks is given back.
func (h *holding) add(bytes int64) {
	switch {
	case bytes > 0:
		h.blocks++
		h.allocated++
	case bytes < 0 && h.bytes > 0:
		h.free(int64(float64(h.blocks) * float64(-bytes) / float64(h.bytes)))
	}
	h.grow(bytes)
}

// set counts as many bytes in all, of as many blocks as before: one at least.
func (h *holding) set(bytes int64) {
	switch {
	case bytes == 0:
		h.free(h.blocks)
	case h.blocks == 0:
		h.blocks++
		h.allocated++
	}
	h.grow(bytes - h.bytes)
}

func (h *holding) free(blocks int64) {
	blocks = min(blocks, h.blocks)
	h.blocks -= blocks
	h.freed += blocks
}

func (h *holding) grow(bytes int64) {
	h.bytes += bytes
	if h.bytes >= h.next {
		h.tell()
	}
}

// tell has what is held appear, exactly.
func (h *holding) tell() {
	h.next = h.bytes + max(h.bytes/32, holdStep)
	delta := h.bytes - h.told
	if delta == 0 && h.allocated == 0 && h.freed == 0 {
		return
	}
	h.told = h.bytes
	if m := h.memory; m != nil && m.epoch.Load() == h.epoch {
		m.change(h.class, delta, h.allocated, h.freed)
		h.node.AddMemory(delta)
	}
	h.allocated, h.freed = 0, 0
}

// release gives all back.
func (h *holding) release() {
	h.free(h.blocks)
	h.bytes = 0
	h.tell()
}

// keep leaves what is held with the plan's node, which key stands for, until the
// statement ends or the node gets something else.
func (h *holding) keep(key any) {
	h.tell()
	m := h.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = make(map[any]*holding)
	}
	if old := m.kept[key]; old != nil && old != h {
		old.release()
	}
	m.kept[key] = h
}
