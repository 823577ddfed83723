package held

import (
	"fmt"
	"math"
	"runtime/debug"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/client"
)

const (
	ConnectionLimit = "connection_memory_limit"
	// errConnectionMemory is ER_DA_CONN_LIMIT.
	errConnectionMemory = 4082
	leastMemoryLimit    = 256 << 20
)

// DefaultLimit is a quarter of the memory that the process may use, or of
// the machine's. One statement of one client is not to take it all.
func DefaultLimit() int64 {
	all := debug.SetMemoryLimit(-1)
	if all == math.MaxInt64 {
		all = machineMemory()
	}
	return max(all/4, leastMemoryLimit)
}

// LimitOf is what the statement and the session of a client may hold, in
// bytes; 0 is no limit, as for an administrator of connections.
func (s *Server) LimitOf(c *mysql.Conn) int64 {
	if s.Admin != nil && s.Admin(c) {
		return 0
	}
	if _, v, ok := sql.SystemVariables.GetGlobal(ConnectionLimit); ok {
		if n, ok := v.(uint64); ok && n < math.MaxInt64 {
			return int64(n)
		}
	}
	if memoryLimitOfAll() != math.MaxInt64 {
		return math.MaxInt64 - 1 // of one alone none, but it counts among all
	}
	return 0
}

// size is what the session holds of which there may be much: its variables,
// what the storage keeps for it, and its prepared statements.
func (m *Session) size() int64 {
	return m.Held.variables + m.Held.state + m.Held.Cursor + m.Held.prepared
}

// Room is how much a statement may hold.
func (m *Session) Room() int64 {
	if m.Limit == 0 {
		return math.MaxInt64
	}
	return max(m.Limit-m.size(), 0)
}

// exceed ends the statement, which holds more than it may. Any of its goroutines
// calls it.
func (m *Statement) exceed(held int64) {
	if m.Exceeded.CompareAndSwap(0, held) && m.Server.Kill != nil && m.client != nil {
		m.Server.Kill(m.client.ConnectionID)
	}
}

// ExceededError is the error of a client whose statement exceeded a limit; its connection
// ends after it.
func (m *Session) ExceededError(of *Statement, c *mysql.Conn) error {
	held := of.Exceeded.Swap(0)
	number, message := errConnectionMemory, m.message(held+m.size())
	if sum := of.ofAll.Swap(0); sum != 0 {
		number, message = errGlobalMemory, globalMemoryMessage(sum)
	}
	m.server.Exceeded.Add(1)
	if peer := client.Of(c.Conn); peer != nil {
		peer.End(number, message, true)
	}
	return mysql.NewSQLError(number, sqlerr.StateGeneral, "%s", message)
}

func (m *Session) message(held int64) string {
	return fmt.Sprintf("Connection closed: it held %d bytes, and connection_memory_limit is %d", held, m.Limit)
}

// LimitSession ends a connection whose session holds too much between
// statements. of is the memory of its last statement.
func (m *Session) LimitSession(of *Statement) {
	of.Begin() // of a statement that came to its end first
	held := m.size()
	sum, all := m.Share()
	one := m.Limit != 0 && held > m.Limit
	if !one && !all || m.client == nil {
		return
	}
	number, message := errConnectionMemory, m.message(held)
	if !one {
		number, message = errGlobalMemory, globalMemoryMessage(sum)
	}
	if peer := client.Of(m.client.Conn); peer != nil {
		m.server.Exceeded.Add(1)
		peer.End(number, message, false)
	}
}
