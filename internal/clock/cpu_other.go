//go:build !linux

package clock

const hasThreadCPU = false

func threadCPU() uint64 { return 0 }

// stillReads is how often a timer is read, which may move every 16 ms only,
// before it is taken for one that stands still.
const stillReads = 1 << 24

const hasSystemNanos = false

func systemNanos() uint64 { return 0 }
