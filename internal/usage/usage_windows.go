package usage

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// system is Windows. Of a thread it tells the CPU time alone, in steps of the
// scheduler's clock (up to 15.6 ms); of the process also page faults, which it
// does not divide into major and minor, and I/O operations.
type system struct{}

const (
	threadFields  = 1<<UserCPU | 1<<SystemCPU
	processFields = threadFields | 1<<BlockIn | 1<<BlockOut | 1<<MinorFaults
)

var (
	kernel32         = windows.NewLazySystemDLL("kernel32.dll")
	getThreadTimes   = kernel32.NewProc("GetThreadTimes")
	getIOCounters    = kernel32.NewProc("GetProcessIoCounters")
	getProcessMemory = kernel32.NewProc("K32GetProcessMemoryInfo")
)

// PROCESS_MEMORY_COUNTERS of psapi.h.
type memoryCounters struct {
	size, pageFaults uint32
	_                [8]uintptr
}

// Fields implements Platform.
func (system) Fields() (thread, process Fields) { return threadFields, processFields }

// Self implements Platform.
func (system) Self() Thread { return Thread(windows.GetCurrentThreadId()) }

// SelfCPU implements Platform.
func (p system) SelfCPU() int64 {
	var s Sample
	p.ReadSelf(&s)
	return s.CPU
}

// ReadSelf implements Platform.
func (system) ReadSelf(s *Sample) {
	*s = Sample{}
	readThread(windows.CurrentThread(), s)
}

// ReadCounts implements Platform.
func (p system) ReadCounts(s *Sample) { p.ReadSelf(s) }

// CPU implements Platform.
func (system) CPU(t Thread) (int64, bool) {
	h, err := windows.OpenThread(windows.THREAD_QUERY_INFORMATION, false, uint32(t))
	if err != nil {
		return 0, false
	}
	defer windows.CloseHandle(h)
	var s Sample
	ok := readThread(h, &s)
	return s.CPU, ok
}

// ReadProcess implements Platform.
func (system) ReadProcess(s *Sample) {
	*s = Sample{}
	self := windows.CurrentProcess()
	var created, exited, kernel, user windows.Filetime
	if windows.GetProcessTimes(self, &created, &exited, &kernel, &user) == nil {
		s.setCPU(user, kernel)
	}
	var io windows.IO_COUNTERS
	if ok, _, _ := getIOCounters.Call(uintptr(self), uintptr(unsafe.Pointer(&io))); ok != 0 {
		s.N[BlockIn], s.N[BlockOut] = int64(io.ReadOperationCount), int64(io.WriteOperationCount)
	}
	mem := memoryCounters{size: uint32(unsafe.Sizeof(memoryCounters{}))}
	if ok, _, _ := getProcessMemory.Call(uintptr(self), uintptr(unsafe.Pointer(&mem)), uintptr(mem.size)); ok != 0 {
		s.N[MinorFaults] = int64(mem.pageFaults)
	}
}

func readThread(h windows.Handle, s *Sample) bool {
	var created, exited, kernel, user windows.Filetime
	ok, _, _ := getThreadTimes.Call(uintptr(h), uintptr(unsafe.Pointer(&created)), uintptr(unsafe.Pointer(&exited)),
		uintptr(unsafe.Pointer(&kernel)), uintptr(unsafe.Pointer(&user)))
	if ok == 0 {
		return false
	}
	s.setCPU(user, kernel)
	return true
}

// setCPU takes times that are durations in steps of 100 ns.
func (s *Sample) setCPU(user, kernel windows.Filetime) {
	ns := func(t windows.Filetime) int64 { return (int64(t.HighDateTime)<<32 | int64(t.LowDateTime)) * 100 }
	s.N[UserCPU], s.N[SystemCPU] = ns(user), ns(kernel)
	s.CPU = s.N[UserCPU] + s.N[SystemCPU]
}
