package phttp

import (
	"io"
	"net/http"

	"github.com/perfschema/perfschema"
)

// response is what the handler writes to. It has no more than [http.ResponseWriter]
// and Unwrap; those around it have what the server's has besides.
type response struct {
	http.ResponseWriter
	request *request
	status  int   // 0 until it is known
	written int64 // bytes of the body
}

// Unwrap is for [http.ResponseController].
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *response) WriteHeader(status int) {
	if w.status == 0 && (status >= 200 || status == http.StatusSwitchingProtocols) {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *response) Write(p []byte) (int, error) {
	t, before := w.writing()
	wait := w.request.handler.socket.StartWait(t, perfschema.OpSend)
	n, err := w.ResponseWriter.Write(p)
	wait.EndBytes(int64(n))
	w.written += int64(n)
	w.request.leave(t, before)
	return n, err
}

func (w *response) WriteString(s string) (int, error) {
	t, before := w.writing()
	wait := w.request.handler.socket.StartWait(t, perfschema.OpSend)
	n, err := io.WriteString(w.ResponseWriter, s)
	wait.EndBytes(int64(n))
	w.written += int64(n)
	w.request.leave(t, before)
	return n, err
}

// writing begins the stage. There is a body, and so a status.
func (w *response) writing() (t *perfschema.Thread, before perfschema.StageKey) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	t, before = w.request.enter(w.request.handler.in.writing)
	w.writes(t)
	return t, before
}
