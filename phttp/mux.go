package phttp

import (
	"net/http"
	"reflect"
	"strings"
	"unsafe"

	"github.com/perfschema/perfschema/internal/closure"
)

const (
	// maxDepth is how many handlers within one another are looked into.
	maxDepth = 16
	// maxMuxes is how many muxes of one handler are asked for a route.
	maxMuxes = 8
)

// muxes are those that a handler hands requests on to. [http.ServeMux] writes the pattern
// into the request that it is given, which is a copy where the handler in front of it has
// called [http.Request.WithContext]: the pattern is looked up by the request as it came.
type muxes struct {
	found []*http.ServeMux
	// within has the muxes of the handlers of subtrees, by pattern; nil for none.
	within memo[string, *muxes]
	// called says that the program's own code stands in front of one, which may ask it for
	// another path than the request's.
	called bool
	// serving says that requests are served meanwhile, so that fields of handlers may change.
	// What has a lock is not looked into: it is there for such fields. Of the rest, fields of
	// interface types are not read, whose two words may belong to different values.
	serving bool
}

// findMuxes returns the muxes that h holds, or that handlers do which it holds: in fields, as
// the handler that [http.TimeoutHandler] returns, or captured by a function, as most
// middleware. It returns nil if there are none. It reads them once: a handler that is
// exchanged later is not seen. If serving, it reads no field of a struct that has a lock or an
// atomic, and no field of an interface type but those of [http.TimeoutHandler], which are never
// assigned. It does not look behind [http.StripPrefix]: the mux there matches other paths than
// those of requests as they come.
func findMuxes(h http.Handler, serving bool) *muxes {
	m := &muxes{serving: serving}
	m.search(reflect.ValueOf(h), maxDepth)
	if len(m.found) == 0 {
		return nil
	}
	return m
}

var (
	muxType     = reflect.TypeFor[*http.ServeMux]()
	handlerType = reflect.TypeFor[http.Handler]()
	// captured are handlers of the types that are found in functions.
	captured    = []http.Handler{(*http.ServeMux)(nil), http.HandlerFunc(nil), http.TimeoutHandler(nil, 0, "")}
	timeoutType = reflect.TypeOf(http.TimeoutHandler(nil, 0, "")).Elem()
	// stripPrefix is the code of the functions that [http.StripPrefix] returns.
	stripPrefix = reflect.ValueOf(http.StripPrefix("/", http.NotFoundHandler())).Pointer()
)

// search looks into a value that is a handler.
func (m *muxes) search(v reflect.Value, depth int) {
	if depth == 0 || !v.IsValid() {
		return
	}
	switch v.Kind() {
	case reflect.Interface:
		if v.CanAddr() && v.Type() == handlerType {
			v = reflect.ValueOf(*(*http.Handler)(v.Addr().UnsafePointer())) // the field may be unexported
		} else {
			v = v.Elem()
		}
		m.search(v, depth-1)
	case reflect.Func:
		if !v.CanInterface() {
			return
		}
		if f, ok := v.Interface().(http.HandlerFunc); ok && v.Pointer() != stripPrefix {
			m.called = true
			for _, h := range closure.Captured(f, captured...) {
				m.search(reflect.ValueOf(h), depth-1)
			}
		}
	case reflect.Pointer:
		to := v.UnsafePointer
		if v.CanAddr() { // a field
			at := v.Addr().UnsafePointer()
			to = func() unsafe.Pointer { return load(at) }
		}
		p := to()
		if v.Type() == muxType {
			m.add((*http.ServeMux)(p)) // the field may be unexported
		} else if p != nil {
			m.search(reflect.NewAt(v.Type().Elem(), p).Elem(), depth-1)
		}
	case reflect.Struct:
		if v.CanAddr() && reflect.PointerTo(v.Type()) == muxType {
			m.search(v.Addr(), depth-1)
			return
		}
		m.called = m.called || m.serving && v.Type() != timeoutType
		if m.serving && locked(v.Type()) {
			return
		}
		for i := range v.NumField() {
			t := v.Type().Field(i).Type
			if m.serving && v.Type() != timeoutType && t.Kind() != reflect.Pointer && t.Kind() != reflect.Struct {
				continue
			}
			if t.Implements(handlerType) || reflect.PointerTo(t).Implements(handlerType) {
				m.search(v.Field(i), depth-1)
			}
		}
	}
}

// locked reports whether a struct has a field of a type of sync or sync/atomic, itself or in a
// struct within.
func locked(t reflect.Type) bool {
	for i := range t.NumField() {
		f := t.Field(i).Type
		if f.Kind() == reflect.Struct && locked(f) || synchronizes(f) || f.Kind() == reflect.Pointer && synchronizes(f.Elem()) {
			return true
		}
	}
	return false
}

// synchronizes reports whether a type is of sync or sync/atomic.
func synchronizes(t reflect.Type) bool { return t.PkgPath() == "sync" || t.PkgPath() == "sync/atomic" }

// load reads a pointer that the program may be assigning under a lock that stands elsewhere: it
// is one word, and what is read is its value before or after.
//
//go:norace
func load(at unsafe.Pointer) unsafe.Pointer { return *(*unsafe.Pointer)(at) }

func (m *muxes) add(mux *http.ServeMux) {
	if mux == nil || len(m.found) == maxMuxes {
		return
	}
	for _, known := range m.found {
		if known == mux {
			return
		}
	}
	m.found = append(m.found, mux)
}

// pattern returns the pattern of a request's route; "" if no mux has one, or two have.
func (m *muxes) pattern(r *http.Request) string { return m.lookUp(r, maxDepth) }

func (m *muxes) lookUp(r *http.Request, depth int) string {
	if m == nil || depth == 0 {
		return ""
	}
	var pattern string
	var route http.Handler
	for _, mux := range m.found {
		switch h, p := mux.Handler(r); {
		case p == "":
		case pattern != "":
			return ""
		default:
			route, pattern = h, p
		}
	}
	return m.inner(pattern, route).patternWithin(r, pattern, depth)
}

// patternWithin returns the pattern that the muxes m give a request which an outer mux has
// handed on by its pattern outer.
func (m *muxes) patternWithin(r *http.Request, outer string, depth int) string {
	if m == nil {
		return outer
	}
	if pattern := m.lookUp(r, depth-1); !m.called || pattern != "" && !matchesAll(pattern) {
		return pattern
	}
	return outer
}

// matchesAll reports whether a pattern matches every path: it says less than that of a subtree.
func matchesAll(pattern string) bool {
	_, path, _ := strings.Cut(pattern, "/")
	return path == "" || path == "{$}"
}

// refine returns the pattern of the innermost mux, where pattern is what an outer one has
// written: a handler between two muxes may have copied the request.
func (m *muxes) refine(r *http.Request, pattern string) string {
	if m == nil || !subtree(pattern) {
		return pattern
	}
	if inner, known := m.within.find(pattern); known && inner == nil {
		return pattern
	}
	for _, mux := range m.found {
		if h, p := mux.Handler(r); p == pattern {
			return m.inner(p, h).patternWithin(r, p, maxDepth)
		}
	}
	m.inner(pattern, nil) // the innermost mux's already
	return pattern
}

// inner returns the muxes in the handler of a pattern, nil without any.
func (m *muxes) inner(pattern string, route http.Handler) *muxes {
	if !subtree(pattern) {
		return nil
	}
	inner, _ := m.within.get(pattern, func() *muxes { return findMuxes(route, true) })
	return inner
}

// subtree reports whether a pattern matches paths that another mux can tell apart.
func subtree(pattern string) bool {
	return strings.HasSuffix(pattern, "/") || strings.HasSuffix(pattern, "...}")
}
