package held

import (
	"sync/atomic"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/internal/size"
)

// Server is what the statements and sessions of a server share: the classes of
// memory, what measures it, and the limits.
type Server struct {
	Classes Classes
	Sizer   size.Sizer
	Trees   treeSizes
	// editsSize, sessionSize and sessionThings measure what the storage keeps; nil where
	// it does not tell.
	EditsSize     func(editor any) func() int64
	SessionSize   func(sql.Session) int64
	SessionThings func(sql.Session) int
	Prepared      *sqle.PreparedDataCache  // the engine's trees of prepared statements
	Admin         func(c *mysql.Conn) bool // reports whether limits are not for a client's account
	Kill          func(connection uint32)  // ends what a connection runs
	Exceeded      atomic.Uint64            // connections ended for their memory
	AllHeld       atomic.Int64             // bytes of all connections, to within shareStep of each
}

// preparedSize is the bytes of the tree that is kept under a name, or a text.
func (s *Server) preparedSize(session uint32, name string) int64 {
	if s.Prepared == nil {
		return 0
	}
	tree, ok := s.Prepared.GetCachedStmt(session, name)
	if !ok {
		return 0
	}
	return size.Tree(tree)
}
