package usage

import "github.com/perfschema/perfschema/internal/goroutine"

// Field is one number of a [Sample].
type Field uint8

// The fields. Times are nanoseconds, the others counts.
const (
	UserCPU Field = iota
	SystemCPU
	Voluntary   // context switches of a thread that waits
	Involuntary // context switches of a thread whose time is up
	BlockIn     // operations that read from a device
	BlockOut    // operations that write to one
	Sent        // messages
	Received
	MajorFaults // that wait for a device
	MinorFaults
	Swaps
	NumFields
)

// Fields is a set of them.
type Fields uint16

// Of makes a set.
func Of(fields ...Field) (s Fields) {
	for _, f := range fields {
		s |= 1 << f
	}
	return s
}

// Has says whether a field is in the set.
func (s Fields) Has(f Field) bool { return s&(1<<f) != 0 }

// Sample is what has been used up to a moment.
type Sample struct {
	// CPU is the CPU time in nanoseconds, of the finest clock there is. The
	// two CPU fields may come of a coarser one: what counts of them is how the
	// time divides between the two.
	CPU int64
	N   [NumFields]int64
}

// Add adds another sample.
func (s *Sample) Add(o *Sample) {
	s.CPU += o.CPU
	for i := range s.N {
		s.N[i] += o.N[i]
	}
}

// Sub subtracts another sample.
func (s *Sample) Sub(o *Sample) {
	s.CPU -= o.CPU
	for i := range s.N {
		s.N[i] -= o.N[i]
	}
}

// Thread names a thread of the operating system.
type Thread uint64

// Platform is what an operating system can tell. It is safe for concurrent
// use and does not allocate. A goroutine that reads more than once of the
// thread it runs on must have locked it (runtime.LockOSThread).
type Platform interface {
	// Fields are what is measured of a thread and of the process.
	Fields() (thread, process Fields)
	// Self is the running thread.
	Self() Thread
	// Here is where the running goroutine is; false where that is not known, or the
	// platform cannot tell the CPU time of another thread.
	Here() (goroutine.Position, bool)
	// SelfCPU is the running thread's CPU time, by the finest clock.
	SelfCPU() int64
	// ReadSelf reads all that is measured of the running thread.
	ReadSelf(s *Sample)
	// ReadCounts is ReadSelf without the finest clock, where that is less work.
	ReadCounts(s *Sample)
	// CPU is the CPU time of any thread of the process; false if it is gone or
	// the platform does not say.
	CPU(t Thread) (int64, bool)
	// Watch watches the running thread, which is locked, until EndWatch on the
	// same thread, one watch at a time; it does not work where the platform has
	// no means. If a thread ends without EndWatch some bytes are lost.
	Watch() Watch
	EndWatch(*Watch)
	// ReadProcess reads all that is measured of the process.
	ReadProcess(s *Sample)
}

// Here implements Platform.
func (system) Here() (goroutine.Position, bool) { return goroutine.Here() }

// System is the platform this program runs on.
func System() Platform { return system{} }
