// Part of programs built by perfschema build: which request a goroutine works for.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

// A goroutine's word, g.perfschemaWork, is 0, or has the slot of the request that the goroutine
// works for (bits 16 to 29), the statement inside of it (bits 0 to 15), whether the goroutine is
// a child of the request's own (bit 30), and the slot's generation (bits 32 to 63). The word is
// no pointer: it is valid while the slot has that generation, which is odd while a request runs.
const (
	perfschemaSlots          = 1 << 14 // requests that run at a time
	perfschemaSlotChunk      = 64      // slots that are allocated at a time
	perfschemaSlotWaits      = 32      // places that a request waits at
	perfschemaSlotStatements = 16      // statements of a request
	perfschemaWorkStatement  = 1<<16 - 1
	perfschemaWorkSlot       = 16 // the lowest bit of a slot's number
	perfschemaWorkChild      = 1 << 30
	perfschemaWorkGeneration = 32
	perfschemaManyAddrs      = 1 // the address of a row with waits for several instances
)

// A perfschemaSlot has what a running request has waited for. Goroutines of the request add to
// it at the same time, by atomics alone.
type perfschemaSlot struct {
	generation atomic.Uint32
	users      atomic.Uint32 // goroutines that add
	route      atomic.Uint32 // the request's class; 0 until it is known
	failed     atomic.Uint32
	next       atomic.Uint32 // of the free slots: its number and 1
	number     uint32
	rest       [2]perfschemaSum // waits that found no row: of the request's goroutine, of children
	waits      [perfschemaSlotWaits]perfschemaSlotWait
	statements [perfschemaSlotStatements]perfschemaSlotStatement
}

// A perfschemaSlotWait is a place at which a request's goroutines waited inside of a statement.
type perfschemaSlotWait struct {
	id   uint64 // a hash of what key and hash have; 0 in a free row
	key  uint64 // as in perfschemaWorkWait, without the route
	hash uint64 // of the place
	addr uintptr
	sum  perfschemaSum
}

// A perfschemaSlotStatement is a statement that a request has executed.
type perfschemaSlotStatement struct {
	id     uint64 // 0 in a free row
	errors uint64
	sum    perfschemaSum
}

var (
	perfschemaSlotChunks [perfschemaSlots / perfschemaSlotChunk]uintptr // *[perfschemaSlotChunk]perfschemaSlot
	perfschemaUsedSlots  atomic.Uint32                                  // slots that were ever taken
	perfschemaFreeSlots  atomic.Uint64                                  // the first one's number and 1, and a count of changes above it
	perfschemaNoSlot     atomic.Uint64                                  // requests and statements that found no slot
)

// perfschemaInherited returns the word of a goroutine that one with a word starts.
//
//go:nosplit
func perfschemaInherited(work uint64) uint64 {
	if work != 0 {
		work |= perfschemaWorkChild
	}
	return work
}

//go:nosplit
func perfschemaSlotAt(n uint32) *perfschemaSlot {
	n &= perfschemaSlots - 1
	chunk := (*[perfschemaSlotChunk]perfschemaSlot)(unsafe.Pointer(atomic.Loaduintptr(&perfschemaSlotChunks[n/perfschemaSlotChunk])))
	return &chunk[n%perfschemaSlotChunk]
}

// perfschemaUse returns the slot of a word, nil if the word is stale. The slot stays as it is
// until the caller calls leave, which it must soon and without being preempted.
//
//go:nosplit
func perfschemaUse(work uint64) *perfschemaSlot {
	s := perfschemaSlotAt(uint32(work >> perfschemaWorkSlot))
	s.users.Add(1)
	if s.generation.Load() != uint32(work>>perfschemaWorkGeneration) {
		s.leave()
		return nil
	}
	return s
}

//go:nosplit
func (s *perfschemaSlot) leave() { s.users.Add(-1) }

// addShared is add for a sum that others add to at the same time.
//
//go:nosplit
func (s *perfschemaSum) addShared(ticks uint64) {
	perfschemaAdd(&s.count, 1)
	perfschemaAdd(&s.ticks, ticks)
	perfschemaRaise(&s.max, ticks)
	perfschemaRaise(&s.inverseMin, ^ticks)
}

// Package runtime's own tests want fields of 64-bit atomics listed, for platforms of 32 bits, on which
// none of this runs: these three have no fields.
//
//go:nosplit
func perfschemaLoad(p *uint64) uint64 { return atomic.Load64(p) }

//go:nosplit
func perfschemaCas(p *uint64, old, new uint64) bool { return atomic.Cas64(p, old, new) }

//go:nosplit
func perfschemaAdd(p *uint64, n uint64) { atomic.Xadd64(p, int64(n)) }

//go:nosplit
func perfschemaRaise(to *uint64, value uint64) {
	for {
		old := atomic.Load64(to)
		if value <= old || atomic.Cas64(to, old, value) {
			return
		}
	}
}

// perfschemaWorked adds a wait to the request that a goroutine works for. It is called by
// perfschemaParked, whose rules hold here too.
//
//go:nosplit
func perfschemaWorked(work uint64, reason waitReason, hash uint64, addr uintptr, waited uint64) {
	s := perfschemaUse(work)
	if s == nil {
		return
	}
	child := work / perfschemaWorkChild & 1
	key := work&perfschemaWorkStatement | uint64(reason)<<16 | child<<24
	id := (hash ^ key<<32 ^ key) * 0x9e3779b97f4a7c15
	id = id ^ id>>32 | 1
	for i := uint64(0); i < perfschemaSlotWaits; i++ {
		e := &s.waits[(id>>56+i)%perfschemaSlotWaits]
		has := perfschemaLoad(&e.id)
		if has == 0 {
			if perfschemaCas(&e.id, 0, id) {
				e.key, e.hash = key, hash
				has = id
			} else {
				has = perfschemaLoad(&e.id)
			}
		}
		if has == id {
			if addr != 0 && atomic.Loaduintptr(&e.addr) != addr && !atomic.Casuintptr(&e.addr, 0, addr) && atomic.Loaduintptr(&e.addr) != addr {
				atomic.Storeuintptr(&e.addr, perfschemaManyAddrs)
			}
			e.sum.addShared(waited)
			s.leave()
			return
		}
	}
	s.rest[child].addShared(waited)
	s.leave()
}

// perfschemaTakeSlot returns a slot for a request, nil if too many run or there is no memory.
func perfschemaTakeSlot() *perfschemaSlot {
	for {
		head := perfschemaFreeSlots.Load()
		if uint32(head) == 0 {
			break
		}
		s := perfschemaSlotAt(uint32(head) - 1)
		if perfschemaFreeSlots.CompareAndSwap(head, (head>>32+1)<<32|uint64(s.next.Load())) {
			s.generation.Add(1)
			return s
		}
	}
	n := perfschemaUsedSlots.Load()
	for {
		if n >= perfschemaSlots {
			return nil
		}
		if perfschemaUsedSlots.CompareAndSwap(n, n+1) {
			break
		}
		n = perfschemaUsedSlots.Load()
	}
	chunk := &perfschemaSlotChunks[n/perfschemaSlotChunk]
	if atomic.Loaduintptr(chunk) == 0 {
		systemstack(func() {
			made := uintptr(persistentalloc(perfschemaSlotChunk*unsafe.Sizeof(perfschemaSlot{}), 64, &memstats.other_sys))
			atomic.Casuintptr(chunk, 0, made)
		})
	}
	s := perfschemaSlotAt(n)
	s.number = n
	s.generation.Add(1)
	return s
}

// perfschemaFreeSlot takes a slot back, which is empty.
func perfschemaFreeSlot(s *perfschemaSlot) {
	for {
		head := perfschemaFreeSlots.Load()
		s.next.Store(uint32(head))
		if perfschemaFreeSlots.CompareAndSwap(head, (head>>32+1)<<32|uint64(s.number+1)) {
			return
		}
	}
}

// perfschema_beginRequest has the goroutine, and those that it starts, work for a new request. It
// returns the word and that from before, which the goroutine gets back at the end.
//
//go:linkname perfschema_beginRequest internal/perfschema.beginRequest
func perfschema_beginRequest() (work, before uint64, begin int64) {
	gp := getg()
	before = gp.perfschemaWork
	if s := perfschemaTakeSlot(); s != nil {
		work = uint64(s.generation.Load())<<perfschemaWorkGeneration | uint64(s.number)<<perfschemaWorkSlot
	} else {
		perfschemaNoSlot.Add(1)
	}
	gp.perfschemaWork = work
	return work, before, perfschemaTicks()
}

// perfschema_endRequest ends a request: from here on the words of its goroutines are stale. route
// is its class unless it was set while the request ran.
//
//go:linkname perfschema_endRequest internal/perfschema.endRequest
func perfschema_endRequest(work, before uint64, begin int64, route uint16, failed bool) {
	took := perfschemaSince(begin)
	getg().perfschemaWork = before
	var s *perfschemaSlot
	if work != 0 {
		s = perfschemaSlotAt(uint32(work >> perfschemaWorkSlot))
		s.generation.Add(1)
		for s.users.Load() != 0 {
			osyield()
		}
		if set := s.route.Load(); set != 0 {
			route = uint16(set)
		}
		failed = failed || s.failed.Load() != 0
		s.route.Store(0)
		s.failed.Store(0)
	}
	perfschemaFold(s, route, 0, took, failed)
	if s != nil {
		perfschemaFreeSlot(s)
	}
}

func perfschemaSince(begin int64) uint64 {
	if now := perfschemaTicks(); now > begin {
		return uint64(now - begin)
	}
	return 0 // counters of two cores may differ
}

// perfschema_routeOf returns the class of a request that has been set, 0 if none has.
//
//go:linkname perfschema_routeOf internal/perfschema.routeOf
func perfschema_routeOf(work uint64) uint16 {
	if work == 0 {
		return 0
	}
	return uint16(perfschemaSlotAt(uint32(work >> perfschemaWorkSlot)).route.Load())
}

// perfschema_setRoute sets the class of the request that the goroutine works for.
//
//go:linkname perfschema_setRoute internal/perfschema.setRoute
func perfschema_setRoute(route uint16) {
	mp := acquirem()
	if work := mp.curg.perfschemaWork; work != 0 {
		if s := perfschemaUse(work); s != nil {
			s.route.Store(uint32(route))
			s.leave()
		}
	}
	releasem(mp)
}

// perfschema_fail has the request that the goroutine works for counted as failed.
//
//go:linkname perfschema_fail internal/perfschema.fail
func perfschema_fail() {
	mp := acquirem()
	if work := mp.curg.perfschemaWork; work != 0 {
		if s := perfschemaUse(work); s != nil {
			s.failed.Store(1)
			s.leave()
		}
	}
	releasem(mp)
}

// perfschema_beginStatement has the goroutine, and those that it starts, work for a statement of
// its request. If it works for none, work is that of a request without a route, which ends with
// the statement.
//
//go:linkname perfschema_beginStatement internal/perfschema.beginStatement
func perfschema_beginStatement(id uint16) (work, before uint64, begin int64) {
	gp := getg()
	before = gp.perfschemaWork
	if before != 0 && perfschemaSlotAt(uint32(before>>perfschemaWorkSlot)).generation.Load() == uint32(before>>perfschemaWorkGeneration) {
		gp.perfschemaWork = before&^perfschemaWorkStatement | uint64(id)
		return 0, before, perfschemaTicks()
	}
	work, before, begin = perfschema_beginRequest()
	if work != 0 {
		gp.perfschemaWork = work | uint64(id)
	}
	return work, before, begin
}

// perfschema_endStatement ends a statement.
//
//go:linkname perfschema_endStatement internal/perfschema.endStatement
func perfschema_endStatement(work, before uint64, begin int64, id uint16, failed bool) {
	took := perfschemaSince(begin)
	getg().perfschemaWork = before
	if work != 0 {
		s := perfschemaSlotAt(uint32(work >> perfschemaWorkSlot))
		s.generation.Add(1)
		for s.users.Load() != 0 {
			osyield()
		}
		s.route.Store(0)
		s.failed.Store(0)
		perfschemaFold(s, 0, id, took, failed)
		perfschemaFreeSlot(s)
		return
	}
	if before != 0 {
		mp := acquirem()
		s := perfschemaUse(before)
		added := s != nil && s.addStatement(id, took, failed)
		if s != nil {
			s.leave()
		}
		releasem(mp)
		if added {
			perfschemaCount(id, took, failed)
			return
		}
	}
	// The request has ended before it, or has had too many other statements.
	perfschemaFold(nil, 0, id, took, failed)
}

// addStatement adds a statement to the request, unless there is no row for it.
func (s *perfschemaSlot) addStatement(id uint16, took uint64, failed bool) bool {
	for i := range s.statements {
		e := &s.statements[i]
		has := perfschemaLoad(&e.id)
		if has == 0 {
			if perfschemaCas(&e.id, 0, uint64(id)) {
				has = uint64(id)
			} else {
				has = perfschemaLoad(&e.id)
			}
		}
		if has == uint64(id) {
			if failed {
				perfschemaAdd(&e.errors, 1)
			}
			e.sum.addShared(took)
			return true
		}
	}
	return false
}
