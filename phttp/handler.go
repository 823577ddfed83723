package phttp

import (
	"net/http"
	"runtime"

	"github.com/perfschema/perfschema"
)

// Handler returns a handler that records each request that next serves: Middleware
// with nothing but a Schema.
func Handler(ps *perfschema.Schema, next http.Handler) http.Handler {
	return Middleware{Schema: ps}.Handler(next)
}

// Middleware says what is recorded of requests. Its functions are called once for
// each request, on the handler's goroutine, and need no lock.
type Middleware struct {
	// Schema records. With one that is nil or off Handler returns what it is given.
	Schema *perfschema.Schema
	// User returns the account's name, whose first 32 characters are kept. By default
	// there is none. User is called before the handler, and must return only names
	// that the program has checked by then: put the authentication in front of this
	// handler and take the name from the request's context. A name that a header
	// claims, as that of [http.Request.BasicAuth], lets strangers fill the tables of
	// accounts.
	User func(*http.Request) string
	// Text is SQL_TEXT. The default is the method and the path, and the names in
	// the query string without their values; a path that has a secret in it wants
	// another.
	Text func(*http.Request) string
	// Route names what served the request, as "GET /orders/{id}", after the handler
	// has returned. Without it, and where it returns "", the route is found as the
	// package says. A router that does not set [http.Request.Pattern] is asked here;
	// what it keeps in the request's context it keeps in the context of a copy, and
	// wants to be asked by [SetRoute] within the handler.
	Route func(*http.Request) string
	// Mux has the routes, where it is behind middleware that copies requests and Handler
	// cannot find it: see the package's comment.
	Mux *http.ServeMux
}

// Handler returns a handler that records each request that next serves. The request
// that next is given has a context with the Thread, and a response writer with those
// of Flush, Hijack, ReadFrom and Push that the server's has.
func (m Middleware) Handler(next http.Handler) http.Handler {
	if !m.Schema.Enabled() {
		return next
	}
	in := register(m.Schema)
	h := &handler{
		Middleware: m, next: next, in: in,
		workers: &workers{ps: m.Schema, key: in.request},
		socket:  m.Schema.NewSocketInstance(in.server, perfschema.SocketOptions{FD: -1}),
	}
	if _, h.routed = next.(*http.ServeMux); m.Mux != nil {
		h.muxes = &muxes{found: []*http.ServeMux{m.Mux}}
	} else {
		h.muxes = findMuxes(next, false)
	}
	runtime.AddCleanup(h, (*workers).end, h.workers)
	runtime.AddCleanup(h, (*perfschema.SocketInstance).Destroy, h.socket)
	return h
}

type handler struct {
	Middleware
	next    http.Handler
	in      *instruments
	workers *workers
	routes  routes
	muxes   *muxes
	guesses guesses
	routed  bool                       // by a mux that nothing stands in front of
	socket  *perfschema.SocketInstance // of all requests
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := h.begin(w, r)
	if x == nil { // no room for another Thread
		h.next.ServeHTTP(w, r)
		return
	}
	defer x.end()
	h.next.ServeHTTP(x.writer.facets(), x.inner)
	x.returned = true
}
