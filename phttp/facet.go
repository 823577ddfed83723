package phttp

import (
	"bufio"
	"io"
	"net"
	"net/http"

	"github.com/perfschema/perfschema"
)

// A handler asks by type assertion what else its writer can do, so that the writer
// has to have that and no more. These are the writers there are: the server's for
// HTTP/1 (copying) and for HTTP/2 (pushing), and those of middleware that keeps less. A
// writer with another set of methods is taken for the one with most of them;
// [http.ResponseController] reaches what that leaves out.
//
// Each is within the next, so that one allocation has them all.
type (
	flushing  struct{ response }
	hijacking struct{ flushing }
	copying   struct{ hijacking }

	pushing struct{ *flushing }
)

// Flush is [http.Flusher]'s.
func (w *flushing) Flush() {
	t, before := w.writing()
	w.ResponseWriter.(http.Flusher).Flush()
	w.flushed(t)
	w.request.leave(t, before)
}

// Hijack is [http.Hijacker]'s.
func (w *hijacking) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	c, b, err := w.ResponseWriter.(http.Hijacker).Hijack()
	if err == nil {
		if w.status == 0 {
			w.status = http.StatusSwitchingProtocols
		}
		w.hijacked()
	}
	return c, b, err
}

// ReadFrom is [io.ReaderFrom]'s.
func (w *copying) ReadFrom(r io.Reader) (int64, error) {
	t, before := w.writing()
	wait := w.request.handler.socket.StartWait(t, perfschema.OpSend)
	n, err := w.ResponseWriter.(io.ReaderFrom).ReadFrom(r)
	wait.EndBytes(n)
	w.written += n
	w.request.leave(t, before)
	return n, err
}

// Push is [http.Pusher]'s.
func (w pushing) Push(target string, o *http.PushOptions) error {
	return w.ResponseWriter.(http.Pusher).Push(target, o)
}

// facets is the writer with the methods of the server's.
func (w *copying) facets() http.ResponseWriter {
	_, flushes := w.ResponseWriter.(http.Flusher)
	_, hijacks := w.ResponseWriter.(http.Hijacker)
	_, copies := w.ResponseWriter.(io.ReaderFrom)
	_, pushes := w.ResponseWriter.(http.Pusher)
	switch {
	case flushes && hijacks && copies:
		return w
	case flushes && hijacks:
		return &w.hijacking
	case flushes && pushes:
		return pushing{&w.flushing}
	case flushes:
		return &w.flushing
	}
	return &w.response
}
