package phttp

import (
	"io"
	"net/http"
	"runtime"

	"github.com/perfschema/perfschema"
)

// Transport returns a RoundTripper that records each request that base sends;
// [http.DefaultTransport] where base is nil. It is base itself where the Schema is off.
//
// A request is a wait of the class wait/io/socket/http/client on the goroutine's
// Thread: operation send, from the beginning to the header of the response, with the
// bytes of the request's body where their number is known before; each read of the
// response's body one more, operation recv. The instance has the host for its IP and
// PORT. Beyond the first 1,024 hosts all are one instance without an address. A
// response is as it was, but for its body, where that only reads and closes.
//
// A wait takes two reads of the clock; the body's stand-in is an allocation.
func Transport(ps *perfschema.Schema, base http.RoundTripper) http.RoundTripper {
	if base == nil {
		base = http.DefaultTransport
	}
	if !ps.Enabled() {
		return base
	}
	t := &transport{RoundTripper: base, hosts: newHosts(ps, register(ps).client)}
	runtime.AddCleanup(t, (*hosts).destroy, t.hosts)
	return t
}

type transport struct {
	http.RoundTripper
	hosts *hosts
}

func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	socket := t.hosts.find(r)
	w := socket.StartWait(perfschema.Bound(), perfschema.OpSend)
	resp, err := t.RoundTripper.RoundTrip(r)
	w.EndBytes(max(r.ContentLength, 0))
	if err != nil || resp.Body == nil || resp.Body == http.NoBody {
		return resp, err
	}
	if _, writes := resp.Body.(io.Writer); !writes { // not a connection that speaks another protocol now
		resp.Body = &answer{ReadCloser: resp.Body, transport: t, socket: socket}
	}
	return resp, nil
}

// CloseIdleConnections is [http.Client]'s.
func (t *transport) CloseIdleConnections() {
	if c, ok := t.RoundTripper.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// answer is the body of a response.
type answer struct {
	io.ReadCloser
	transport *transport // which has the instance, as long as there is anybody to read
	socket    *perfschema.SocketInstance
}

func (a *answer) Read(p []byte) (int, error) {
	w := a.socket.StartWait(perfschema.Bound(), perfschema.OpRecv)
	n, err := a.ReadCloser.Read(p)
	w.EndBytes(int64(n))
	return n, err
}
