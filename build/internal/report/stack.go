package report

import (
	"fmt"
	"path"
	"strings"
)

// A Frame is a call on a stack.
type Frame struct {
	Func     string // package path and name, as runtime.Frame has it
	File     string
	Line     int
	Standard bool // of the standard library
}

// A Stack is what called gopark, the innermost frame first.
type Stack struct{ Frames []Frame }

// site returns the innermost frame that is not the standard library's, and the function of
// the standard library that it called. If there is none, it returns the outermost frame.
func (s *Stack) site() (at Frame, called string) {
	if s == nil || len(s.Frames) == 0 {
		return Frame{}, ""
	}
	for i, f := range s.Frames {
		if !f.Standard {
			if i > 0 {
				called = s.Frames[i-1].Func
			}
			return f, called
		}
	}
	last := s.Frames[len(s.Frames)-1]
	if last.Func == "runtime.goexit" && len(s.Frames) > 1 {
		last = s.Frames[len(s.Frames)-2]
	}
	return last, ""
}

// own reports whether the recorder itself waits there.
func (p Place) own() bool {
	if p.Stack == nil {
		return false
	}
	for _, f := range p.Stack.Frames {
		if strings.HasPrefix(f.Func, "runtime/perfschema.") || strings.HasPrefix(f.Func, "runtime/perfschema/") || strings.HasPrefix(f.Func, "internal/perfschema.") {
			return true
		}
	}
	return false
}

// ofRuntime reports whether a goroutine waits there that the runtime has for itself.
func (p Place) ofRuntime() bool {
	if p.Stack == nil || len(p.Stack.Frames) == 0 {
		return false
	}
	for _, f := range p.Stack.Frames {
		if !strings.HasPrefix(f.Func, "runtime.") || f.Func == "runtime.main" {
			return false
		}
	}
	return true
}

// String is the function and the line, without the directories above the package.
func (f Frame) String() string {
	if f.Func == "" {
		return "(place not known)"
	}
	return fmt.Sprintf("%s %s:%d", f.Func, path.Base(f.File), f.Line)
}

// exported is a function's name without what is inside the standard library: what a caller
// knows it by.
func exported(name string) string {
	name = strings.Replace(name, "internal/sync.", "sync.", 1)
	if strings.HasPrefix(name, "runtime.chan") || strings.HasPrefix(name, "runtime.select") || name == "runtime.block" {
		return "" // the operation itself, which the reason tells
	}
	return name
}
