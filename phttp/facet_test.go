package phttp

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

type plain struct{}

func (plain) Header() http.Header         { return nil }
func (plain) Write(p []byte) (int, error) { return len(p), nil }
func (plain) WriteHeader(int)             {}

type flusher struct{}

func (flusher) Flush() {}

type hijacker struct{}

func (hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) { return nil, nil, nil }

type reader struct{}

func (reader) ReadFrom(io.Reader) (int64, error) { return 0, nil }

type pusher struct{}

func (pusher) Push(string, *http.PushOptions) error { return nil }

// methods of a writer, besides those of all.
func facetsOf(w http.ResponseWriter) string {
	var out []string
	if _, ok := w.(http.Flusher); ok {
		out = append(out, "flush")
	}
	if _, ok := w.(http.Hijacker); ok {
		out = append(out, "hijack")
	}
	if _, ok := w.(io.ReaderFrom); ok {
		out = append(out, "copy")
	}
	if _, ok := w.(http.Pusher); ok {
		out = append(out, "push")
	}
	return strings.Join(out, " ")
}

// TestFacets: a handler's writer has what the server's has, and never more.
func TestFacets(t *testing.T) {
	for _, c := range []struct {
		server http.ResponseWriter
		want   string
	}{
		{plain{}, ""},
		{struct {
			plain
			flusher
		}{}, "flush"},
		{struct {
			plain
			flusher
			hijacker
		}{}, "flush hijack"},
		{struct {
			plain
			flusher
			hijacker
			reader
		}{}, "flush hijack copy"}, // of HTTP/1
		{struct {
			plain
			flusher
			pusher
		}{}, "flush push"}, // of HTTP/2
		{struct {
			plain
			flusher
			hijacker
			reader
			pusher
		}{}, "flush hijack copy"},
		{struct {
			plain
			flusher
			reader
		}{}, "flush"},
		{struct {
			plain
			hijacker
		}{}, ""},
		{struct {
			plain
			reader
		}{}, ""},
		{struct {
			plain
			pusher
		}{}, ""},
	} {
		w := &copying{}
		w.response = response{ResponseWriter: c.server}
		got := w.facets()
		if got := facetsOf(got); got != c.want {
			t.Errorf("a writer that can %q becomes one that can %q, want %q", facetsOf(c.server), got, c.want)
		}
		if u, ok := got.(interface{ Unwrap() http.ResponseWriter }); !ok || u.Unwrap() != c.server {
			t.Errorf("a writer that can %q is not to be had", c.want)
		}
		if n := testing.AllocsPerRun(10, func() { w.facets() }); n != 0 {
			t.Errorf("a writer that can %q takes %v allocations", c.want, n)
		}
	}
}
