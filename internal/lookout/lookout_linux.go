//go:build linux && amd64 && !portable

package lookout

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// block is what the thread and who reads share, outside of Go's heap. The assembly
// knows the offsets.
type block struct {
	state    uint32 // 0    stateRun and so on: a futex
	tid      uint32 // 4    of the thread; the kernel makes it 0 and wakes it at its end
	fresh    uint64 // 8    address of Options.Fresh
	interval uint64 // 16
	slots    uint64 // 24   address of the list in use, its length before it
	head     uint64 // 32   how many copies have been written, heads of samples included
	tail     uint64 // 40   and read
	owed     uint64 // 48   intervals that stand for no sample yet, for want of room
	dropped  uint64 // 56   samples that found no room
	began    uint64 // address of Options.Began, or of the next
	nowhere  int64
	now      [2]uint64
	until    [2]uint64
	cpu      [2]uint64 // of the process
	kept     [2]uint64 // registers
	since    uint64    // when the probes had been read
	gap      uint64    // probeTime
	toThread int64     // Options.Thread
	toID     uint64    // Options.ThreadID
	probing  uint32    // whether there are probes
	_        uint32
	probes   [maxProbes]probe
	name     [16]byte
	attrs    [4]schedAttr // the first that the kernel grants is taken; the last is of size 0: none
	_        [64]byte
	stack    [512]byte
	jitter   [numJitters]uint64
	pages    [MaxPages]uint64
	statuses [MaxPages]uint64
	lists    [2]list
	ring     [maxKept]Copy
}

type list struct {
	length uint64
	slots  [MaxSlots]uint32
}

// probe is a thread that is said to run, and what its clock says of that.
type probe struct {
	copied uint64    // address of the Copy
	clock  uint64    // number of the thread's clock
	ran    [2]uint64 // what it said
	status uint64    // address of the status
	record uint64    // of the thread's record
	was    uint32    // and what that was
	_      uint32
}

const (
	// maxProbes is of how many threads a sample asks whether they have a core.
	maxProbes = 256
	// probeTime is between the two readings of their clocks: some ten times what it takes
	// the kernel to go from one thread to another and back.
	probeTime = 50 * time.Microsecond
	// clockOfThread are the lowest bits of the number of a thread's clock of CPU time, the
	// others are those of the thread's number turned around: see the kernel's posix-timers.h.
	clockOfThread = 4 | 2
)

// schedAttr is struct sched_attr.
type schedAttr struct {
	size, policy             uint32
	flags                    uint64
	nice                     int32
	priority                 uint32
	runtime, deadline, perid uint64
}

const (
	stateRun = iota
	statePaused
	stateStop
)

// numJitters is how many random moments there are, one for each interval, before
// the same come again.
const numJitters = 1024

// shortSlice is how long the thread may run at a time. It needs some microseconds;
// the kernel lets who asks for a short slice go first (Linux 6.12 and later).
const shortSlice = 100 * time.Microsecond

// The thread is of real time, of the lowest priority there is, where it has the right to
// that (CAP_SYS_NICE, RLIMIT_RTPRIO). Any other has to wait on a busy machine, though it
// be of firstNice (RLIMIT_NICE), and goes on when a thread lets go of its core: it sees
// less of statements than of what is between them. Else it is as nice as the process.
const (
	policyFIFO    = 1
	firstPriority = 1
	firstNice     = -20
)

// Lookout is a thread that samples. One goroutine at a time calls its methods.
type Lookout struct {
	b      *block
	memory []byte
	tid    uint32
	list   int    // the one in use
	filled uint64 // head when that was set
	told   bool   // it has been
	copies []Copy
}

// running has the Options of each Lookout that is not closed. The thread reads and writes what
// they point to, and the garbage collector cannot see that: whoever forgets to close one must
// not have that memory given to another.
var running sync.Map

// spawn starts the thread of a block, and returns its number or minus an errno.
//
//go:noescape
func spawn(b *block) int64

// Start starts a thread, paused.
func Start(o Options) (*Lookout, error) {
	memory, err := unix.Mmap(-1, 0, int(unsafe.Sizeof(block{})), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE)
	if err != nil {
		return nil, fmt.Errorf("lookout: %w", err)
	}
	b := (*block)(unsafe.Pointer(&memory[0]))
	b.state, b.interval = statePaused, uint64(o.Interval)
	b.fresh = uint64(uintptr(unsafe.Pointer(o.Fresh)))
	if b.began = uint64(uintptr(unsafe.Pointer(o.Began))); o.Began == nil {
		b.began = uint64(uintptr(unsafe.Pointer(&b.nowhere)))
	}
	b.gap = uint64(probeTime)
	b.toThread, b.toID = int64(o.Thread), uint64(o.ThreadID)
	b.slots = uint64(uintptr(unsafe.Pointer(&b.lists[0])))
	copy(b.name[:], "profiler sample")
	for i := range b.jitter {
		b.jitter[i] = rand.Uint64N(b.interval)
	}
	if have, err := unix.SchedGetAttr(0, 0); err == nil && have.Policy == 0 {
		attr := schedAttr{size: uint32(unsafe.Sizeof(schedAttr{})), runtime: uint64(shortSlice), nice: have.Nice}
		ahead := attr
		ahead.nice = firstNice
		b.attrs = [...]schedAttr{{size: attr.size, policy: policyFIFO, priority: firstPriority}, ahead, attr, {}}
	}
	l := &Lookout{b: b, memory: memory}
	l.Probe(true)
	tid, err := begin(b)
	if err != nil {
		_ = unix.Munmap(memory)
		return nil, err
	}
	l.tid = tid
	running.Store(l, o)
	return l, nil
}

// begin starts the thread with all signals blocked, as it inherits that.
func begin(b *block) (uint32, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	all, old := ^uint64(0), uint64(0)
	if _, _, e := unix.RawSyscall6(unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK, uintptr(unsafe.Pointer(&all)), uintptr(unsafe.Pointer(&old)), 8, 0, 0); e != 0 {
		return 0, fmt.Errorf("lookout: %w", e)
	}
	tid := spawn(b)
	_, _, _ = unix.RawSyscall6(unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK, uintptr(unsafe.Pointer(&old)), 0, 8, 0, 0)
	if tid < 0 {
		return 0, fmt.Errorf("lookout: %w", unix.Errno(-tid))
	}
	return uint32(tid), nil
}

// AddPage says where the cells of a page are: those of slots from page × PageCells
// on. For each there is in statuses the address of a word whose lowest bits are
// copied along, or 0. Both must stay there until Close; keep a pointer to them. What
// such a word was said to be at can be read for ever.
func (l *Lookout) AddPage(page int, cells, statuses unsafe.Pointer) {
	if page < MaxPages {
		atomic.StoreUint64(&l.b.statuses[page], uint64(uintptr(statuses)))
		atomic.StoreUint64(&l.b.pages[page], uint64(uintptr(cells)))
	}
}

// Covers says whether a slot can be looked at.
func Covers(slot uint32) bool { return slot < MaxPages*PageCells }

// Ready says whether SetSlots would do something.
func (l *Lookout) Ready() bool { return !l.told || atomic.LoadUint64(&l.b.head) != l.filled }

// SetSlots says which cells to sample, of pages that were added: the first
// MaxSlots of them. False if it has to be tried again, since the thread may be
// reading the list before the last.
func (l *Lookout) SetSlots(n int, slot func(i int) uint32) bool {
	b := l.b
	head := atomic.LoadUint64(&b.head)
	if !l.Ready() {
		return false
	}
	next := (l.list + 1) % 2
	x := &b.lists[next]
	n = min(n, MaxSlots)
	for i := range n {
		x.slots[i] = slot(i)
	}
	atomic.StoreUint64(&x.length, uint64(n))
	atomic.StoreUint64(&b.slots, uint64(uintptr(unsafe.Pointer(x))))
	l.list, l.filled, l.told = next, head, true
	return true
}

// Next reads the oldest sample that was not read yet; false if there is none.
func (l *Lookout) Next() (Sample, bool) {
	b := l.b
	head, tail := atomic.LoadUint64(&b.head), b.tail
	if head == tail {
		return Sample{}, false
	}
	first, second := &b.ring[tail%maxKept], &b.ring[(tail+1)%maxKept]
	sample := Sample{At: int64(first.Word), Ticks: int(first.Tag), CPU: int64(second.Word)}
	n := uint64(first.Slot)
	l.copies = l.copies[:0]
	for i := range n {
		l.copies = append(l.copies, b.ring[(tail+2+i)%maxKept])
	}
	atomic.StoreUint64(&b.tail, tail+2+n)
	sample.Copies = l.copies
	return sample, true
}

// Dropped is how many samples found no room.
func (l *Lookout) Dropped() uint64 { return atomic.LoadUint64(&l.b.dropped) }

// Probe says whether it is to be measured who has a core; it is at first, if
// Options.ThreadID is given. The thread wakes twice for a sample then, and takes twice the CPU time.
func (l *Lookout) Probe(on bool) {
	probing := uint32(0)
	if on && l.b.toID != 0 {
		probing = 1
	}
	atomic.StoreUint32(&l.b.probing, probing)
}

// Pause has the thread sleep, Resume sample again.
func (l *Lookout) Pause() { l.set(statePaused) }

// Resume begins a new interval.
func (l *Lookout) Resume() { l.set(stateRun) }

func (l *Lookout) set(state uint32) {
	atomic.StoreUint32(&l.b.state, state)
	_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&l.b.state)), futexWake|futexPrivate, 1, 0, 0, 0)
}

const (
	futexWait    = 0
	futexWake    = 1
	futexPrivate = 128
)

// Close ends the thread and gives its memory back.
func (l *Lookout) Close() {
	l.set(stateStop)
	for {
		tid := atomic.LoadUint32(&l.b.tid)
		if tid == 0 {
			break
		}
		_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&l.b.tid)), futexWait, uintptr(tid), 0, 0, 0)
	}
	running.Delete(l)
	l.b = nil
	_ = unix.Munmap(l.memory)
}

// SelfCPU is the CPU time the thread has used.
func (l *Lookout) SelfCPU() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(^int32(l.tid)<<3|clockOfThread, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

// Bytes is the memory of the block, as far as it was used.
func (l *Lookout) Bytes() uint64 { return uint64(len(l.memory)) }

// Now is the time by the clock of samples.
func Now() int64 {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &t)
	return t.Nano()
}
