package export

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
)

// AnswerLimit is how much is read of one answer of a server. The driver joins the packets of a
// value in memory, and a server that is none of MySQL's may send them without an end.
type AnswerLimit struct {
	// Bytes is how many may come since something was last sent.
	Bytes int64
	over  atomic.Bool
}

// passed reports whether an answer was longer.
func (l *AnswerLimit) passed() bool { return l != nil && l.over.Load() }

func (l *AnswerLimit) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	var d net.Dialer
	c, err := d.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	return &limitedConn{Conn: c, limit: l}, nil
}

// limitedConn counts what is read since the last write.
type limitedConn struct {
	net.Conn
	limit *AnswerLimit
	read  atomic.Int64
}

var errAnswerTooLong = errors.New("the answer is too long")

func (c *limitedConn) Write(p []byte) (int, error) {
	c.read.Store(0)
	return c.Conn.Write(p) //nolint:wrapcheck // stands for the connection
}

func (c *limitedConn) Read(p []byte) (int, error) {
	if c.read.Load() > c.limit.Bytes {
		c.limit.over.Store(true)
		return 0, errAnswerTooLong
	}
	n, err := c.Conn.Read(p)
	c.read.Add(int64(n))
	return n, err //nolint:wrapcheck // stands for the connection
}
