package usage

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// system is Linux. The thread clock counts nanoseconds and is read up to the
// moment; getrusage has the same time in microseconds, divided between user and
// system as the kernel's ticks found it, exactly where the kernel accounts for
// every entry (CONFIG_VIRT_CPU_ACCOUNTING_GEN). Messages and swaps are fields of
// getrusage that Linux does not maintain.
type system struct{}

const linuxFields = 1<<UserCPU | 1<<SystemCPU | 1<<Voluntary | 1<<Involuntary | 1<<BlockIn | 1<<BlockOut | 1<<MajorFaults | 1<<MinorFaults

// Fields implements Platform.
func (system) Fields() (thread, process Fields) { return linuxFields, linuxFields }

// Self implements Platform.
func (system) Self() Thread {
	id, _, _ := unix.RawSyscall(unix.SYS_GETTID, 0, 0, 0)
	return Thread(id)
}

// SelfCPU implements Platform.
func (system) SelfCPU() int64 {
	ns, _ := readClock(unix.CLOCK_THREAD_CPUTIME_ID)
	return ns
}

// ReadSelf implements Platform.
func (system) ReadSelf(s *Sample) {
	readUsage(unix.RUSAGE_THREAD, s)
	s.CPU, _ = readClock(unix.CLOCK_THREAD_CPUTIME_ID)
}

// ReadCounts implements Platform.
func (system) ReadCounts(s *Sample) { readUsage(unix.RUSAGE_THREAD, s) }

// CPU implements Platform. A thread's clock has the inverted thread id for a
// name, and 6 for "scheduler's clock of a thread".
func (system) CPU(t Thread) (int64, bool) {
	return readClock(^int32(t)<<3 | 6)
}

// ReadProcess implements Platform.
func (system) ReadProcess(s *Sample) {
	readUsage(unix.RUSAGE_SELF, s)
	s.CPU, _ = readClock(unix.CLOCK_PROCESS_CPUTIME_ID)
}

func readClock(id int32) (int64, bool) {
	var ts unix.Timespec
	_, _, e := unix.RawSyscall(unix.SYS_CLOCK_GETTIME, uintptr(id), uintptr(unsafe.Pointer(&ts)), 0)
	return ts.Nano(), e == 0
}

func readUsage(who int, s *Sample) {
	var r unix.Rusage
	_, _, _ = unix.RawSyscall(unix.SYS_GETRUSAGE, uintptr(who), uintptr(unsafe.Pointer(&r)), 0)
	// Some platforms have int32 here.
	s.N = [NumFields]int64{
		UserCPU: r.Utime.Nano(), SystemCPU: r.Stime.Nano(),
		Voluntary: int64(r.Nvcsw), Involuntary: int64(r.Nivcsw), //nolint:unconvert
		BlockIn: int64(r.Inblock), BlockOut: int64(r.Oublock), //nolint:unconvert
		MajorFaults: int64(r.Majflt), MinorFaults: int64(r.Minflt), //nolint:unconvert
	}
}
