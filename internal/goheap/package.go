package goheap

import (
	"net/url"
	"runtime"
	"strings"
)

// runtimePackage is what allocates for itself: call stacks that never leave the
// runtime.
const runtimePackage = "runtime"

// packageOf names the package that allocated: that of the first function of a
// call stack which is not the runtime's. So what bytes.Buffer grows by belongs
// to bytes, whoever writes to the buffer. The caller holds r.mu.
func (r *Reader) packageOf(stack []uintptr) string {
	if r.packages == nil {
		r.packages = make(map[uintptr]string)
	}
	for i, pc := range stack {
		name, known := r.packages[pc]
		if !known {
			// The runtime gives a program counter for each function, inlined
			// ones too.
			f, _ := runtime.CallersFrames(stack[i : i+1]).Next()
			if name = PackageName(f.Function); ofRuntime(name) {
				name = ""
			}
			r.packages[pc] = name
		}
		if name != "" {
			return name
		}
	}
	return runtimePackage
}

// ofRuntime says whether a package is part of the runtime; "" is. Through
// internal/bytealg package strings asks the runtime for bytes that are not zero.
func ofRuntime(name string) bool {
	return name == "" || name == runtimePackage || name == "internal/bytealg" ||
		strings.HasPrefix(name, "runtime/") || strings.HasPrefix(name, "internal/runtime/")
}

// PackageName is the import path of a function's package, of the name that the
// runtime gives the function: "net/http.(*conn).serve" is of net/http. It is ""
// for a name that has none.
func PackageName(function string) string {
	if i := strings.IndexByte(function, '['); i >= 0 {
		function = function[:i] // type arguments may have paths of their own
	}
	slash := strings.LastIndexByte(function, '/') + 1
	dot := strings.IndexByte(function[slash:], '.')
	if dot < 0 {
		return ""
	}
	path := function[:slash+dot]
	// The linker writes dots of a path's last part, and letters beyond ASCII, as
	// in a URL.
	if plain, err := url.PathUnescape(path); err == nil {
		return plain
	}
	return path
}
