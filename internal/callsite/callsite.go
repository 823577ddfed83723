// Package callsite names the place in the source that called an exported
// function, at the price of reading one word from the stack.
package callsite

import (
	"path/filepath"
	"runtime"
	"strconv"
)

// Frame is a place in the source.
type Frame struct {
	Function string // package path and name
	File     string // base name
	Line     int
}

// Of resolves a value that [PC] returned. It is for the read side: it formats
// and allocates. The zero Frame means unknown.
func Of(pc uintptr) Frame {
	if pc == 0 {
		return Frame{}
	}
	f, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	if f.File == "" {
		return Frame{}
	}
	return Frame{Function: f.Function, File: filepath.Base(f.File), Line: f.Line}
}

// String is MySQL's form of a SOURCE column, "file.go:123".
func (f Frame) String() string {
	if f.File == "" {
		return ""
	}
	return f.File + ":" + strconv.Itoa(f.Line)
}
