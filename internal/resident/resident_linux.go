package resident

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"unsafe"
)

// heapObject keeps an object on the heap.
var heapObject atomic.Pointer[[64]byte]

// heapAddress is an address in the Go heap. The runtime takes its arenas side by
// side, and goes elsewhere only where another mapping is in the way.
func heapAddress() uint64 {
	p := new([64]byte)
	heapObject.Store(p) // so that it is not on the stack
	return uint64(uintptr(unsafe.Pointer(p)))
}

// Read reads the resident set. It takes the kernel some milliseconds to walk the
// pages of a process of a gigabyte, and neither stops a goroutine. It is safe for
// concurrent use. Where the kernel does not show mappings, the total is all.
func Read() (Set, error) {
	s, err := readMappings()
	if err != nil {
		s = Set{}
	}
	s.Total, err = readTotal()
	if err != nil {
		return Set{}, err
	}
	return s, nil
}

func readMappings() (Set, error) {
	text, err := readAll("/proc/self/smaps")
	if err != nil {
		return Set{}, err
	}
	maps, err := parseSmaps(text)
	if err != nil {
		return Set{}, err
	}
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return Set{}, err
	}
	f := facts{program: strings.TrimSuffix(program, deleted), heap: heapAddress()}
	return divide(maps, f), nil
}

// readAll reads a file of which the kernel writes some with each read.
func readAll(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text := bytes.NewBuffer(make([]byte, 0, 128<<10))
	if _, err := text.ReadFrom(f); err != nil {
		return nil, err
	}
	return text.Bytes(), nil
}

// readTotal reads what ps and top show.
func readTotal() (int64, error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0, fmt.Errorf("%w: statm is %q", ErrUnknown, text)
	}
	pages, err := strconv.ParseInt(string(fields[1]), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	return pages * int64(os.Getpagesize()), nil
}
