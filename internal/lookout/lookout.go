package lookout

import (
	"errors"
	"time"
)

// ErrUnsupported is returned where there is no lookout.
var ErrUnsupported = errors.New("lookout: not on this platform")

// What is looked at are cells, PageCells side by side. At offset 0 a cell has its
// word, at OffsetTag and OffsetNext two words of 32 bits: one that is copied along,
// and, in a stack of cells, 1 + the slot of the next, 0 for none.
const (
	CellSize   = 64
	PageCells  = 256
	OffsetTag  = 48
	OffsetNext = 60
	// ActiveBit is set in a word that is to be copied, none of WaitMask in one of who
	// does not say that it waits.
	ActiveBit = 30
	WaitMask  = 63
)

// The bounds: how many cells may be looked at, and how many copies may be kept that
// nobody has read yet.
const (
	MaxPages = 4096
	MaxSlots = 1 << 15
	maxKept  = 1 << 15
)

// Copy is what a cell had.
type Copy struct {
	Word uint64
	Slot uint32 // of the cell: 256 to a page
	Tag  uint32 // the cell's, and above it the lowest bits of the slot's status
}

// statusShift is where in a Tag the status is. Tags of cells are smaller. Above it is
// whether it was measured if the thread had a core, and if so.
const (
	statusShift = 24
	statusMask  = 15
	tagMeasured = 1 << 28
	tagHadCPU   = 1 << 29
)

// The status of who has a core of the runtime's, and of who is in a system call.
const (
	statusRunning = 2
	statusSyscall = 3
)

// CellTag is the Tag without the status, Status the lowest four bits of that.
func (c *Copy) CellTag() uint32 { return c.Tag & (1<<statusShift - 1) }

// Status is what CellTag leaves out, 0 for none.
func (c *Copy) Status() uint32 { return c.Tag >> statusShift & statusMask }

// HadCPU says whether the kernel's thread that the cell's status stands for had a core
// of the machine's; known is false where that was not measured.
func (c *Copy) HadCPU() (had, known bool) { return c.Tag&tagHadCPU != 0, c.Tag&tagMeasured != 0 }

// Sample is one sample of all cells.
type Sample struct {
	// At is when it was, by [Now].
	At int64
	// CPU is the CPU time the process had used by then, in nanoseconds.
	CPU int64
	// Ticks is for how many intervals it stands: 1, or more where the kernel gave
	// the thread no CPU for so long.
	Ticks int
	// Copies are the cells whose words were active, a cell perhaps twice. They are
	// as they are until the next call.
	Copies []Copy
}

// Options says what to sample.
type Options struct {
	// Interval is divided into samples: one in each, at a random moment of it.
	Interval time.Duration
	// Fresh is the top of a stack of cells to sample beside those of SetSlots:
	// 1 + the slot of the first, 0 for none.
	Fresh *uint32
	// Began is where the time is written at which a sample begins, by [Now], before any cell is
	// read; nil for nobody who asks.
	Began *int64
	// Thread is how far behind a status the address is of the record of the thread that
	// runs it, or 0 for none; ThreadID where in that the thread's number in the kernel is,
	// never 0. If ThreadID is 0 it is not measured who has a core. Such a record must stay
	// readable for ever.
	//
	// A thread has one if its clock goes on for a quarter of 50 microseconds in which the
	// sampling thread sleeps, since that may itself have taken the core; and if what it
	// ran has gone to another thread or runs no more. So no time lies between what a
	// thread does and whether it has a core for it.
	Thread   int
	ThreadID int
}
