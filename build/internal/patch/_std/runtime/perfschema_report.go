// Part of programs built by perfschema build: what package runtime/perfschema asks.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

// perfschema_start makes the tables of the Ps that there are, and begins to record. A P that
// is added later gets its table when a wait ends on it for the first time.
//
//go:linkname perfschema_start runtime/perfschema.start
func perfschema_start() {
	for id := 0; id < GOMAXPROCS(0) && id < perfschemaProcs; id++ {
		perfschemaMakeTable(uint32(id))
	}
	atomic.Store(&perfschemaOn, 1)
}

// perfschema_secure reports whether the program runs with rights that its caller has not, as
// one with the setuid bit does: it must not obey the caller's environment.
//
//go:linkname perfschema_secure runtime/perfschema.secure
func perfschema_secure() bool { return isSecureMode() }

// perfschema_lost returns how many waits ended on a P without a table.
//
//go:linkname perfschema_lost runtime/perfschema.lost
func perfschema_lost() uint64 { return perfschemaNoP.Load() }

// perfschema_ticks returns cputicks and its ticks of a second.
//
//go:linkname perfschema_ticks runtime/perfschema.ticks
func perfschema_ticks() (now, second int64) { return cputicks(), ticksPerSecond() }

//go:linkname perfschema_reasonName runtime/perfschema.reasonName
func perfschema_reasonName(reason uint64) string { return waitReason(reason).String() }

// perfschema_semaphoreName says what a semaphore of the runtime itself is for, "" of others.
//
//go:linkname perfschema_semaphoreName runtime/perfschema.semaphoreName
func perfschema_semaphoreName(addr uintptr) string {
	// Compare numbers: addr may be that of memory that is freed, to which no pointer may lead.
	switch addr {
	case uintptr(unsafe.Pointer(&work.startSema)), uintptr(unsafe.Pointer(&gcsema)):
		return "of the runtime: start of a garbage collection"
	case uintptr(unsafe.Pointer(&work.markDoneSema)):
		return "of the runtime: end of a garbage collection's marking"
	case uintptr(unsafe.Pointer(&worldsema)):
		return "of the runtime: stopping the world"
	}
	return ""
}

// perfschema_sizes returns how many reasons, places and instances a table has, and how many
// return addresses a place.
//
//go:linkname perfschema_sizes runtime/perfschema.sizes
func perfschema_sizes() (procs, reasons, places, instances, frames int) {
	return perfschemaProcs, perfschemaReasons, perfschemaPlaces, perfschemaInstances, perfschemaFrames
}

// perfschemaTableOf returns the table of a P, nil if it has none.
func perfschemaTableOf(proc int) *perfschemaTable {
	return (*perfschemaTable)(unsafe.Pointer(atomic.Loaduintptr(&perfschemaTables[proc])))
}

//go:linkname perfschema_hasTable runtime/perfschema.hasTable
func perfschema_hasTable(proc int) bool { return perfschemaTableOf(proc) != nil }

// perfschema_readReason copies the two sums of a reason: waits without a place, and those of
// evicted instances. It reports false if the P has no table, or has
// written it each time it was read.
//
//go:linkname perfschema_readReason runtime/perfschema.readReason
func perfschema_readReason(proc, reason int, sums *[2][4]uint64) bool {
	t := perfschemaTableOf(proc)
	if t == nil {
		return false
	}
	return perfschemaRead(&t.version, unsafe.Pointer(&t.unplaced[reason]), sums[0][:]) &&
		perfschemaRead(&t.version, unsafe.Pointer(&t.evicted[reason]), sums[1][:])
}

// perfschema_readPlace copies a place: hash, reason, the four words of a sum, return addresses.
//
//go:linkname perfschema_readPlace runtime/perfschema.readPlace
func perfschema_readPlace(proc, i int, words *[6 + perfschemaFrames]uint64) bool {
	t := perfschemaTableOf(proc)
	return t != nil && perfschemaRead(&t.version, unsafe.Pointer(&t.places[i]), words[:])
}

// perfschema_readInstance copies an instance: address, place, the four words of a sum.
//
//go:linkname perfschema_readInstance runtime/perfschema.readInstance
func perfschema_readInstance(proc, i int, words *[6]uint64) bool {
	t := perfschemaTableOf(proc)
	return t != nil && perfschemaRead(&t.version, unsafe.Pointer(&t.instances[i]), words[:])
}

// A perfschemaWaiter is a goroutine that waits: the reason, when it began to, and its stack.
type perfschemaWaiter struct {
	reason uint64
	begin  int64
	pcs    [perfschemaFrames]uintptr
}

// perfschema_waiting stops the world, fills waiters, and returns how many goroutines wait,
// more than there is room for in waiters perhaps.
//
//go:linkname perfschema_waiting runtime/perfschema.waiting
func perfschema_waiting(waiters []perfschemaWaiter) int {
	stw := stopTheWorld(stwAllGoroutinesStack)
	n := 0
	// Many goroutines begin alike, and the world stands still.
	begins, system := uintptr(0), false
	for _, gp := range allGsSnapshot() {
		if readgstatus(gp) != _Gwaiting || gp.perfschemaBegin == 0 {
			continue
		}
		if gp.startpc != begins {
			begins, system = gp.startpc, isSystemGoroutine(gp, false)
		}
		if system {
			continue
		}
		if n < len(waiters) {
			w := &waiters[n]
			w.reason, w.begin = uint64(gp.waitreason), gp.perfschemaBegin
			// mcall has kept the frame pointer of gopark.
			perfschemaStack(gp.sched.bp, gp.stack.lo, gp.stack.hi, &w.pcs)
		}
		n++
	}
	startTheWorld(stw)
	return n
}
