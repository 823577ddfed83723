//go:build (amd64 || arm64) && !portable

package goroutine

const hasWord = true

// word reads a word of the runtime's record of the running goroutine.
func word(offset uintptr) uint64

// current reads the word at offset, or returns 0 if offset is 0.
func current() uint64

// self is the address of the runtime's record of the running goroutine.
func self() uintptr

// load reads what is at an address in such a record.
func load(address uintptr) uint32
