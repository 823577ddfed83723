package resident

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	callPIDInfo = 2
	pidTaskInfo = 4
)

// taskInfo is the beginning of proc_taskinfo of sys/proc_info.h.
type taskInfo struct {
	virtual, resident uint64
	_                 [80]byte
}

// Read reads the resident set size, of which macOS tells no parts here. It is
// safe for concurrent use.
func Read() (Set, error) {
	var info taskInfo
	n, _, e := unix.Syscall6(unix.SYS_PROC_INFO, callPIDInfo, uintptr(os.Getpid()), pidTaskInfo, 0,
		uintptr(unsafe.Pointer(&info)), unsafe.Sizeof(info))
	if e != 0 || n != unsafe.Sizeof(info) {
		return Set{}, fmt.Errorf("%w: proc_info: %w", ErrUnknown, e)
	}
	return Set{Total: int64(info.resident)}, nil
}
