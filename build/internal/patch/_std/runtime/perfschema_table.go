// Part of programs built by perfschema build: the tables of waits, one for each P.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

const (
	perfschemaProcs     = 1024 // Ps that can have a table
	perfschemaReasons   = 64   // more than there are wait reasons
	perfschemaFrames    = 16   // return addresses of a place
	perfschemaPlaces    = 1024 // places of a P; a power of two
	perfschemaInstances = 2048 // instances of a P; a power of two
	perfschemaProbes    = 8    // slots that a look-up goes through
)

// A perfschemaSum adds up waits. Ticks are those of cputicks. The least is kept inverted, so
// that the zero value is ready.
type perfschemaSum struct {
	count, ticks, max, inverseMin uint64
}

// A perfschemaPlace is a reason and the stack that waited for it, gopark's caller first.
type perfschemaPlace struct {
	hash   uint64 // of the reason and pcs; 0 in a free slot
	reason uint64
	sum    perfschemaSum
	pcs    [perfschemaFrames]uintptr
}

// A perfschemaInstance is the semaphore, channel or condition at an address, and a place
// that waited for it.
type perfschemaInstance struct {
	addr  uintptr // 0 in a free slot
	place uint64  // the reason, and above it the number of the place: 0 if it found no slot
	sum   perfschemaSum
}

// A perfschemaTable has the waits that ended on one P. Only that P's goroutine writes it,
// between two increments of version; it has no pointers and is never freed.
type perfschemaTable struct {
	version   atomic.Uintptr
	unplaced  [perfschemaReasons]perfschemaSum // waits whose place found no slot
	evicted   [perfschemaReasons]perfschemaSum // waits for instances that others have taken the slot of
	places    [perfschemaPlaces]perfschemaPlace
	instances [perfschemaInstances]perfschemaInstance
}

var (
	// perfschemaOn is 1 once recording has begun, and for ever after.
	perfschemaOn     uint32
	perfschemaTables [perfschemaProcs]uintptr // *perfschemaTable by the number of the P
	perfschemaNoP    atomic.Uint64            // waits that ended on a P without a table
)

// perfschemaMakeTable makes the table of a P if that has none.
func perfschemaMakeTable(id uint32) {
	if atomic.Loaduintptr(&perfschemaTables[id]) == 0 {
		t := uintptr(persistentalloc(unsafe.Sizeof(perfschemaTable{}), 64, &memstats.other_sys))
		atomic.Casuintptr(&perfschemaTables[id], 0, t)
	}
}

// perfschemaMakeOwnTable makes the table of the P that it runs on. It runs on the system
// stack: memory that is never freed may be had there by a goroutine that has just been parked.
//
//go:systemstack
func perfschemaMakeOwnTable() { perfschemaMakeTable(uint32(getg().m.p.ptr().id)) }

//go:nosplit
func (s *perfschemaSum) add(ticks uint64) {
	s.count++
	s.ticks += ticks
	if ticks > s.max {
		s.max = ticks
	}
	if ^ticks > s.inverseMin {
		s.inverseMin = ^ticks
	}
}

//go:nosplit
func (s *perfschemaSum) merge(t *perfschemaSum) {
	s.count += t.count
	s.ticks += t.ticks
	if t.max > s.max {
		s.max = t.max
	}
	if t.inverseMin > s.inverseMin {
		s.inverseMin = t.inverseMin
	}
}

// perfschemaRead copies words from a table while nothing of it changes, by the table's version. It
// reports false if the table's P has written it each time.
func perfschemaRead(of *atomic.Uintptr, from unsafe.Pointer, words []uint64) bool {
	for try := 0; try < 1000; try++ {
		version := of.LoadAcquire()
		if version&1 == 0 {
			for i := range words {
				// An acquiring load: the version is read again behind it.
				words[i] = atomic.Load64((*uint64)(add(from, uintptr(i)*8)))
			}
			if of.LoadAcquire() == version {
				return true
			}
		}
		if try%16 == 15 {
			Gosched()
		}
	}
	return false
}
