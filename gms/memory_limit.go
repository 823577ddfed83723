package gms

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/client"
)

const (
	connectionMemoryLimit = "connection_memory_limit"
	// errConnectionMemory is ER_DA_CONN_LIMIT.
	errConnectionMemory = 4082
	leastMemoryLimit    = 256 << 20
)

// defaultMemoryLimit is a quarter of the memory that the process may use, or of
// the machine's. One statement of one client is not to take it all.
func defaultMemoryLimit() int64 {
	all := debug.SetMemoryLimit(-1)
	if all == math.MaxInt64 {
		all = machineMemory()
	}
	return max(all/4, leastMemoryLimit)
}

// memoryLimit is what the statement and the session of a client may hold, in
// bytes; 0 is no limit, as for an administrator of connections.
func (l *lifecycle) memoryLimit(c *mysql.Conn) int64 {
	if l.admin != nil && l.admin(c) {
		return 0
	}
	if _, v, ok := sql.SystemVariables.GetGlobal(connectionMemoryLimit); ok {
		if n, ok := v.(uint64); ok && n < math.MaxInt64 {
			return int64(n)
		}
	}
	if memoryLimitOfAll() != math.MaxInt64 {
		return math.MaxInt64 - 1 // of one alone none, but it counts among all
	}
	return 0
}

func (l *lifecycle) memoryExceeded() uint64 {
	return l.exceeded.Load()
}

// size is what the session holds of which there may be much: its variables,
// what the storage keeps for it, and its prepared statements.
func (m *connectionMemory) size() int64 {
	return m.held.variables + m.held.state + m.held.cursor + m.held.prepared
}

// room is how much a statement may hold.
func (m *connectionMemory) room(limit int64) int64 {
	if limit == 0 {
		return math.MaxInt64
	}
	return max(limit-m.size(), 0)
}

// exceed ends the statement, which holds more than it may. Any of its goroutines
// calls it.
func (m *statementMemory) exceed(held int64) {
	if m.exceeded.CompareAndSwap(0, held) && m.adapter.kill != nil && m.client != nil {
		m.adapter.kill(m.client.ConnectionID)
	}
}

// memoryExceeded says of the statement of a context that it was ended because it
// held too much.
func memoryExceeded(ctx context.Context) bool {
	conn := connectionOf(ctx)
	return conn != nil && conn.x.memory.exceeded.Load() != 0
}

// memoryError is the client's error, after which its connection ends.
func (conn *connection) memoryError(c *mysql.Conn) error {
	held := conn.x.memory.exceeded.Swap(0)
	number, message := errConnectionMemory, conn.memoryMessage(held+conn.memory.size())
	if sum := conn.x.memory.ofAll.Swap(0); sum != 0 {
		number, message = errGlobalMemory, globalMemoryMessage(sum)
	}
	conn.adapter.exceeded.Add(1)
	if peer := client.Of(c.Conn); peer != nil {
		peer.End(number, message, true)
	}
	return mysql.NewSQLError(number, sqlerr.StateGeneral, "%s", message)
}

func (conn *connection) memoryMessage(held int64) string {
	return fmt.Sprintf("Connection closed: it held %d bytes, and connection_memory_limit is %d", held, conn.memoryLimit)
}

// limitSession ends a connection whose session holds too much between
// statements.
func (conn *connection) limitSession() {
	conn.x.memory.begin() // of a statement that came to its end first
	held := conn.memory.size()
	sum, all := conn.shareSession()
	one := conn.memoryLimit != 0 && held > conn.memoryLimit
	if !one && !all || conn.client == nil {
		return
	}
	number, message := errConnectionMemory, conn.memoryMessage(held)
	if !one {
		number, message = errGlobalMemory, globalMemoryMessage(sum)
	}
	if peer := client.Of(conn.client.Conn); peer != nil {
		conn.adapter.exceeded.Add(1)
		peer.End(number, message, false)
	}
}
