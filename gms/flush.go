package gms

import (
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/node"
)

// flushStatement is FLUSH STATUS or HOSTS, see [Adapter.flushStatus].
func (*Adapter) flushStatement(what string, flush func()) sqlparser.Statement {
	n := &node.Command{
		Text:    "FLUSH " + strings.ToUpper(what),
		Columns: types.OkResultSchema,
		Rows: func(*sql.Context) ([]sql.Row, error) {
			flush()
			return []sql.Row{{types.NewOkResult(0)}}, nil
		},
	}
	return n.About(sqlparser.AuthType_RELOAD, "mysql", what)
}

// flushStatus is FLUSH STATUS: what was lost is forgotten, and every session counts
// from here on.
func (a *Adapter) flushStatus() {
	a.schema.Read().FlushStatus()
	a.uptime.flush(time.Now())
	if a.lifecycle == nil {
		return
	}
	ended := &a.lifecycle.ended
	ended.mu.Lock()
	defer ended.mu.Unlock()
	ended.accounts = endedByAccount{}
	a.lifecycle.connections.Range(func(_, c any) bool {
		c.(*connection).flush()
		return true
	})
}
