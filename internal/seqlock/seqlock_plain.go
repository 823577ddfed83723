//go:build !race && !portable && amd64 && linux

package seqlock

import "sync/atomic"

// Lock is one version word. The zero value is ready. It has one writer at a
// time, unless every writer uses TryBegin.
//
// amd64 keeps stores in order, so the writer's are plain. The one thing plain
// stores leave open, whether the writer's first store is out before its next
// load, is settled by who needs it: [WaitAll] has the kernel run a barrier
// on every core. Where the kernel does not, Begin pays for it.
type Lock struct{ version uint64 }

// Begin opens a write section. Sections do not nest.
func (l *Lock) Begin() {
	if !barriers {
		atomic.AddUint64(&l.version, 1)
		return
	}
	l.version++
	// Unless something reads it, the compiler may drop the store in favour of
	// the one in End. The load itself waits for nothing.
	atomic.LoadUint64(&l.version)
}

// Open is Begin for sections that are over in a few nanoseconds: what it returns
// goes to Close, which then need not wait for its own store.
func (l *Lock) Open() uint64 {
	if !barriers {
		return atomic.AddUint64(&l.version, 1)
	}
	v := l.version + 1
	l.version = v
	atomic.LoadUint64(&l.version)
	return v
}

// OpenPlain is Open without asking whether the kernel runs barriers: unless
// [OpenPlainOrders], nothing may be written in the section.
func (l *Lock) OpenPlain() uint64 {
	v := l.version + 1
	l.version = v
	atomic.LoadUint64(&l.version)
	return v
}

// OpenPlainOrders says whether [WaitAll] waits for what OpenPlain opened. It
// never changes.
func OpenPlainOrders() bool { return barriers }

// Close closes the section that Open opened.
func (l *Lock) Close(v uint64) { l.version = v + 1 }

// TryBegin opens a write section unless another writer is inside one.
func (l *Lock) TryBegin() bool {
	v := atomic.LoadUint64(&l.version)
	return v&1 == 0 && atomic.CompareAndSwapUint64(&l.version, v, v+1)
}

// End closes the section that Begin or TryBegin opened.
func (l *Lock) End() { l.version++ }

// Start begins a read. It waits while a writer is inside a section. Every
// Start is followed by exactly one Valid.
func (l *Lock) Start() uint64 {
	for i := 0; ; i++ {
		if v := atomic.LoadUint64(&l.version); v&1 == 0 {
			return v
		}
		pause(i)
	}
}

// Valid reports whether what was copied since Start is one consistent state.
func (l *Lock) Valid(v uint64) bool { return atomic.LoadUint64(&l.version) == v }

// WaitAll returns when every section has closed that was open on one of the
// locks at the call. One barrier serves all.
func WaitAll[T any](of []T, lock func(T) *Lock) {
	barrier()
	for _, x := range of {
		lock(x).settle()
	}
}

func (l *Lock) settle() {
	v := atomic.LoadUint64(&l.version)
	if v&1 == 0 {
		return
	}
	for i := 0; atomic.LoadUint64(&l.version) == v; i++ {
		pause(i)
	}
}
