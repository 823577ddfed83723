package phttp

import (
	"net"
	"net/http"
	"net/url"
	"strconv"
	"unicode/utf8"

	"github.com/perfschema/perfschema"
)

// maxUser is the length of USER in characters.
const maxUser = 32

// clientGone is the status of a request whose client has gone; there is no standard
// one.
const clientGone = 499

// request is one that is served.
type request struct {
	context   requestContext
	handler   *handler
	outer     *http.Request
	inner     *http.Request // as the handler sees it
	came      came
	worker    *worker // nil if this handler is within another one
	statement perfschema.Statement
	route     string // what SetRoute said
	writer    copying
	body      body
	stream
	returned bool // the handler has
	panicked bool // it has, other than by http.ErrAbortHandler
	aborted  bool // by http.ErrAbortHandler
}

// came is the part of a request that routes are chosen by, as it was before the handler, which
// may change the request while other goroutines ask for its route.
type came struct{ method, host, path, rawPath string }

// request returns a request with the same route.
func (c *came) request() *http.Request {
	return &http.Request{Method: c.method, Host: c.host, URL: &url.URL{Path: c.path, RawPath: c.rawPath}}
}

// requestContext is that of the handler.
type requestContext struct {
	perfschema.Context
	request *request
}

type requestKey struct{}

// Value is [context.Context]'s.
func (c *requestContext) Value(key any) any {
	if key == (requestKey{}) {
		return c.request
	}
	return c.Context.Value(key)
}

// begin is nil where there is no Thread.
func (h *handler) begin(w http.ResponseWriter, r *http.Request) *request {
	x := &request{handler: h, outer: r}
	t := perfschema.Bound()
	if t == nil || t.Schema() != h.Schema {
		host, port := address(r.RemoteAddr)
		if x.worker = h.workers.take(account{h.user(r), host}); x.worker == nil {
			return nil
		}
		t = x.worker.thread
		t.SetPort(port)
		t.Bind()
	}
	x.context = requestContext{perfschema.Context{Context: r.Context(), Thread: t}, x}
	text := h.text(x.worker, r)
	t.BeginMoment()
	if x.worker != nil {
		t.SetCommand("Query", text)
	}
	x.statement = t.BeginStatement(h.in.method(r.Method))
	x.statement.SetText(text)
	x.inner = r.WithContext(&x.context)
	x.came = came{r.Method, r.Host, r.URL.Path, r.URL.RawPath}
	x.statement.SetNamer(x) // others may call it from here on
	t.SetStage(h.in.handling)
	t.EndMoment()

	if r.Body != nil && r.Body != http.NoBody {
		x.body = body{ReadCloser: r.Body, request: x}
		x.inner.Body = &x.body
	}
	x.writer.response = response{ResponseWriter: w, request: x}
	return x
}

// end is deferred: the handler has returned, panics, or ends its goroutine. It looks at
// the panic, which goes on to the caller.
func (x *request) end() {
	if !x.returned {
		if with := recover(); with != nil {
			x.aborted = with == http.ErrAbortHandler //nolint:errorlint // as the server compares it
			x.panicked = !x.aborted
			defer panic(with)
		}
	}
	h, t := x.handler, x.context.Thread
	// The server removes the files of a form, and middleware around this one wants
	// to know the route: both look at the request that they have.
	if x.outer.MultipartForm == nil {
		x.outer.MultipartForm = x.inner.MultipartForm
	}
	x.outer.Pattern = x.inner.Pattern

	x.statement.SetDigest(x.name())
	x.statement.SetNamer(nil)
	if status, message := x.failed(); status != 0 {
		x.statement.SetError(status, "HY000", message)
	} else if x.writer.status >= 400 || x.aborted {
		x.statement.SetCounters(perfschema.StatementCounters{Warnings: 1})
	}
	t.BeginMoment()
	x.statement.End()
	if x.worker == nil {
		t.EndMoment()
		return
	}
	t.CurrentTransaction().End(false) // what the handler left
	t.SetCommand("Sleep", "")
	t.EndMoment()
	t.Unbind()
	h.workers.give(x.worker)
}

// failed is the status of a request that failed, and what it means; 0 of another.
func (x *request) failed() (status int, message string) {
	switch status = x.writer.status; {
	case status >= 500:
		return status, http.StatusText(status)
	case x.panicked:
		return http.StatusInternalServerError, "The handler panicked"
	case !x.returned && !x.aborted:
		return http.StatusInternalServerError, "The handler ended its goroutine"
	case x.left():
		return clientGone, "The client has gone, or the request's time was over"
	}
	return 0, ""
}

func (h *handler) user(r *http.Request) string {
	if h.User == nil {
		return ""
	}
	return cut(h.User(r))
}

// cut leaves what fits into the column.
func cut(user string) string {
	if len(user) <= maxUser && utf8.ValidString(user) {
		return user
	}
	n := 0
	for i, c := range user {
		if n == maxUser || c == utf8.RuneError {
			return user[:i]
		}
		n++
	}
	return user
}

// address takes a client's address apart.
func address(remote string) (host string, port uint16) {
	host, digits, err := net.SplitHostPort(remote)
	if err != nil {
		return remote, 0
	}
	n, _ := strconv.ParseUint(digits, 10, 16)
	return host, uint16(n)
}
