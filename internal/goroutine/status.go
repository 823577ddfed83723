package goroutine

import (
	"runtime"
	"time"
)

// Status is where the runtime says of one goroutine whether it runs: an address in
// the runtime's record, which stays where it is for the life of the process, and
// may become another goroutine's when this one has ended. 0 is of a goroutine of
// which it is not known. Any goroutine may ask, and nobody notices.
type Status uintptr

// Doing is what a goroutine does.
type Doing uint8

// What a goroutine does.
const (
	Unknown   Doing = iota
	Ready           // it would run if it had a core of the runtime's
	Running         // it has one
	InSyscall       // it is in the kernel, at work or waiting for something there
	Waiting         // it waits for another goroutine, for the time or for the network
)

// The runtime's words for that, which have been the same since Go 1.5; a higher
// bit is added while its stack is looked through. What find saw in goroutines of its own
// is compared with them.
const (
	wordReady   = 1
	wordRunning = 2
	wordSyscall = 3
	wordWaiting = 4
	wordMask    = 15
	wordScanned = 0x1000
)

// statusOffset is where the runtime keeps the word in its record of a goroutine, 0
// if that is not known.
var statusOffset = findStatus()

// Own is the Status of the running goroutine: two loads.
func Own() Status {
	if statusOffset == 0 {
		return 0
	}
	return Status(self() + statusOffset)
}

// Doing is what the goroutine does at this moment: a load.
func (s Status) Doing() Doing {
	if s == 0 {
		return Unknown
	}
	return DoingOf(load(uintptr(s)))
}

// DoingOf is what the lowest four bits say of what stands where a Status points to.
func DoingOf(word uint32) Doing {
	switch word & wordMask {
	case wordReady:
		return Ready
	case wordRunning:
		return Running
	case wordSyscall:
		return InSyscall
	case wordWaiting:
		return Waiting
	}
	return Unknown
}

// Of says whether the Status is still that of the goroutine with a number.
func (s Status) Of(id uint64) bool {
	if s == 0 || offset == 0 {
		return false
	}
	at := uintptr(s) - statusOffset + offset
	return load64(at) == id
}

// load64 reads two words of a record.
func load64(at uintptr) uint64 { return uint64(load(at)) | uint64(load(at+4))<<32 }

// findStatus looks for the word that says of each of several goroutines that it
// runs while it does, and that it waits while it does.
func findStatus() uintptr {
	if !hasWord || offset == 0 {
		return 0
	}
	const tries = 4
	fits := map[uintptr]int{}
	for range tries {
		records, release := make(chan uintptr), make(chan bool)
		ran := map[uintptr]bool{}
		go func() {
			g := self()
			for o := uintptr(4); o < searched; o += 4 {
				ran[o] = load(g+o)&^wordScanned == wordRunning
			}
			records <- g
			<-release
		}()
		g := <-records
		for spins, waits := 0, 0; spins < 300 && waits == 0; spins++ {
			if runtime.Gosched(); spins > 100 { // it is about to wait, and may lack a core
				time.Sleep(time.Millisecond)
			}
			for o, r := range ran {
				if r && load(g+o)&^wordScanned == wordWaiting {
					fits[o]++
					waits++
				}
			}
		}
		release <- true
	}
	return only(fits, tries)
}
