package phttp

import (
	"net/http"
	"strings"

	"github.com/perfschema/perfschema"
)

// methods have a statement class each.
var methods = [...]string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch,
	http.MethodDelete, http.MethodConnect, http.MethodOptions, http.MethodTrace,
}

// instruments are the keys of this package's classes.
type instruments struct {
	request                               perfschema.ThreadKey
	methods                               [len(methods)]perfschema.StatementKey
	other, stream                         perfschema.StatementKey
	reading, handling, writing, streaming perfschema.StageKey
	server, client                        perfschema.SocketKey
}

// register gives the same keys each time.
func register(ps *perfschema.Schema) *instruments {
	in := &instruments{}
	in.request = ps.RegisterThread("http", perfschema.Info{Name: "request", Documentation: "request that is served"})
	for i, m := range methods {
		in.methods[i] = ps.RegisterStatement("http", perfschema.Info{Name: strings.ToLower(m), Documentation: m + " request that is served"})
	}
	in.other = ps.RegisterStatement("http", perfschema.Info{Name: "other", Documentation: "request that is served, by another method"})
	in.stream = ps.RegisterStatement("http", perfschema.Info{Name: "stream", Documentation: "request that is answered by a stream, or whose connection is taken over"})
	in.reading = ps.RegisterStage("http", perfschema.Info{Name: "reading the body", Documentation: "the handler reads the request's body"})
	in.handling = ps.RegisterStage("http", perfschema.Info{Name: "handling", Documentation: "the handler runs"})
	in.writing = ps.RegisterStage("http", perfschema.Info{Name: "writing the response", Documentation: "the handler writes the response's body"})
	in.streaming = ps.RegisterStage("http", perfschema.Info{Name: "streaming", Documentation: "the handler runs, behind the first byte of a stream"})
	in.server = ps.RegisterSocket("http", perfschema.Info{Name: "server", Documentation: "bodies of requests that are served, and of their responses"})
	in.client = ps.RegisterSocket("http", perfschema.Info{Name: "client", Documentation: "requests that are sent, and the bodies of their responses"})
	return in
}

// method is the statement class of a method.
func (in *instruments) method(name string) perfschema.StatementKey {
	for i, m := range methods {
		if m == name {
			return in.methods[i]
		}
	}
	return in.other
}
