// Part of programs built by perfschema build: records requests.

package http

import "internal/perfschema"

// A perfschemaServed is a request that is served while the program records.
type perfschemaServed struct {
	request  perfschema.Request
	returned bool // the handler has
}

func perfschemaOn() bool { return perfschema.On() }

func (s *perfschemaServed) begin() { s.request = perfschema.BeginRequest() }

// end is deferred. A handler that panics, or ends its goroutine, has failed.
func (s *perfschemaServed) end(r *Request) {
	s.request.End(perfschema.Method(r.Method), r.Pattern, !s.returned)
}

// perfschemaRoute notes the pattern that a ServeMux has found: the request may be a copy of that
// which the server has.
func perfschemaRoute(r *Request) {
	if r.Pattern != "" {
		perfschema.SetRoute(perfschema.Method(r.Method), r.Pattern)
	}
}

// perfschemaFailed notes that the server has failed at a request.
func perfschemaFailed() {
	if perfschema.On() {
		perfschema.Fail()
	}
}

// perfschemaRoundTrip is roundTrip while the program records.
func (t *Transport) perfschemaRoundTrip(r *Request) (answer *Response, err error) {
	host := ""
	if r != nil && r.URL != nil {
		host = r.URL.Host
	}
	s := perfschema.BeginStatement(perfschema.Sent, host)
	defer func() { s.End(answer == nil || answer.StatusCode >= 500) }()
	return t.roundTrip(r)
}
