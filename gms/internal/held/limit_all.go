package held

import (
	"fmt"
	"math"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

const (
	globalMemoryLimit = "global_connection_memory_limit"
	// errGlobalMemory is ER_GLOBAL_CONN_LIMIT.
	errGlobalMemory = 4083
	// shareStep is the bytes in which connections tell what they hold: most hold less,
	// and do not touch what all connections share.
	shareStep = 1 << 20
)

// GlobalLimitVariable is what all connections together may hold, in bytes: by itself
// twice what one may, half of the memory.
func GlobalLimitVariable() sql.SystemVariable {
	return &sql.MysqlSystemVariable{
		Name: globalMemoryLimit, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global), Dynamic: true,
		Type: types.NewSystemUintType(globalMemoryLimit, 16<<20, math.MaxUint64), Default: uint64(2 * DefaultLimit()),
	}
}

// memoryLimitOfAll is its value; no limit is math.MaxInt64.
func memoryLimitOfAll() int64 {
	if _, v, ok := sql.SystemVariables.GetGlobal(globalMemoryLimit); ok {
		if n, ok := v.(uint64); ok && n < math.MaxInt64 {
			return int64(n)
		}
	}
	return math.MaxInt64
}

// share tells what a statement holds in all, if it is another step. Who comes to hold
// more while all hold too much is ended; an administrator counts, and is not. Any of
// the statement's goroutines calls it.
func (m *Statement) share(all int64) {
	for {
		told := m.shared.Load()
		change := all - told
		if -shareStep < change && change < shareStep {
			return
		}
		if !m.shared.CompareAndSwap(told, all) {
			continue
		}
		sum := m.Server.AllHeld.Add(change)
		if change > 0 && m.Limited() && sum > memoryLimitOfAll() {
			m.ofAll.CompareAndSwap(0, sum)
			m.exceed(all)
		}
		return
	}
}

// unshare gives back what a statement has told of.
func (m *Statement) unshare() {
	if told := m.shared.Swap(0); told != 0 {
		m.Server.AllHeld.Add(-told)
	}
}

// Share tells what the session holds. It says whether the connection is to end,
// and what all hold.
func (m *Session) Share() (sum int64, exceeds bool) {
	size := m.size()
	change := size - m.shared
	if size != 0 && -shareStep < change && change < shareStep || change == 0 {
		return 0, false
	}
	m.shared = size
	sum = m.server.AllHeld.Add(change)
	return sum, change > 0 && m.Limit != 0 && sum > memoryLimitOfAll()
}

func globalMemoryMessage(sum int64) string {
	return fmt.Sprintf("Connection closed: all connections held %d bytes, and global_connection_memory_limit is %d", sum, memoryLimitOfAll())
}
