package lookout

import (
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

type cell struct {
	word uint64
	_    [5]uint64
	tag  uint32
	_    [2]uint32
	next uint32
}

var _ = [1]struct{}{}[unsafe.Sizeof(cell{})-CellSize]

func startTest(t *testing.T, o Options) *Lookout {
	t.Helper()
	l, err := Start(o)
	if errors.Is(err, ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// heap has what it points to on the heap, where it does not move.
//
//go:noinline
func heap[T any](v *T) *T { kept = v; return v }

var kept any

// next waits for a sample; the test's own time limit ends it.
func next(l *Lookout) Sample {
	for {
		if sample, ok := l.Next(); ok {
			return sample
		}
		runtime.Gosched()
	}
}

// A sample has the active cells of the list and of the stack, and nothing else; samples
// lie in intervals of their own, and stand for all of them.
func TestLook(t *testing.T) {
	const interval = time.Millisecond
	var fresh atomic.Uint32
	l := startTest(t, Options{Interval: interval, Fresh: (*uint32)(unsafe.Pointer(&fresh))})
	page := new([PageCells]cell)
	words := heap(&[2]uint32{0xfff0 | statusSyscall, 0x1004})
	statuses := &[PageCells]uintptr{1: uintptr(unsafe.Pointer(&words[0])), 9: uintptr(unsafe.Pointer(&words[1]))}
	l.AddPage(1, unsafe.Pointer(page), unsafe.Pointer(statuses))
	active := func(i int) uint64 { return 1<<ActiveBit | uint64(i)<<32 }
	for i := range page {
		page[i].tag = uint32(1000 + i)
		if i != 3 {
			page[i].word = active(i)
		}
	}
	slots := []uint32{PageCells + 1, PageCells + 3, PageCells + 5, 7 /* no such page */, MaxPages * PageCells}
	if !l.SetSlots(len(slots), func(i int) uint32 { return slots[i] }) {
		t.Fatal("the first list is refused")
	}
	page[255].next = 1 + PageCells + 9
	page[9].next = 1 + PageCells + 3
	fresh.Store(1 + PageCells + 255)
	if sample, ok := l.Next(); ok {
		t.Errorf("paused, it samples: %v", sample)
	}
	l.Resume()
	var first, last Sample
	ticks := 0
	for n := range 200 {
		sample := next(l)
		if n == 0 {
			first = sample
		} else {
			ticks += sample.Ticks
			if sample.At <= last.At || sample.CPU < last.CPU {
				t.Errorf("sample %d at %d with %d of CPU, after %d with %d", n, sample.At, sample.CPU, last.At, last.CPU)
			}
		}
		last = sample
		var got []uint32
		for _, c := range sample.Copies {
			got = append(got, c.Slot)
			if i := int(c.Slot) - PageCells; c.Word != active(i) || c.CellTag() != uint32(1000+i) || c.Status() != map[int]uint32{1: 3, 9: 4}[i] {
				t.Errorf("%+v: status %d", c, c.Status())
			}
		}
		want := []uint32{PageCells + 1, PageCells + 5, PageCells + 255, PageCells + 9}
		if len(got) != len(want) {
			t.Fatalf("%v, want %v", got, want)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%v, want %v", got, want)
			}
		}
	}
	checkTicks(t, first, last, ticks, interval)
	if l.SelfCPU() <= 0 {
		t.Error("no CPU time")
	}
	runtime.KeepAlive(page)
	runtime.KeepAlive(statuses)
}

// checkTicks checks that each sample lies in an interval of its own and stands for
// those before it without one.
func checkTicks(t *testing.T, first, last Sample, ticks int, interval time.Duration) {
	t.Helper()
	if d := time.Duration(last.At - first.At); d <= time.Duration(ticks-1)*interval || d >= time.Duration(ticks+1)*interval {
		t.Errorf("%d ticks of %v in %v", ticks, interval, d)
	}
}

// A list that the thread may still read is not written over.
func TestSetSlots(t *testing.T) {
	var fresh uint32
	l := startTest(t, Options{Interval: time.Millisecond, Fresh: &fresh})
	none := func(int) uint32 { return 0 }
	if !l.SetSlots(0, none) || l.SetSlots(0, none) {
		t.Error("twice between two samples")
	}
	l.Resume()
	next(l)
	if !l.SetSlots(0, none) {
		t.Error("refused after a sample")
	}
}

// What finds no room is counted, and the next sample stands for it.
func TestDropped(t *testing.T) {
	const cells = 1000
	var fresh uint32
	l := startTest(t, Options{Interval: 100 * time.Microsecond, Fresh: &fresh})
	page := new([PageCells]cell)
	page[0].word = 1 << ActiveBit
	l.AddPage(0, unsafe.Pointer(page), nil)
	l.SetSlots(cells, func(int) uint32 { return 0 })
	l.Resume()
	for l.Dropped() < 3 {
		runtime.Gosched()
	}
	var first, last Sample
	ticks := 0
	for n := range maxKept / (cells + 2) * 2 { // beyond those there was room for
		last = next(l)
		if len(last.Copies) != cells {
			t.Fatalf("%d copies", len(last.Copies))
		}
		if n == 0 {
			first = last
		} else {
			ticks += last.Ticks
		}
	}
	checkTicks(t, first, last, ticks, 100*time.Microsecond)
	runtime.KeepAlive(page)
}

// Paused, it takes no time, and what it samples at after is no older than that.
func TestPause(t *testing.T) {
	var fresh uint32
	l := startTest(t, Options{Interval: time.Millisecond, Fresh: &fresh})
	for range 20 {
		l.Resume()
		next(l)
		l.Pause()
	}
}

// Threads come and go.
func TestManyLookouts(t *testing.T) {
	for range 200 {
		var fresh uint32
		l, err := Start(Options{Interval: time.Millisecond, Fresh: &fresh})
		if errors.Is(err, ErrUnsupported) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		l.Resume()
		l.Close()
	}
}

// Who drops a Lookout without closing it keeps the memory that its thread writes to: the garbage
// collector gives that to nobody else. After Close it may.
func TestRunningKeepsItsMemory(t *testing.T) {
	freed := make(chan bool, 1)
	var l *Lookout
	func() {
		words := new([64]int64)
		runtime.AddCleanup(words, func(freed chan bool) { freed <- true }, freed)
		var err error
		if l, err = Start(Options{Interval: time.Millisecond, Fresh: heap(new(uint32)), Began: &words[8]}); err != nil {
			t.Skip(err)
		}
	}()
	for range 3 {
		runtime.GC()
	}
	select {
	case <-freed:
		t.Fatal("the memory is given to others while the thread writes to it")
	default:
	}
	l.Close()
	runtime.GC()
	<-freed
}
