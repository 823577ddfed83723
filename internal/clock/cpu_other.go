//go:build !linux

package clock

const hasThreadCPU = false

func threadCPU() uint64 { return 0 }
