// Part of programs built by perfschema build: what requests that have ended took and waited for,
// in a table for each P.

package runtime

import (
	"internal/runtime/atomic"
	"internal/runtime/sys"
	"unsafe"
)

const (
	perfschemaWorkStatements = 1 << 10 // rows of statements; a power of two
	perfschemaWorkWaits      = 1 << 11 // rows of waits; a power of two
	perfschemaWorkProbes     = 16
	perfschemaWorkUsed       = 1 << 63
	perfschemaWorkClasses    = 4096 // more than internal/perfschema has
	perfschemaLatencies      = 128  // four for each power of two, from 64 ticks on
	perfschemaLeastLatency   = 6    // the power of two that the first ones end at
)

// A perfschemaWorkRow is a route, or a statement of a route's requests.
type perfschemaWorkRow struct {
	key    uint64 // the statement, 0 of the route itself; from bit 32 on the route; perfschemaWorkUsed
	errors uint64
	sum    perfschemaSum
}

// A perfschemaWorkWait is a place where a route's requests waited.
type perfschemaWorkWait struct {
	key  uint64 // bits 0 to 15 the statement, from bit 16 on the reason, bit 24 of children, from bit 32 on the route; perfschemaWorkUsed
	hash uint64 // of the place; 0 of what found no row in its request
	addr uintptr
	sum  perfschemaSum
}

// A perfschemaWorkTable is written by its P alone, as perfschemaTable.
type perfschemaWorkTable struct {
	version        atomic.Uintptr
	lostStatements perfschemaSum // that found no row
	lostWaits      perfschemaSum
	statements     [perfschemaWorkStatements]perfschemaWorkRow
	waits          [perfschemaWorkWaits]perfschemaWorkWait
	classes        [perfschemaWorkClasses]uintptr // *perfschemaWorkClass by number, made when first used
}

// A perfschemaWorkClass is all requests or statements of a class, whatever request they are of, with how
// many took how long.
type perfschemaWorkClass struct {
	errors    uint64
	sum       perfschemaSum
	latencies [perfschemaLatencies]uint32
}

var (
	perfschemaWorkTables [perfschemaProcs]uintptr // *perfschemaWorkTable by the number of the P
	perfschemaNoWork     atomic.Uint64            // requests and statements that ended on a P without a table
)

// perfschemaOwnWork returns the table of the P, nil if it has none. The caller holds the M.
func perfschemaOwnWork(mp *m) *perfschemaWorkTable {
	id := uint32(mp.p.ptr().id)
	if id >= perfschemaProcs {
		return nil
	}
	if perfschemaWorkTables[id] == 0 {
		systemstack(func() {
			t := uintptr(persistentalloc(unsafe.Sizeof(perfschemaWorkTable{}), 64, &memstats.other_sys))
			atomic.Storeuintptr(&perfschemaWorkTables[id], t)
		})
	}
	return (*perfschemaWorkTable)(unsafe.Pointer(perfschemaWorkTables[id]))
}

// write begins and ends a section in which the table is written.
func (t *perfschemaWorkTable) write(begin bool) {
	version := (*uintptr)(unsafe.Pointer(&t.version))
	if !begin {
		publicationBarrier()
	}
	*version++
	if begin {
		publicationBarrier()
	}
}

// perfschemaFold adds a request, or a statement that belongs to none, to the table of the P, with
// what is in the slot. The slot is empty afterwards.
func perfschemaFold(s *perfschemaSlot, route, statement uint16, took uint64, failed bool) {
	mp := acquirem()
	t := perfschemaOwnWork(mp)
	if t == nil {
		perfschemaNoWork.Add(1)
		if s != nil {
			s.foldTo(nil, 0)
		}
		releasem(mp)
		return
	}
	t.write(true)
	t.count(route|statement, took, failed) // one of them is 0
	sum := perfschemaSum{1, took, took, ^took}
	errors := uint64(0)
	if failed {
		errors = 1
	}
	t.addStatement(perfschemaWorkUsed|uint64(route)<<32|uint64(statement), errors, &sum)
	if s != nil {
		s.foldTo(t, perfschemaWorkUsed|uint64(route)<<32)
	}
	t.write(false)
	releasem(mp)
}

// perfschemaCount adds a statement of a request to its class.
func perfschemaCount(id uint16, took uint64, failed bool) {
	mp := acquirem()
	if t := perfschemaOwnWork(mp); t != nil {
		t.write(true)
		t.count(id, took, failed)
		t.write(false)
	} else {
		perfschemaNoWork.Add(1)
	}
	releasem(mp)
}

func (t *perfschemaWorkTable) count(id uint16, took uint64, failed bool) {
	if id >= perfschemaWorkClasses {
		return
	}
	if t.classes[id] == 0 {
		systemstack(func() {
			c := uintptr(persistentalloc(unsafe.Sizeof(perfschemaWorkClass{}), 8, &memstats.other_sys))
			atomic.Storeuintptr(&t.classes[id], c)
		})
	}
	c := (*perfschemaWorkClass)(unsafe.Pointer(t.classes[id]))
	if c == nil {
		t.lostStatements.add(took)
		return
	}
	c.sum.add(took)
	if failed {
		c.errors++
	}
	c.latencies[perfschemaLatency(took)]++
}

// perfschemaLatency returns which of the latencies a time is one of.
func perfschemaLatency(ticks uint64) int {
	power := sys.Len64(ticks)
	if power <= perfschemaLeastLatency {
		return 0
	}
	i := 1 + (power-perfschemaLeastLatency-1)*4 + int(ticks>>(power-3)&3)
	return min(i, perfschemaLatencies-1)
}

// foldTo moves what is in a slot to a table, or throws it away if t is nil.
func (s *perfschemaSlot) foldTo(t *perfschemaWorkTable, route uint64) {
	for i := range s.waits {
		e := &s.waits[i]
		if e.id == 0 {
			continue
		}
		if t != nil {
			t.addWait(route|e.key, e.hash, e.addr, &e.sum)
		}
		*e = perfschemaSlotWait{}
	}
	for i := range s.statements {
		e := &s.statements[i]
		if e.id == 0 {
			break // rows are taken in order
		}
		if t != nil {
			t.addStatement(route|e.id, e.errors, &e.sum)
		}
		*e = perfschemaSlotStatement{}
	}
	for i := range s.rest {
		if sum := &s.rest[i]; sum.count != 0 {
			if t != nil {
				t.addWait(route|uint64(i)<<24, 0, perfschemaManyAddrs, sum)
			}
			*sum = perfschemaSum{}
		}
	}
}

func (t *perfschemaWorkTable) addStatement(key, errors uint64, sum *perfschemaSum) {
	at := (key ^ key>>32) * 0x9e3779b97f4a7c15 >> 48
	for i := uint64(0); i < perfschemaWorkProbes; i++ {
		e := &t.statements[(at+i)&(perfschemaWorkStatements-1)]
		if e.key == key || e.key == 0 {
			e.key = key
			e.errors += errors
			e.sum.merge(sum)
			return
		}
	}
	t.lostStatements.merge(sum)
}

func (t *perfschemaWorkTable) addWait(key, hash uint64, addr uintptr, sum *perfschemaSum) {
	at := (key ^ key>>32 ^ hash) * 0x9e3779b97f4a7c15 >> 48
	for i := uint64(0); i < perfschemaWorkProbes; i++ {
		e := &t.waits[(at+i)&(perfschemaWorkWaits-1)]
		if e.key == 0 {
			e.key, e.hash, e.addr = key, hash, addr
		}
		if e.key == key && e.hash == hash {
			if e.addr != addr {
				e.addr = perfschemaManyAddrs
			}
			e.sum.merge(sum)
			return
		}
	}
	t.lostWaits.merge(sum)
}

func perfschemaWorkTableOf(proc int) *perfschemaWorkTable {
	return (*perfschemaWorkTable)(unsafe.Pointer(atomic.Loaduintptr(&perfschemaWorkTables[proc])))
}

// perfschema_workSizes returns how many rows of statements and of waits a table has.
//
//go:linkname perfschema_workSizes runtime/perfschema.workSizes
func perfschema_workSizes() (statements, waits int) {
	return perfschemaWorkStatements, perfschemaWorkWaits
}

//go:linkname perfschema_hasWorkTable runtime/perfschema.hasWorkTable
func perfschema_hasWorkTable(proc int) bool { return perfschemaWorkTableOf(proc) != nil }

// perfschema_readLostWork copies the sums of statements and of waits that found no row.
//
//go:linkname perfschema_readLostWork runtime/perfschema.readLostWork
func perfschema_readLostWork(proc int, sums *[2][4]uint64) bool {
	t := perfschemaWorkTableOf(proc)
	return t != nil && perfschemaRead(&t.version, unsafe.Pointer(&t.lostStatements), sums[0][:]) &&
		perfschemaRead(&t.version, unsafe.Pointer(&t.lostWaits), sums[1][:])
}

// perfschema_readStatement copies a row of statements: key, errors, the four words of a sum.
//
//go:linkname perfschema_readStatement runtime/perfschema.readStatement
func perfschema_readStatement(proc, i int, words *[6]uint64) bool {
	t := perfschemaWorkTableOf(proc)
	return t != nil && perfschemaRead(&t.version, unsafe.Pointer(&t.statements[i]), words[:])
}

// perfschema_readWorkWait copies a row of waits: key, the place's hash, address, the four words of
// a sum.
//
//go:linkname perfschema_readWorkWait runtime/perfschema.readWorkWait
func perfschema_readWorkWait(proc, i int, words *[7]uint64) bool {
	t := perfschemaWorkTableOf(proc)
	return t != nil && perfschemaRead(&t.version, unsafe.Pointer(&t.waits[i]), words[:])
}

// perfschema_readClass copies a class: errors, the four words of a sum, the latencies, two in a word. It
// reports false if the P has none.
//
//go:linkname perfschema_readClass runtime/perfschema.readClass
func perfschema_readClass(proc, id int, words *[5 + perfschemaLatencies/2]uint64) (has, read bool) {
	t := perfschemaWorkTableOf(proc)
	if t == nil || id >= perfschemaWorkClasses {
		return false, true
	}
	c := atomic.Loaduintptr(&t.classes[id])
	if c == 0 {
		return false, true
	}
	return true, perfschemaRead(&t.version, unsafe.Pointer(c), words[:])
}

// perfschema_latencyBound returns the most ticks of a latency, 0 of the last, which has no bound.
//
//go:linkname perfschema_latencyBound runtime/perfschema.latencyBound
func perfschema_latencyBound(i int) uint64 {
	switch {
	case i == 0:
		return 1<<perfschemaLeastLatency - 1
	case i == perfschemaLatencies-1:
		return 0
	}
	power := perfschemaLeastLatency + 1 + (i-1)/4
	return uint64(4+(i-1)%4+1)<<(power-3) - 1
}

// perfschema_lostWork returns how many requests ran without a slot, so that nothing was recorded of
// their waits, and how many ended on a P without a table.
//
//go:linkname perfschema_lostWork runtime/perfschema.lostWork
func perfschema_lostWork() (noSlot, noTable uint64) {
	return perfschemaNoSlot.Load(), perfschemaNoWork.Load()
}

// perfschema_hash returns a hash of a text. seed chooses among hashes that know nothing of each
// other.
//
//go:linkname perfschema_hash internal/perfschema.hash
func perfschema_hash(text string, seed uintptr) uint64 {
	return uint64(strhash(noescape(unsafe.Pointer(&text)), seed))
}
