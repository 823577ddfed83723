// Part of programs built by perfschema build: records where goroutines wait.

package runtime

import "unsafe"

// perfschemaParking notes when the goroutine begins to wait. gopark calls it first.
//
//go:nosplit
func perfschemaParking(lock unsafe.Pointer) {
	gp := getg()
	if gp.perfschemaAddr == 0 { // else semacquire1 has stored its semaphore
		gp.perfschemaAddr = uintptr(lock)
	}
	gp.perfschemaBegin = perfschemaTicks()
}

// perfschemaParked records the wait that has ended. gopark calls it last: the goroutine
// may hold a sudog and gp.param, so that nothing here may be preempted, grow the stack,
// allocate or store a pointer.
//
//go:nosplit
//go:noinline
func perfschemaParked(reason waitReason) {
	now := perfschemaTicks()
	gp := getg()
	addr := gp.perfschemaAddr
	waited := uint64(0)
	if now > gp.perfschemaBegin { // counters of two cores may differ
		waited = uint64(now - gp.perfschemaBegin)
	}
	gp.perfschemaBegin, gp.perfschemaAddr = 0, 0

	id := uint32(gp.m.p.ptr().id)
	if id >= perfschemaProcs || reason >= perfschemaReasons {
		perfschemaNoP.Add(1)
		return
	}
	if perfschemaTables[id] == 0 { // the P is new: GOMAXPROCS was raised
		systemstack(perfschemaMakeOwnTable)
		if perfschemaTables[id] == 0 {
			perfschemaNoP.Add(1)
			return
		}
	}
	t := (*perfschemaTable)(unsafe.Pointer(perfschemaTables[id]))

	addr = perfschemaAddrOf(reason, addr)
	if reason == waitReasonSelect || reason == waitReasonSynctestSelect {
		// The channel that ended the select: its sudog is in param until selectgo takes it.
		if sg := (*sudog)(gp.param); sg != nil {
			addr = *(*uintptr)(unsafe.Pointer(&sg.c))
		}
	}

	var pcs [perfschemaFrames]uintptr
	fp := getfp()
	if fp != 0 {
		fp = *(*uintptr)(unsafe.Pointer(fp)) // of gopark
	}
	hash := perfschemaStack(fp, gp.stack.lo, gp.stack.hi, &pcs) ^ uint64(reason)
	hash = (hash ^ hash>>29) * 0x9e3779b97f4a7c15
	hash |= 1 // 0 is a free slot's

	// Readers load version atomically. The one writer stores it plainly, as the barriers keep
	// stores in order and cost nothing on amd64.
	version := (*uintptr)(unsafe.Pointer(&t.version))
	*version++
	publicationBarrier()
	place := t.place(hash, uint64(reason), &pcs)
	if place == 0 {
		t.unplaced[reason].add(waited)
	} else {
		t.places[place-1].sum.add(waited)
	}
	if addr != 0 {
		t.instance(addr, place<<8|uint64(reason), waited)
	}
	publicationBarrier()
	*version++
	if gp.perfschemaWork != 0 {
		perfschemaWorked(gp.perfschemaWork, reason, hash, addr, waited)
	}
}

// perfschemaAddrOf returns the address of the channel or semaphore that is waited for by
// that of gopark's lock or the semaphore, 0 where the reason has none.
//
//go:nosplit
func perfschemaAddrOf(reason waitReason, addr uintptr) uintptr {
	switch reason {
	case waitReasonChanReceive, waitReasonChanSend, waitReasonSynctestChanReceive, waitReasonSynctestChanSend:
		return addr - unsafe.Offsetof(hchan{}.lock)
	case waitReasonSemacquire, waitReasonSyncCondWait, waitReasonSyncMutexLock, waitReasonSyncRWMutexRLock,
		waitReasonSyncRWMutexLock, waitReasonSyncWaitGroupWait, waitReasonSynctestWaitGroupWait:
		return addr
	}
	return 0
}

// perfschemaStack stores the return addresses of the frames from fp on, that of gopark, and
// returns a hash of them. It stops where the chain leaves the goroutine's stack: at C code,
// and at the goroutine's first frame.
//
//go:nosplit
func perfschemaStack(fp, low, high uintptr, pcs *[perfschemaFrames]uintptr) uint64 {
	hash := uint64(0)
	for i := range pcs {
		if fp < low || fp+16 > high || fp&7 != 0 {
			break
		}
		pc := *(*uintptr)(unsafe.Pointer(fp + 8))
		if pc == 0 {
			break
		}
		pcs[i] = pc
		hash = (hash<<7 | hash>>57) ^ uint64(pc)*0x9e3779b97f4a7c15
		next := *(*uintptr)(unsafe.Pointer(fp))
		if next <= fp {
			break
		}
		fp = next
	}
	return hash
}

// place returns the number of the place of a hash, 1 for the first slot. It returns 0 if
// the place is new and there is no slot for it.
//
//go:nosplit
func (t *perfschemaTable) place(hash, reason uint64, pcs *[perfschemaFrames]uintptr) uint64 {
	at := hash >> 48
	for i := uint64(0); i < perfschemaProbes; i++ {
		n := (at + i) & (perfschemaPlaces - 1)
		p := &t.places[n]
		if p.hash == hash {
			return n + 1
		}
		if p.hash == 0 {
			p.hash, p.reason, p.pcs = hash, reason, *pcs
			return n + 1
		}
	}
	return 0
}

// instance adds a wait for what is at an address. If there is no slot for it, it takes
// that of the instance that was waited for the least.
//
//go:nosplit
func (t *perfschemaTable) instance(addr uintptr, place, waited uint64) {
	hash := (uint64(addr)<<16 ^ place) * 0x9e3779b97f4a7c15
	at := hash >> 48 // the bits on which all of the key has an effect
	least := (*perfschemaInstance)(nil)
	for i := uint64(0); i < perfschemaProbes; i++ {
		e := &t.instances[(at+i)&(perfschemaInstances-1)]
		if e.addr == addr && e.place == place || e.addr == 0 {
			e.addr, e.place = addr, place
			e.sum.add(waited)
			return
		}
		if least == nil || e.sum.ticks < least.sum.ticks {
			least = e
		}
	}
	t.evicted[least.place&(perfschemaReasons-1)].merge(&least.sum)
	least.addr, least.place = addr, place
	least.sum = perfschemaSum{}
	least.sum.add(waited)
}
