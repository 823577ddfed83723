package held

import (
	"bufio"
	"reflect"
	"sync"
	"unsafe"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/size"
)

// Session is what a connection holds between its statements. The
// goroutine that drives the connection counts it.
type Session struct {
	// Whose it is; thread and client may be nil.
	server *Server
	thread *perfschema.Thread
	client *mysql.Conn
	Limit  int64 // bytes that statement and session may hold; 0 is no limit

	network   perfschema.MemoryBlock
	variables perfschema.MemoryBlock
	system    perfschema.MemoryBlock
	state     perfschema.MemoryBlock
	// things are those that state was counted with; it is measured again after so
	// many statements.
	things, statements, measure int
	Cursor                      perfschema.MemoryBlock // rows of a statement that has ended
	// held is the bytes of variables, state, cursor and prepared statements, whether or
	// not they are counted.
	Held struct{ variables, state, Cursor, prepared int64 }
	// shared is how much of them all connections' sum has.
	shared int64
	// prepared are the client's statements by number, named those of PREPARE.
	prepared map[uint32]*preparedMemory
	named    map[string]*preparedMemory
	// userVars are those of session, once found.
	session  sql.Session
	userVars *sql.UserVars
}

// Own sets whose memory it is. t and c may be nil.
func (m *Session) Own(s *Server, t *perfschema.Thread, c *mysql.Conn) {
	m.server, m.thread, m.client = s, t, c
}

// Open counts the buffer that a client's packets are read into.
func (m *Session) Open() {
	if size := readBuffer(m.client); size != 0 {
		m.network = m.server.Classes.session.network.Alloc(m.thread, size)
	}
}

// Close gives all back, before the thread ends.
func (m *Session) Close() {
	m.network.Free(m.thread)
	m.Reset()
}

// Reset gives back what ends with the session.
func (m *Session) Reset() {
	t := m.thread
	m.variables.Free(t)
	m.system.Free(t)
	m.state.Free(t)
	m.Cursor.Free(t)
	m.things, m.statements, m.measure = 0, 0, 0
	for _, p := range m.prepared {
		p.block.Free(t)
	}
	for _, p := range m.named {
		p.block.Free(t)
	}
	clear(m.prepared)
	clear(m.named)
	m.Held.variables, m.Held.state, m.Held.Cursor, m.Held.prepared = 0, 0, 0, 0
	m.session, m.userVars = nil, nil
}

// readBuffer is the bytes of a connection's buffer for reading, 0 if it has none
// or vitess has named it otherwise.
func readBuffer(c *mysql.Conn) int64 {
	if c == nil {
		return 0
	}
	f := reflect.ValueOf(c).Elem().FieldByName("bufferedReader")
	if !f.IsValid() || f.Type() != reflect.TypeFor[*bufio.Reader]() || f.IsNil() {
		return 0
	}
	r := *(**bufio.Reader)(unsafe.Pointer(f.UnsafeAddr()))
	return size.Heap(int64(r.Size()), false) + size.Heap(int64(unsafe.Sizeof(*r)), true)
}

// PreparedClient counts a statement of the client protocol: its text, its
// parameters, and the tree the engine keeps of it.
func (m *Session) PreparedClient(data *mysql.PrepareData) {
	if !m.countsPrepared() {
		return
	}
	size := size.Reflected(reflect.ValueOf(data)) + int64(data.ParamsCount)*bindVariable
	size += m.server.preparedSize(m.client.ConnectionID, data.PrepareStmt)
	if m.prepared == nil {
		m.prepared = make(map[uint32]*preparedMemory)
	}
	m.prepared[data.StatementID] = m.keep(size)
}

// preparedMemory is what a prepared statement holds.
type preparedMemory struct {
	block perfschema.MemoryBlock
	bytes int64
}

// countsPrepared says whether anybody wants to know what prepared statements hold.
func (m *Session) countsPrepared() bool {
	return m.client != nil && (m.Limit != 0 || m.thread != nil && m.server.Classes.session.prepared.Counting())
}

func (m *Session) keep(bytes int64) *preparedMemory {
	m.Held.prepared += bytes
	p := &preparedMemory{bytes: bytes}
	if class := m.server.Classes.session.prepared; m.thread != nil && class.Counting() {
		p.block = class.Alloc(m.thread, bytes)
	}
	return p
}

func (m *Session) drop(p *preparedMemory) {
	p.block.Free(m.thread)
	m.Held.prepared -= p.bytes
}

// bindVariable is a parameter's entry in the map of them.
const bindVariable = 16 + 8 + 96

// ClosedClient gives back the statements that the client has closed.
func (m *Session) ClosedClient(open map[uint32]*mysql.PrepareData) {
	for id, p := range m.prepared {
		if _, is := open[id]; !is {
			m.drop(p)
			delete(m.prepared, id)
		}
	}
}

// PreparedNamed counts a statement of PREPARE, or gives it back. name is the one under which
// the engine keeps it.
func (m *Session) PreparedNamed(name, text string, prepares bool) {
	if p := m.named[name]; p != nil {
		m.drop(p)
		delete(m.named, name)
	}
	if !prepares || !m.countsPrepared() {
		return
	}
	if m.named == nil {
		m.named = make(map[string]*preparedMemory)
	}
	size := int64(len(name)+len(text)) + m.server.preparedSize(m.client.ConnectionID, name)
	m.named[name] = m.keep(size)
}

// CountVariables counts the session's user variables as they are now.
func (m *Session) CountVariables(s sql.Session) {
	class := m.server.Classes.session.variables
	if !class.Counting() && m.Limit == 0 {
		return
	}
	if m.session != s {
		m.session, m.userVars = s, UserVarsOf(s)
	}
	m.Held.variables = userVarsSize(&m.server.Sizer, m.userVars)
	if m.thread != nil && class.Counting() {
		SetBlock(&m.variables, class, m.thread, m.Held.variables)
	}
}

// UserVarsOf finds the user variables of a session; nil if it cannot.
func UserVarsOf(s sql.Session) *sql.UserVars {
	b := baseSessionOf(s)
	if b == nil {
		return nil
	}
	f := reflect.ValueOf(b).Elem().FieldByName("userVars")
	if !f.IsValid() || f.Type() != reflect.TypeFor[sql.SessionUserVariables]() {
		return nil
	}
	vars, _ := (*(*sql.SessionUserVariables)(unsafe.Pointer(f.UnsafeAddr()))).(*sql.UserVars)
	return vars
}

// baseSessionOf finds the engine's own part of a session: it is that, or has it
// in it; nil if it cannot be found.
func baseSessionOf(s sql.Session) *sql.BaseSession {
	v := reflect.ValueOf(s)
	for range 8 {
		if b, ok := baseSession(v); ok {
			return b
		}
		for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		if v.Kind() != reflect.Struct {
			return nil
		}
		next := v.FieldByName("BaseSession")
		if !next.IsValid() {
			next = v.FieldByName("Session")
		}
		if !next.IsValid() {
			return nil
		}
		v = next
	}
	return nil
}

func baseSession(v reflect.Value) (*sql.BaseSession, bool) {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() || v.Type() != reflect.TypeFor[*sql.BaseSession]() || v.IsNil() || !v.CanInterface() {
		return nil, false
	}
	return v.Interface().(*sql.BaseSession), true
}

// userVarsSize is the bytes of user variables: names, values and their places.
func userVarsSize(s *size.Sizer, u *sql.UserVars) int64 {
	if u == nil {
		return 0
	}
	v := reflect.ValueOf(u).Elem()
	lock, vars := v.FieldByName("mu"), v.FieldByName("userVars")
	if !lock.IsValid() || lock.Type() != reflect.TypeFor[*sync.RWMutex]() || !vars.IsValid() || vars.Type() != reflect.TypeFor[map[string]sql.TypedValue]() {
		return 0
	}
	mu := *(**sync.RWMutex)(unsafe.Pointer(lock.UnsafeAddr()))
	mu.RLock()
	defer mu.RUnlock()
	all := *(*map[string]sql.TypedValue)(unsafe.Pointer(vars.UnsafeAddr()))
	if len(all) == 0 {
		return 0
	}
	n, _ := size.Map(len(all), size.StringHeader+int64(unsafe.Sizeof(sql.TypedValue{})))
	for name, value := range all {
		n += size.Heap(int64(len(name)), false) + s.Value(value.Value)
	}
	return n
}
