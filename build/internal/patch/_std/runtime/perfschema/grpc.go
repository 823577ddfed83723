package perfschema

import "internal/perfschema"

// Package grpc is no part of the standard library: the file that perfschema build adds to package
// main records its calls by these.

// Recording reports whether the program records. It does not change after package main's init.
func Recording() bool { return perfschema.On() }

// AddPatch names a part that the program records besides the patches of the standard library.
func AddPatch(name string) {
	names.Lock()
	defer names.Unlock()
	patches = append(patches[:len(patches):len(patches)], name)
}

// recorded returns the patches and what AddPatch has named.
func recorded() []string {
	names.Lock()
	defer names.Unlock()
	return patches
}

// A ServedCall is a call of gRPC on the goroutine that serves it.
type ServedCall struct {
	request perfschema.Request
	event   perfschema.Event
	method  string
}

// ServeCall begins a call, which the goroutine and all that it starts work for until End. method
// must not come from the client: it is kept.
func ServeCall(method string, stream bool) ServedCall {
	event := perfschema.Unary
	if stream {
		event = perfschema.Stream
	}
	return ServedCall{perfschema.BeginRequest(), event, method}
}

// End ends the call.
func (c *ServedCall) End(failed bool) { c.request.End(c.event, c.method, failed) }

// A SentCall is a call of gRPC on the goroutine that waits for its answer.
type SentCall struct{ statement perfschema.Statement }

// SendCall begins a call, a statement of the request that the goroutine works for.
func SendCall(method string) SentCall {
	return SentCall{perfschema.BeginStatement(perfschema.Called, method)}
}

// End ends the call.
func (c *SentCall) End(failed bool) { c.statement.End(failed) }
