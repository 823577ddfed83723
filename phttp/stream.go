package phttp

import (
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/perfschema/perfschema"
)

// A response is a stream if its handler flushes it and its Content-Type is one of
// streamTypes, if the handler writes more of it at least streamPause after a flush, or if the
// handler takes over the connection, as for a WebSocket. How long it lasts says nothing of the
// service: its latency is the time to the first flush, or until the connection is taken.
//
// A flush alone makes no stream: [net/http/httputil.ReverseProxy] flushes after each part of
// every response whose length it does not know.

// streamPause is how long a handler waits between a flush and what it writes next if it has
// sent all that there was to send.
const streamPause = time.Second

// streamTypes are for responses without an end.
var streamTypes = map[string]bool{"text/event-stream": true, "multipart/x-mixed-replace": true}

// stream is the state of a response that may be a stream.
type stream struct {
	isStream  bool
	hijacked  bool
	flushed   bool
	firstByte time.Duration // since the statement began, at the first flush
	lastFlush time.Duration // at the last one; not kept of a stream
}

// flushed is called by the goroutine of t when the response has been flushed. What other
// goroutines flush is not looked at.
func (w *response) flushed(t *perfschema.Thread) {
	x := w.request
	if t == nil || t != x.context.Thread || x.isStream {
		return
	}
	x.lastFlush = x.statement.Elapsed()
	if x.flushed {
		return
	}
	x.flushed, x.firstByte = true, x.lastFlush
	if kind, _, err := mime.ParseMediaType(w.Header().Get("Content-Type")); err == nil && streamTypes[kind] {
		x.startStream()
	}
}

// writes is called by the goroutine of t before it writes to the response.
func (w *response) writes(t *perfschema.Thread) {
	if x := w.request; x.flushed && !x.isStream && t != nil && t == x.context.Thread && x.statement.Elapsed()-x.lastFlush >= streamPause {
		x.startStream()
	}
}

func (w *response) hijacked() {
	x := w.request
	x.hijacked = true
	if t := perfschema.Bound(); t != nil && t == x.context.Thread {
		x.firstByte = x.statement.Elapsed()
		x.startStream()
		x.leave(t, t.Stage())
	}
}

func (x *request) startStream() {
	if x.isStream {
		return
	}
	x.isStream = true
	x.statement.Refine(x.handler.in.stream)
	x.statement.SetLatency(x.firstByte)
}

// left reports whether the client has gone, or the request's time was over, before it had
// the whole response. A connection that was taken over is the handler's.
func (x *request) left() bool {
	if x.hijacked || x.outer.Context().Err() == nil {
		return false
	}
	switch w := &x.writer; {
	case w.status == 0:
		return true
	case w.status >= 400, w.status == http.StatusNoContent, w.status == http.StatusNotModified, x.outer.Method == http.MethodHead:
		return false
	default:
		length, err := strconv.ParseInt(w.Header().Get("Content-Length"), 10, 64)
		return err != nil || w.written < length
	}
}
