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
	request                    perfschema.ThreadKey
	methods                    [len(methods)]perfschema.StatementKey
	other                      perfschema.StatementKey
	reading, handling, writing perfschema.StageKey
	server, client             perfschema.SocketKey
}

// register gives the same keys each time.
func register(ps *perfschema.Schema) *instruments {
	in := &instruments{}
	ps.RegisterThreads("http",
		perfschema.Info[perfschema.ThreadKey]{Key: &in.request, Name: "request", Documentation: "request that is served"})
	for i, m := range methods {
		ps.RegisterStatements("http",
			perfschema.Info[perfschema.StatementKey]{Key: &in.methods[i], Name: strings.ToLower(m), Documentation: m + " request that is served"})
	}
	ps.RegisterStatements("http",
		perfschema.Info[perfschema.StatementKey]{Key: &in.other, Name: "other", Documentation: "request that is served, by another method"})
	ps.RegisterStages("http",
		perfschema.Info[perfschema.StageKey]{Key: &in.reading, Name: "reading the body", Documentation: "the handler reads the request's body"},
		perfschema.Info[perfschema.StageKey]{Key: &in.handling, Name: "handling", Documentation: "the handler runs"},
		perfschema.Info[perfschema.StageKey]{Key: &in.writing, Name: "writing the response", Documentation: "the handler writes the response's body"})
	ps.RegisterSockets("http",
		perfschema.Info[perfschema.SocketKey]{Key: &in.server, Name: "server", Documentation: "bodies of requests that are served, and of their responses"},
		perfschema.Info[perfschema.SocketKey]{Key: &in.client, Name: "client", Documentation: "requests that are sent, and the bodies of their responses"})
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
