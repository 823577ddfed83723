package usage

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// system is macOS. Of a thread it tells the CPU time alone, by the thread
// clock, and by proc_info how that divides between user and system; of the
// process all that getrusage has.
type system struct{}

const (
	threadFields  = 1<<UserCPU | 1<<SystemCPU
	processFields = threadFields | 1<<Voluntary | 1<<Involuntary | 1<<BlockIn | 1<<BlockOut | 1<<Sent | 1<<Received | 1<<MajorFaults | 1<<MinorFaults | 1<<Swaps

	callPIDInfo  = 2
	threadByID64 = 15
)

// proc_threadinfo of sys/proc_info.h.
type threadInfo struct {
	user, system uint64
	_            [96]byte
}

// Fields implements Platform.
func (system) Fields() (thread, process Fields) { return threadFields, processFields }

// Self implements Platform.
func (system) Self() Thread {
	id, _, _ := unix.Syscall(unix.SYS_THREAD_SELFID, 0, 0, 0)
	return Thread(id)
}

// SelfCPU implements Platform.
func (system) SelfCPU() int64 { return readClock(unix.CLOCK_THREAD_CPUTIME_ID) }

// ReadSelf implements Platform.
func (p system) ReadSelf(s *Sample) {
	*s = Sample{CPU: p.SelfCPU()}
	var info threadInfo
	if readThread(p.Self(), &info) {
		s.N[UserCPU], s.N[SystemCPU] = int64(info.user), int64(info.system)
	}
}

// ReadCounts implements Platform.
func (p system) ReadCounts(s *Sample) { p.ReadSelf(s) }

// CPU implements Platform.
func (system) CPU(t Thread) (int64, bool) {
	var info threadInfo
	if !readThread(t, &info) {
		return 0, false
	}
	return int64(info.user + info.system), true
}

// ReadProcess implements Platform.
func (system) ReadProcess(s *Sample) {
	var r unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &r) != nil {
		return
	}
	s.CPU = readClock(unix.CLOCK_PROCESS_CPUTIME_ID)
	s.N = [NumFields]int64{
		UserCPU: r.Utime.Nano(), SystemCPU: r.Stime.Nano(),
		Voluntary: r.Nvcsw, Involuntary: r.Nivcsw, BlockIn: r.Inblock, BlockOut: r.Oublock,
		Sent: r.Msgsnd, Received: r.Msgrcv, MajorFaults: r.Majflt, MinorFaults: r.Minflt, Swaps: r.Nswap,
	}
}

func readClock(id int32) int64 {
	var ts unix.Timespec
	if unix.ClockGettime(id, &ts) != nil {
		return 0
	}
	return ts.Nano()
}

func readThread(t Thread, info *threadInfo) bool {
	n, _, e := unix.Syscall6(unix.SYS_PROC_INFO, callPIDInfo, uintptr(os.Getpid()), threadByID64, uintptr(t),
		uintptr(unsafe.Pointer(info)), unsafe.Sizeof(*info))
	return e == 0 && n > 0
}
