//go:build linux && (amd64 || arm64) && !portable

package usage

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// sequenceArea is struct rseq, which the kernel keeps up to date for the thread
// that has registered it by rseq(2).
type sequenceArea struct {
	_    uint32
	cpu  int32  // the CPU it runs on, negative if it is not registered
	word uint64 // address of the sequence
	_    [12]uint32
}

// sequence is struct rseq_cs, behind it what the kernel wants to find before the
// place where an interrupted sequence is resumed.
type sequence struct {
	_                   [2]uint32
	start, length, stop uint64
	signature, resumed  uint32
	_                   [4]uint64
}

const (
	areaSize         = unsafe.Sizeof(sequenceArea{})
	registeredLength = 32
	unregister       = 1
	pageSize         = 4096
)

// threadPointer is where a C library has its data of the running thread. The
// result means nothing in a program without one.
func threadPointer() unsafe.Pointer

func callRseq(a unsafe.Pointer, length, flags, signature uintptr) unix.Errno {
	_, _, e := unix.RawSyscall6(unix.SYS_RSEQ, uintptr(a), length, flags, signature, 0, 0)
	return e
}

// register makes an area of ours the running thread's.
func (a *sequenceArea) register() bool {
	atomic.StoreUint64(&a.word, 0)
	return callRseq(unsafe.Pointer(a), registeredLength, 0, signature) == 0
}

func (a *sequenceArea) unregister() bool {
	return callRseq(unsafe.Pointer(a), registeredLength, unregister, signature) == 0
}

// findLibraryArea finds where from the thread pointer the C library has its
// area; false if it has none. It asks the kernel to unregister an area with a
// signature that is wrong: that never succeeds, and the answer differs for the
// right area.
func findLibraryArea() (offset int, ok bool) {
	const (
		around = 8192
		align  = 32
		wrong  = 1
	)
	base := threadPointer()
	for length := uintptr(registeredLength); length <= areaSize; length += 4 {
		for o := -around; o <= around; o += align {
			a := unsafe.Add(base, o)
			if callRseq(a, length, unregister, wrong) == unix.EPERM {
				return o, callRseq(a, length, 0, signature) == unix.EBUSY
			}
		}
	}
	return 0, false
}

// newSequence makes a sequence that contains no code: one byte.
func newSequence(page []byte) (address uint64) {
	s := (*sequence)(unsafe.Pointer(&page[0]))
	address = uint64(uintptr(unsafe.Pointer(s)))
	s.signature = signature
	s.stop = address + uint64(unsafe.Offsetof(s.resumed))
	s.start, s.length = s.stop+4, 1
	return address
}

// newPage is memory outside Go's heap, never given back; nil if there is none.
func newPage() []byte {
	page, err := unix.Mmap(-1, 0, pageSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	return page
}

// areaPool are areas that no thread has registered.
type areaPool struct {
	mu   sync.Mutex
	free []*sequenceArea
}

// take takes a free area; nil if there is no memory.
func (p *areaPool) take() *sequenceArea {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.free) == 0 {
		page := newPage()
		for i := uintptr(0); i+areaSize <= uintptr(len(page)); i += areaSize {
			p.free = append(p.free, (*sequenceArea)(unsafe.Pointer(&page[i])))
		}
	}
	n := len(p.free)
	if n == 0 {
		return nil
	}
	a := p.free[n-1]
	p.free = p.free[:n-1]
	return a
}

func (p *areaPool) give(a *sequenceArea) {
	p.mu.Lock()
	p.free = append(p.free, a)
	p.mu.Unlock()
}
