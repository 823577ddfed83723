package resident

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

var getProcessMemoryInfo = windows.NewLazySystemDLL("kernel32.dll").NewProc("K32GetProcessMemoryInfo")

// memoryCounters is PROCESS_MEMORY_COUNTERS of psapi.h.
type memoryCounters struct {
	size, pageFaults            uint32
	peakWorkingSet, workingSet  uintptr
	peakPagedPool, pagedPool    uintptr
	peakNonPagedPool, nonPaged  uintptr
	pagefile, peakPagefileUsage uintptr
}

// Read reads the size of the working set, of which Windows tells no parts here.
// It is safe for concurrent use.
func Read() (Set, error) {
	var c memoryCounters
	c.size = uint32(unsafe.Sizeof(c))
	if ok, _, err := getProcessMemoryInfo.Call(uintptr(windows.CurrentProcess()), uintptr(unsafe.Pointer(&c)), unsafe.Sizeof(c)); ok == 0 {
		return Set{}, fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	return Set{Total: int64(c.workingSet)}, nil
}
