//go:build (!amd64 && !arm64) || portable

package goroutine

const hasWord = false

func word(uintptr) uint64 { return 0 }

func current() uint64 { return 0 }

func self() uintptr { return 0 }

func load(uintptr) uint32 { return 0 }
