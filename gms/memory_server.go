package gms

import (
	"sync/atomic"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/internal/size"
)

// memoryServer is what the statements and sessions of a server share: the classes of
// memory, what measures it, and the limits.
type memoryServer struct {
	classes memoryClasses
	sizer   size.Sizer
	trees   treeSizes
	// editsSize, sessionSize and sessionThings measure what the storage keeps; nil where
	// it does not tell.
	editsSize     func(editor any) func() int64
	sessionSize   func(sql.Session) int64
	sessionThings func(sql.Session) int
	prepared      *sqle.PreparedDataCache  // the engine's trees of prepared statements
	admin         func(c *mysql.Conn) bool // reports whether limits are not for a client's account
	kill          func(connection uint32)  // ends what a connection runs
	exceeded      atomic.Uint64            // connections ended for their memory
	allHeld       atomic.Int64             // bytes of all connections, to within shareStep of each
}

// preparedSize is the bytes of the tree that is kept under a name, or a text.
func (s *memoryServer) preparedSize(session uint32, name string) int64 {
	if s.prepared == nil {
		return 0
	}
	tree, ok := s.prepared.GetCachedStmt(session, name)
	if !ok {
		return 0
	}
	return size.Tree(tree)
}
