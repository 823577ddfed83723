package inspection

import (
	"io"
	"sync"
)

// window reads a stretch of a file in order.
type window struct {
	r       io.ReaderAt
	at, end int64
	room    *[]byte
	ready   []byte // of room, from at on
}

// rooms are buffers that are used again.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// mostKept bounds the buffers that are kept, in bytes.
const mostKept = 4 << 20

// readAtLeast is how many bytes are read at once, where there are as many.
const readAtLeast = 64 << 10

func newWindow(r io.ReaderAt, from, to int64) *window {
	return &window{r: r, at: from, end: to, room: rooms.Get().(*[]byte)} //nolint:forcetypeassert // rooms has nothing else
}

func (w *window) close() { keep(w.room) }

// keep gives a buffer back, unless it is large.
func keep(room *[]byte) {
	if cap(*room) <= mostKept {
		rooms.Put(room)
	}
}

func (w *window) left() int64 { return w.end - w.at }

// peek returns the next n bytes, at most those that are left, until the next call.
func (w *window) peek(n int) ([]byte, error) {
	n = min(n, int(w.left()))
	if n > len(w.ready) {
		more := min(max(n, readAtLeast), int(w.left()))
		room := grown(w.room, more)
		have := copy(room, w.ready)
		if n, err := w.r.ReadAt(room[have:], w.at+int64(have)); n < len(room)-have {
			return nil, readError(err)
		}
		w.ready = room
	}
	return w.ready[:n], nil
}

// take is peek that goes on behind the bytes.
func (w *window) take(n int) ([]byte, error) {
	b, err := w.peek(n)
	if err != nil {
		return nil, err
	}
	if len(b) < n {
		return nil, damagedf("it ends %d bytes too soon", n-len(b))
	}
	w.ready, w.at = w.ready[n:], w.at+int64(n)
	return b, nil
}

// grown returns the first n bytes of a buffer, of a larger one where it has less.
func grown(room *[]byte, n int) []byte {
	if cap(*room) < n {
		*room = make([]byte, n)
	}
	*room = (*room)[:n]
	return *room
}
