package phttp

import (
	"net/http"
	"reflect"
	"strings"
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
}

// findMuxes returns the muxes that are fields of h, or of handlers that are fields of it,
// as in the handler that [http.TimeoutHandler] returns; nil if there are none. What a
// function has captured cannot be seen. It reads the fields once: a handler that is
// exchanged later is not seen either.
func findMuxes(h http.Handler) *muxes {
	m := &muxes{}
	m.search(reflect.ValueOf(h), maxDepth)
	if len(m.found) == 0 {
		return nil
	}
	return m
}

var (
	muxType     = reflect.TypeFor[*http.ServeMux]()
	handlerType = reflect.TypeFor[http.Handler]()
)

// search looks into a value that is a handler.
func (m *muxes) search(v reflect.Value, depth int) {
	if depth == 0 || !v.IsValid() {
		return
	}
	switch v.Kind() {
	case reflect.Interface:
		m.search(v.Elem(), depth-1)
	case reflect.Pointer:
		if v.Type() == muxType {
			m.add((*http.ServeMux)(v.UnsafePointer())) // the field may be unexported
			return
		}
		m.search(v.Elem(), depth-1)
	case reflect.Struct:
		if v.CanAddr() && reflect.PointerTo(v.Type()) == muxType {
			m.search(v.Addr(), depth-1)
			return
		}
		for i := range v.NumField() {
			if t := v.Type().Field(i).Type; t.Implements(handlerType) || reflect.PointerTo(t).Implements(handlerType) {
				m.search(v.Field(i), depth-1)
			}
		}
	}
}

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
	if inner := m.inner(pattern, route); inner != nil {
		return inner.lookUp(r, depth-1)
	}
	return pattern
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
			if inner := m.inner(p, h); inner != nil {
				return inner.pattern(r)
			}
			return pattern
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
	inner, _ := m.within.get(pattern, func() *muxes { return findMuxes(route) })
	return inner
}

// subtree reports whether a pattern matches paths that another mux can tell apart.
func subtree(pattern string) bool {
	return strings.HasSuffix(pattern, "/") || strings.HasSuffix(pattern, "...}")
}
