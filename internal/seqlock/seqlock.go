//go:build !race && (portable || !(amd64 && linux))

package seqlock

import "sync/atomic"

// Lock is one version word. The zero value is ready. It has one writer at a
// time, unless every writer uses TryBegin.
type Lock struct{ version atomic.Uint64 }

// Begin opens a write section. Sections do not nest.
func (l *Lock) Begin() { l.Open() }

// Open is Begin; what it returns goes to Close.
func (l *Lock) Open() uint64 {
	v := l.version.Add(1)
	l.follow()
	return v
}

// follow keeps what the section stores behind the store of the version. An
// atomic add alone does not everywhere: where it is a loop of a load that
// acquires and a store that releases, as on arm64 before v8.1, plain stores
// after it may be seen before that store. An atomic load comes after it, and
// they after the load.
func (l *Lock) follow() { l.version.Load() }

// OpenPlain is Open.
func (l *Lock) OpenPlain() uint64 { return l.Open() }

// OpenPlainOrders says that OpenPlain is Open.
func OpenPlainOrders() bool { return true }

// Close closes the section that Open opened.
func (l *Lock) Close(v uint64) { l.version.Store(v + 1) }

// TryBegin opens a write section unless another writer is inside one.
func (l *Lock) TryBegin() bool {
	v := l.version.Load()
	if v&1 != 0 || !l.version.CompareAndSwap(v, v+1) {
		return false
	}
	l.follow()
	return true
}

// End closes the section that Begin or TryBegin opened.
func (l *Lock) End() { l.version.Add(1) }

// Start begins a read. It waits while a writer is inside a section. Every
// Start is followed by exactly one Valid.
func (l *Lock) Start() uint64 {
	for i := 0; ; i++ {
		if v := l.version.Load(); v&1 == 0 {
			return v
		}
		pause(i)
	}
}

// Valid reports whether what was copied since Start is one consistent state.
func (l *Lock) Valid(v uint64) bool {
	// An add of nothing orders the copy before it on every platform.
	return l.version.Add(0) == v
}

// WaitAll returns when every section has closed that was open on one of the
// locks at the call.
func WaitAll[T any](of []T, lock func(T) *Lock) {
	for _, x := range of {
		lock(x).settle()
	}
}

func (l *Lock) settle() {
	v := l.version.Add(0)
	if v&1 == 0 {
		return
	}
	for i := 0; l.version.Load() == v; i++ {
		pause(i)
	}
}
