package phttp

import (
	"net/http"

	"github.com/perfschema/perfschema"
)

// name is the digest's text.
func (x *request) name() string {
	h := x.handler
	if x.route != "" {
		return x.route
	}
	if h.Route != nil {
		if name := h.Route(x.inner); name != "" {
			return name
		}
	}
	pattern := x.inner.Pattern
	if pattern != "" {
		pattern = h.muxes.refine(x.inner, pattern)
	} else {
		pattern = h.muxes.pattern(x.inner)
	}
	x.outer.Pattern = pattern
	if pattern == "" && !h.routed {
		if name := h.guesses.name(x.outer.Method, x.outer.URL.Path, x.outcome()); name != "" {
			return name
		}
	}
	return h.routes.name(x.outer.Method, pattern)
}

// StatementName returns the digest's text as far as it is known while the handler runs:
// [perfschema.StatementNamer]'s. The handler's goroutine alone reads what the handler writes,
// as the pattern. Others look the route up by the request as it came.
func (x *request) StatementName() string {
	h := x.handler
	var pattern string
	if perfschema.Bound() == x.context.Thread {
		if x.route != "" {
			return x.route
		}
		pattern = h.muxes.refine(x.inner, x.inner.Pattern)
	}
	if pattern == "" && h.muxes != nil {
		pattern = h.muxes.pattern(x.came.request())
	}
	if pattern == "" {
		return h.guesses.known(x.came.method, x.came.path)
	}
	return h.routes.name(x.came.method, pattern)
}

// outcome returns the status by which a route is guessed, if something is served at the path.
func (x *request) outcome() int {
	switch {
	case x.writer.status != 0:
		return x.writer.status
	case x.aborted, x.left():
		return clientGone // nothing is known of the route
	case !x.returned:
		return http.StatusInternalServerError
	}
	return http.StatusOK
}

// SetRoute names the route that serves a request, for routers that do not set
// [http.Request.Pattern]: "GET /orders/{id}". It is called with the request that the
// handler was given, or one that was made of it, on the handler's goroutine. Where
// the request is not recorded it does nothing.
func SetRoute(r *http.Request, name string) {
	if x, ok := r.Context().Value(requestKey{}).(*request); ok {
		x.route = name
	}
}
