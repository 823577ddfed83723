package usage

import "sync/atomic"

// Watch tells whether the thread it was begun on has had its CPU without a
// break since the last [Watch.Arm]: then its CPU time went with the wall clock,
// and it need not be read. Breaks are whatever makes the thread wait or lets
// another run; a signal too. What a hypervisor takes away is not seen. Only the
// watched thread may use it. The zero value cannot tell.
type Watch struct {
	// word is cleared by the operating system at a break.
	word  *uint64
	armed uint64
}

// NewWatch is a Watch on a word that somebody clears, for tests.
func NewWatch(word *uint64) Watch { return Watch{word: word, armed: 1} }

// Works says whether the watch can tell at all.
func (w *Watch) Works() bool { return w.word != nil }

// Arm begins to look for breaks anew. A store.
func (w *Watch) Arm() {
	if w.word != nil {
		atomic.StoreUint64(w.word, w.armed)
	}
}

// disarm leaves what is not ours where it is.
func (w *Watch) disarm() { atomic.CompareAndSwapUint64(w.word, w.armed, 0) }

// Unbroken says whether there has been no break since Arm; false if nobody can
// tell. A load. A word that is neither cleared nor what Arm stored is that of C
// code which has run a sequence of its own: nobody can tell since.
func (w *Watch) Unbroken() bool { return w.word != nil && atomic.LoadUint64(w.word) == w.armed }
