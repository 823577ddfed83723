package phttp

import (
	"io"

	"github.com/perfschema/perfschema"
)

// body is a request's. The handler may read it on another goroutine, as a proxy
// does, and may do so until after it has returned.
type body struct {
	io.ReadCloser
	request *request
}

func (b *body) Read(p []byte) (int, error) {
	h := b.request.handler
	t, before := b.request.enter(h.in.reading)
	w := h.socket.StartWait(t, perfschema.OpRecv)
	n, err := b.ReadCloser.Read(p)
	w.EndBytes(int64(n))
	b.request.leave(t, before)
	return n, err
}

// enter sets a stage and gives the one to go back to. On goroutines that are not the
// handler's there is no Thread, or another.
func (x *request) enter(stage perfschema.StageKey) (t *perfschema.Thread, before perfschema.StageKey) {
	t = perfschema.Bound()
	if t != nil && t == x.context.Thread {
		before = t.Stage()
		t.SetStage(stage)
	}
	return t, before
}

func (x *request) leave(t *perfschema.Thread, before perfschema.StageKey) {
	if t != nil && t == x.context.Thread {
		if x.isStream && before == x.handler.in.handling {
			before = x.handler.in.streaming
		}
		t.SetStage(before)
	}
}
