//go:build (amd64 || arm64) && !portable

package goroutine

import (
	"runtime"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Position is where a goroutine runs: the kernel's number of the thread, and how often,
// modulo 256, it has left a thread. As long as both are the same the thread ran nothing
// else, but for the little that the collector does there while it looks through the
// goroutine's stack.
type Position struct {
	Thread uint32
	Left   uint8
}

// Here is the running goroutine's Position; false where the runtime's records are not
// as expected, as before Go 1.26, which counts system calls too. Four loads.
func Here() (p Position, known bool) {
	o := position()
	if o.left == 0 {
		return Position{}, false
	}
	g := self()
	record := load64(g + o.record)
	return Position{Thread: load(uintptr(record) + o.id), Left: byteAt(g, o.left)}, true
}

type positionOffsets struct {
	offsets
	left uintptr // 0: not found
}

var position = sync.OnceValue(func() (o positionOffsets) {
	thread, known := Thread()
	if !known {
		return o
	}
	o.record, o.id = uintptr(thread.Record)+statusOffset, uintptr(thread.ID)
	// Whoever is preempted while it looks finds nothing.
	for tries := 0; tries < 5 && o.left == 0; tries++ {
		o.left = findLeft()
	}
	return o
})

// findLeft looks for the byte that counts how often each of several goroutines leaves
// its thread, by its will or to wait, and counts no system calls.
func findLeft() uintptr {
	const goroutines = 4
	fits := map[uintptr]int{}
	for range goroutines {
		found := make(chan map[uintptr]bool)
		go func() { found <- countsLeft() }()
		for o := range <-found {
			fits[o]++
		}
	}
	return only(fits, goroutines)
}

func countsLeft() map[uintptr]bool {
	fits := map[uintptr]bool{}
	for o := uintptr(8); o < searched; o++ {
		fits[o] = true
	}
	g := self()
	var before [searched]byte
	for round, leaves := range []uint8{1, 0, 3, 5, 1} {
		for o := range before {
			before[o] = byteAt(g, uintptr(o))
		}
		switch round {
		case 4: // waits
			time.Sleep(time.Microsecond)
		default:
			for range leaves {
				runtime.Gosched()
			}
			_, _, _ = unix.Syscall(unix.SYS_GETPPID, 0, 0, 0)
		}
		for o := range fits {
			if byteAt(g, o)-before[o] != leaves {
				delete(fits, o)
			}
		}
	}
	return fits
}

// byteAt is a byte of a record.
func byteAt(record, offset uintptr) uint8 {
	at := record + offset
	return uint8(load(at&^3) >> (8 * (at & 3))) // of little-endian words
}
