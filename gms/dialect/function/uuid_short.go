package function

import (
	"sync"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/go-mysql-server/sql/variables"

	"github.com/perfschema/perfschema/gms/dialect/sysvar"
)

// ShortIDName is the name of the function that numbers what it is called for.
const ShortIDName = "uuid_short"

// ShortIDs gives the numbers of UUID_SHORT(). No two are the same.
type ShortIDs struct {
	Lock  sync.Locker // guards given
	given uint64
}

// next is the next number: of the server, of when it began, and of how many there have been.
func (n *ShortIDs) next(*sql.Context, any) (any, error) {
	n.Lock.Lock()
	n.given++
	given := n.given
	n.Lock.Unlock()
	return uint64(sysvar.GlobalNumber("server_id", 1))&0xff<<56 + uint64(variables.ServerStartUpTime.Unix())<<24 + given, nil
}

// ShortID is UUID_SHORT(). The engine's takes every server for the first, and nobody sees how
// long its lock is waited for.
func (s *Server) ShortID() sql.Function { return None(ShortIDName, types.Uint64, s.ShortIDs.next) }
