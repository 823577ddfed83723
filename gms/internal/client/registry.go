package client

import (
	"container/list"
	"context"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/psync"
)

// Options are what a [Registry] asks its server. All may be nil.
type Options struct {
	// Admin says whether an account that has logged in may take the place that
	// is kept beyond max_connections.
	Admin func(c *mysql.Conn) bool
	// Raise counts an error that reaches a client past every statement; c is nil
	// where the client never had a connection.
	Raise func(c *mysql.Conn, number int)
	// Statistics is the answer to COM_STATISTICS; nil has none.
	Statistics func() string
	// Debug does what COM_DEBUG asks for, or says why the client may not; nil has none.
	Debug func(c *mysql.Conn) error
	// Fetched is called with the rows that a COM_STMT_FETCH has sent; nil counts none.
	Fetched func(c *mysql.Conn, rows uint64)
	// Schema and CountLock are the instrument of the lock that guards the count of connections.
	Schema    *perfschema.Schema
	CountLock perfschema.MutexKey
	// Settings replaces the system variables, for tests.
	Settings func() Settings
	// Sleep waits between two attempts to accept, until done is closed; time's if
	// nil.
	Sleep func(d time.Duration, done <-chan struct{})
}

// Settings are the global values of the system variables that limit clients.
type Settings struct {
	MaxConnections          int
	Connect, Interactive    time.Duration
	Wait, NetRead, NetWrite time.Duration
	// MaxPacket is the largest packet, and MaxLongData what a session may send of
	// parameters before it executes their statements, in bytes.
	MaxPacket, MaxLongData int64
}

// Registry is the clients of a server, from when they are accepted until their
// connection is closed. It is safe for concurrent use.
type Registry struct {
	options Options
	mu      sync.Mutex
	// handshakes are those not logged in yet, oldest first.
	handshakes list.List
	admitted   int
	count      connectionCount
}

// connectionCount is how many connections there are. It has a lock of its own, which is not
// held while places are looked for.
type connectionCount struct {
	mu   psync.Mutex
	open int // accepted, and not ended: handshakes that gave way among them
	// leaving are those that are not counted any more, and that the server is not done with.
	leaving atomic.Int32
}

// NewRegistry makes an empty registry.
func NewRegistry(o Options) *Registry {
	if o.Admin == nil {
		o.Admin = func(*mysql.Conn) bool { return false }
	}
	if o.Raise == nil {
		o.Raise = func(*mysql.Conn, int) {}
	}
	if o.Settings == nil {
		o.Settings = globalSettings
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	r := &Registry{options: o}
	r.count.mu.Init(o.Schema, o.CountLock)
	return r
}

// enter takes a client in whose handshake begins, nil if there is no room. Those
// who have not logged in have places of their own, as many as max_connections:
// the oldest gives way, so that silence keeps nobody out.
func (r *Registry) enter(conn net.Conn) *Conn {
	settings := r.options.Settings()
	c := newConn(conn, r, settings)
	r.mu.Lock()
	if r.admitted > settings.MaxConnections { // the place that is kept is taken too
		r.mu.Unlock()
		return nil
	}
	var oldest *Conn
	if r.handshakes.Len() >= settings.MaxConnections {
		oldest = r.handshakes.Remove(r.handshakes.Front()).(*Conn)
		oldest.place = nil
	}
	c.place = r.handshakes.PushBack(c)
	r.mu.Unlock()
	r.count.mu.Lock()
	c.open.Store(true)
	r.count.open++
	r.count.mu.Unlock()
	if oldest != nil {
		_ = oldest.Conn.Close() // it ends when the server has seen that
	}
	return c
}

// admit gives a client a place that has logged in; false if there is none.
func (r *Registry) admit(c *Conn, client *mysql.Conn) bool {
	most := r.options.Settings().MaxConnections
	r.mu.Lock()
	full := r.admitted >= most
	r.mu.Unlock()
	if full && r.options.Admin(client) {
		most++
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if c.place == nil || r.admitted >= most { // it gave way, or there is no room
		return false
	}
	r.handshakes.Remove(c.place)
	c.place, c.admitted = nil, true
	r.admitted++
	return true
}

// leave is the end of a client.
func (r *Registry) leave(c *Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c.place != nil {
		r.handshakes.Remove(c.place)
		c.place = nil
	}
	if c.admitted {
		c.admitted = false
		r.admitted--
	}
	c.Leave()
	if c.leaving.CompareAndSwap(true, false) {
		r.count.leaving.Add(-1)
	}
}

// Leave takes a client off the count of connections, of which its registry does the same
// when the connection is closed: it is for who counts that among what the client does. A nil
// Conn is none.
func (c *Conn) Leave() {
	if c == nil {
		return
	}
	if c.open.CompareAndSwap(true, false) {
		n := &c.registry.count
		n.leaving.Add(1)
		c.leaving.Store(true)
		n.mu.Lock()
		n.open--
		n.mu.Unlock()
	}
}

// Open is how many clients have been accepted and have not ended: those that the server
// has not heard of yet are among them, and those that it is done with are not. Once
// accepting has ended it only falls.
func (r *Registry) Open() int {
	r.count.mu.Lock()
	defer r.count.mu.Unlock()
	return r.count.open + int(r.count.leaving.Load())
}

// globalSettings reads the system variables.
func globalSettings() Settings {
	return Settings{
		MaxConnections: int(global("max_connections", 151)),
		Connect:        time.Duration(global("connect_timeout", 10)) * time.Second,
		Interactive:    seconds(global("interactive_timeout", 28800)),
		Wait:           seconds(global("wait_timeout", 28800)),
		NetRead:        seconds(global("net_read_timeout", 30)),
		NetWrite:       seconds(global("net_write_timeout", 60)),
		MaxPacket:      global("max_allowed_packet", 64<<20),
		MaxLongData:    global("connection_memory_limit", 1<<30),
	}
}

// global is a global system variable, otherwise where there is none.
func global(name string, otherwise int64) int64 {
	if _, value, ok := sql.SystemVariables.GetGlobal(name); ok {
		return integer(value, otherwise)
	}
	return otherwise
}

func integer(value any, otherwise int64) int64 {
	switch v := value.(type) {
	case int64:
		if v > 0 {
			return v
		}
	case uint64:
		return int64(min(v, 1<<62))
	case float64:
		if v >= 1 {
			return int64(min(v, 1<<62))
		}
	}
	return otherwise
}

// seconds is a time limit; what is longer than a year is a year.
func seconds(n int64) time.Duration { return time.Duration(min(n, 31536000)) * time.Second }

// count adds one to a status variable of MySQL's.
func count(status string) { sql.StatusVariables.IncrementGlobal(status, 1) }

// newContext is a context of a session outside of any statement.
func newContext(s sql.Session) *sql.Context {
	return sql.NewContext(context.Background(), sql.WithSession(s))
}
