package function

import (
	"fmt"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/internal/sqlerr"
)

func (s *Server) currentThreadID(ctx *sql.Context, _ any) (any, error) {
	return s.threadOfConnection(uint64(ctx.Session.ID()))
}

// ThreadID is PS_THREAD_ID().
func (s *Server) ThreadID(ctx *sql.Context, arg any) (any, error) {
	v, inRange, err := types.Uint64.Convert(ctx, arg)
	if err != nil || inRange != sql.InRange {
		return nil, nil //nolint:nilerr // no connection has such a number
	}
	id, ok := v.(uint64)
	if !ok {
		return nil, fmt.Errorf("ps_thread_id: connection %v of type %T", v, v)
	}
	return s.threadOfConnection(id)
}

func (s *Server) threadOfConnection(id uint64) (any, error) {
	if !s.Schema.Enabled() {
		return nil, sqlerr.InvalidUsage()
	}
	if t := s.Schema.Read().ThreadByProcesslistID(id); t != nil {
		return t.ID(), nil
	}
	return nil, nil
}
