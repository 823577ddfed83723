package schemafunction

import (
	"fmt"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

func (f *Functions) currentThreadID(ctx *sql.Context, _ any) (any, error) {
	return f.threadOfConnection("ps_current_thread_id", uint64(ctx.Session.ID()))
}

// ThreadID is PS_THREAD_ID().
func (f *Functions) ThreadID(ctx *sql.Context, arg any) (any, error) {
	v, inRange, err := types.Uint64.Convert(ctx, arg)
	if err != nil || inRange != sql.InRange {
		if text, ok := arg.(string); ok && err != nil {
			ctx.Warn(mysql.ERTruncatedWrongValue, "Truncated incorrect INTEGER value: '%s'", text)
		}
		return nil, nil //nolint:nilerr // no connection has such a number
	}
	id, ok := v.(uint64)
	if !ok {
		return nil, fmt.Errorf("ps_thread_id: connection %v of type %T", v, v)
	}
	return f.threadOfConnection("ps_thread_id", id)
}

func (f *Functions) threadOfConnection(function string, id uint64) (any, error) {
	if !f.Schema.Enabled() {
		return nil, sqlerr.NotEnabled(function)
	}
	if t := f.Schema.Read().ThreadByProcesslistID(id); t != nil {
		return t.ID(), nil
	}
	return nil, nil
}
