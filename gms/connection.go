package gms

import (
	"context"
	"crypto/tls"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/netutil"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/account"
	"github.com/perfschema/perfschema/gms/dialect/function"
	"github.com/perfschema/perfschema/gms/dialect/lent"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/dialect/transaction"
	"github.com/perfschema/perfschema/gms/dialect/zone"
	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/metalock"
	"github.com/perfschema/perfschema/gms/internal/plantree"
	"github.com/perfschema/perfschema/gms/internal/profile"
	"github.com/perfschema/perfschema/gms/internal/sessiontrack"
	"github.com/perfschema/perfschema/gms/internal/status"
	"github.com/perfschema/perfschema/gms/internal/sysschema"
	"github.com/perfschema/perfschema/gms/internal/tableuse"
)

// connection is a client connection: its Thread and the statement it runs. One
// goroutine at a time drives it. What keeps the server safe works without a Thread:
// there is none where the Schema is off or has no room for it.
type connection struct {
	// flushed is what the session's status variables had counted at FLUSH STATUS;
	// nil if there was none.
	flushed atomic.Pointer[map[string]uint64]
	counts  status.Counts
	// variables is what others may read of the session's variables.
	variables sessionSettings
	adapter   *lifecycle
	thread    *perfschema.Thread // nil: nothing is recorded
	base      context.Context    // carries the Thread
	wire      *wireConn          // nil unless the listener is ours
	client    *mysql.Conn
	limits    *client.Conn // nil unless the listener is ours

	// busy is set while a statement runs.
	busy atomic.Bool
	// kills is how often somebody has had the connection's statement ended.
	kills atomic.Uint32
	// cursor is the last that was opened, nil if there is nothing of it any more.
	cursor *cursor
	// command is set while a command runs that reaches no handler.
	command bool
	// event: it is no client's, but an event's that runs.
	event bool
	// goroutine is the one that serves the client.
	goroutine uint64
	// authenticated tells commands from the handshake.
	authenticated bool
	// reads is how often the wire had been read when the handshake ended.
	reads uint64

	session sql.Session // of the last statement
	ready   struct {    // what that one is built on
		of      sql.Session
		session *ResultSession
	}
	transaction sql.Transaction
	readOnly    bool // the transaction is
	next        transaction.Next
	changing    metalock.Changing
	uses        *metalock.Use // nil of what neither a client runs nor an event
	reran       bool          // a statement has run more than once: uses has to settle
	touched     bool          // its statements have read or changed tables
	settings    transactionSettings
	plain       string // the last text that was found to have no secret
	temporary   tableuse.Temporary
	tables      tableMemo
	prepared    preparedStatements
	timeLimit   atomic.Uint64 // max_execution_time of the session
	warned      *sql.Warning  // the newest that has been counted
	conditions  sysvar.Conditions
	random      atomic.Pointer[function.Random] // of RAND(); nil until that is called
	moment      time.Time                       // what @@timestamp was set to
	zone        zone.State
	failure     atomic.Pointer[rowFailure]
	profiling   profile.Profiling
	memory      held.Session
	functions   sync.Mutex                       // held while a stored function runs that a statement calls
	running     atomic.Pointer[plantree.Running] // nil while no statement has a plan
	processes   stageProcessList
	buffer      held.Buffer
	track       *sessiontrack.Track // nil: the client does not want to know
	x           execution
	rights      privilege.Memo
	roles       privilege.Roles
	// restricted is what the account may not do, nil for most.
	restricted *account.Bounds
	lent       lent.Database
	// restores are the tables of mysql that the session would have made anew.
	restores map[string]bool
	dumps    bool // by what the client says of itself
	sys      sysschema.Session
}

type connectionKey struct{}

// statementContext is the context of one statement: it carries the connection
// and its Thread. The iterators that nearly every statement needs lie in it, to
// be allocated with it.
type statementContext struct {
	perfschema.Context
	connection *connection
	mark       markIter
	table      tableIter
	thin       thinTable
	node       plantree.NodeIter // around the table's, while a profiler samples
	running    plantree.Running
}

// Value implements context.Context.
func (c *statementContext) Value(key any) any {
	switch key.(type) {
	case connectionKey, operand.ChangeKey:
		return c.connection
	}
	return c.Context.Value(key)
}

// EndsByWarnings implements rewrite.Change.
func (conn *connection) EndsByWarnings() bool { return conn.busy.Load() && conn.x.plan.Strict }

// Changes implements rewrite.Change. Of other than prepared statements it is known since they parsed.
func (conn *connection) Changes(strictly bool) {
	if x := &conn.x; conn.busy.Load() && (x.parameters != nil || x.programs.executes != nil) && x.programs.call == nil {
		x.plan.Strict = x.plan.Strict || strictly && !x.plan.Ignores
	}
}

// HasParameter implements rewrite.Change.
func (conn *connection) HasParameter(ctx *sql.Context, text string) bool {
	if !conn.busy.Load() {
		return false
	}
	if data := conn.x.parameters; data != nil {
		for _, v := range data.BindVars {
			if string(v.Value) == text {
				return true
			}
		}
	}
	if e := conn.x.programs.executes; e != nil {
		for _, name := range e.VarList {
			_, v, err := ctx.GetUserVariable(ctx, strings.TrimPrefix(name, "@"))
			if value, ok := v.(string); ok && err == nil && value == text {
				return true
			}
		}
	}
	return false
}

// Truncates implements rewrite.Change.
func (conn *connection) Truncates() {
	if conn.busy.Load() && conn.x.programs.call == nil {
		conn.x.plan.truncates = true
	}
}

// GivesID implements rewrite.Change.
func (conn *connection) GivesID(ctx *sql.Context) {
	x := &conn.x
	if conn.busy.Load() && x.programs.call == nil && !insideTrigger(ctx) {
		x.returned.told.GiveID()
	}
}

// connectionOf finds the connection on whose behalf code runs, or nil.
func connectionOf(ctx context.Context) *connection {
	if c := connectionAtHand(ctx); c != nil {
		return c
	}
	c, _ := ctx.Value(connectionKey{}).(*connection)
	return c
}

// connectionAtHand is the connection to which the context of a statement leads by its
// process list, as nearly always, or nil. It is inlined; a walk up the contexts, which
// lie in one another, takes many times as long.
func connectionAtHand(ctx context.Context) *connection {
	if s, ok := ctx.(*sql.Context); ok {
		if p, ok := s.ProcessList.(*stageProcessList); ok {
			return p.connection
		}
	}
	return nil
}

// executionOf finds the running statement, or nil if none is recorded.
func executionOf(ctx context.Context) *execution {
	if x := runningOf(ctx); x != nil && x.recorded {
		return x
	}
	return nil
}

// runningOf finds the running statement, recorded or not: for what keeps the server
// safe. It is nil for one that has not come by here.
func runningOf(ctx context.Context) *execution {
	c := connectionAtHand(ctx)
	if c == nil {
		c = connectionOf(ctx)
	}
	if c != nil && c.busy.Load() {
		return &c.x
	}
	return nil
}

// open makes a new connection, and its Thread.
func (l *lifecycle) open(c *mysql.Conn) *connection {
	t := l.schema.NewThread(l.instruments.Connection, perfschema.ThreadOptions{
		ProcesslistID:  uint64(c.ConnectionID),
		ConnectionType: connectionType(c.Conn),
	})
	conn := l.newConnection(c, t)
	if t != nil {
		t.SetCommand("Connect", "")
		conn.memory.Open()
	}
	if w := conn.wire; w != nil {
		w.connection = conn
		w.Own(t)
		w.watch.add(conn)
	}
	l.connections.Store(c.ConnectionID, conn)
	l.threadsCreated.Add(1)
	l.peak.Open(time.Now())
	return conn
}

// newConnection is a connection of which nobody knows yet.
func (l *lifecycle) newConnection(c *mysql.Conn, t *perfschema.Thread) *connection {
	conn := &connection{counts: status.NewCounts(), adapter: l, thread: t, uses: metalock.NewUse(c.ConnectionID, t), wire: wireOf(c.Conn), client: c, limits: client.Of(c.Conn), base: context.Background()}
	conn.prepared.all = &l.preparedCount
	conn.ownExecution()
	conn.goroutine = perfschema.Goroutine()
	if t == nil {
		conn.buffer.Own(conn.goroutine)
	} else {
		conn.base = perfschema.NewContext(conn.base, t)
		conn.buffer.Own(t)
		conn.profiling.Reset(t)
	}
	conn.x.helpers.Mu.Init(l.schema, l.instruments.Mutexes.Helpers)
	conn.temporary.Init(l.schema, l.instruments.Mutexes.TemporaryTables)
	return conn
}

// authenticate names the account and shows what the client said of itself.
func (conn *connection) authenticate(c *mysql.Conn) {
	t := conn.thread
	user, host := c.User, client.Host(c.RemoteAddr())
	if u, ok := c.UserData.(sql.MysqlConnectionUser); ok && host == "" {
		host = u.Host
	}
	t.SetConnectionType(connectionType(c.Conn))
	if a, ok := c.RemoteAddr().(*net.TCPAddr); ok {
		t.SetPort(uint16(a.Port))
	}
	if w := conn.wire; w != nil {
		if attrs := w.finishHandshake(); len(attrs) > 0 {
			t.SetConnectAttrs(attrs)
			conn.dumps = slices.ContainsFunc(attrs, isDump)
		}
		conn.reads = w.reads
	}
	t.SetAccount(user, host)
	if w := conn.wire; w != nil && w.login != nil && !conn.authenticated {
		conn.logConnect("Connect", w.login.Response.User(), w.login.Response.Database())
	} else if !conn.authenticated {
		conn.logConnect("Connect", user, "")
	}
	if conn.adapter.dialect {
		conn.memory.Limit = conn.adapter.memory.LimitOf(c)
		conn.trackSession("")
	}
	t.SetCommand("Sleep", "")
	conn.authenticated = true
}

// handshakeDatabase says whether a COM_INIT_DB call comes from the handshake
// and not from a command: nothing was read between the two.
func (conn *connection) handshakeDatabase() bool {
	if !conn.authenticated {
		return true
	}
	first := conn.session == nil && !conn.x.ran
	return first && (conn.wire == nil || conn.wire.reads == conn.reads)
}

// close ends the Thread; an open transaction is rolled back with it.
func (conn *connection) close() {
	if w := conn.wire; w != nil {
		w.watch.remove(conn)
	}
	account := conn.adapter.ended.end(conn, func() {
		conn.adapter.connections.CompareAndDelete(conn.client.ConnectionID, conn)
	})
	conn.closeCommand()
	conn.restrict(nil, false)
	conn.adapter.peak.Close()
	conn.letGo()
	conn.limits.Leave()
	conn.thread.End()
	conn.adapter.ended.left(account)
	if w := conn.wire; w != nil {
		w.Disown()
	}
}

// letGo gives back what the connection has of the server's.
func (conn *connection) letGo() {
	conn.prepared.leave()
	conn.x.room.give() // of a statement that never finished
	conn.x.tables.Close(conn.thread)
	conn.x.tables.Forget()
	conn.temporary.End(&conn.adapter.indexes)
	conn.x.memory.Release()
	conn.memory.Close()
	conn.memory.Share()
	if conn.thread == nil {
		conn.buffer.Disown(conn.goroutine)
	} else {
		conn.buffer.Disown(conn.thread)
	}
	conn.temporary.Destroy()
	conn.x.helpers.Mu.Destroy()
}

func connectionType(c net.Conn) string {
	switch c := c.(type) {
	case *tls.Conn:
		return "SSL/TLS"
	case *wireConn:
		if c.tls != nil {
			return "SSL/TLS"
		}
		return connectionType(c.Conn)
	case netutil.ConnWithTimeouts:
		return connectionType(c.Conn)
	case *client.Conn:
		return connectionType(c.NetConn())
	default:
		if a := c.LocalAddr(); a != nil && a.Network() == "unix" {
			return "Socket"
		}
		return "TCP/IP"
	}
}

// lead has a context, made from another one, lead to its connection.
func (p *stageProcessList) lead(began, from *sql.Context, x *execution) *sql.Context {
	if x != nil && began != nil && began != from {
		began.ProcessList = x.connection.processList(p)
	}
	return began
}

// processList is the process list that contexts of a connection's statement get.
func (conn *connection) processList(p *stageProcessList) sql.ProcessList {
	if conn.processes.connection == nil {
		conn.processes = stageProcessList{p.ProcessList, p.stages, p.lifecycle, conn}
	}
	return &conn.processes
}
