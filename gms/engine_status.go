package gms

import (
	"strconv"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

var engineStatusSchema = sql.Schema{
	{Name: "Type", Type: types.MustCreateStringWithDefaults(sqltypes.VarChar, 10)},
	{Name: "Name", Type: types.MustCreateStringWithDefaults(sqltypes.VarChar, 512)},
	{Name: "Status", Type: types.MustCreateStringWithDefaults(sqltypes.VarChar, 10)},
}

// engineStatusStatement is SHOW ENGINE PERFORMANCE_SCHEMA STATUS: what the
// Performance Schema's own buffers take, in rows and bytes.
func (a *Adapter) engineStatusStatement() sqlparser.Statement {
	n := &injected{
		text:   "SHOW ENGINE PERFORMANCE_SCHEMA STATUS",
		schema: engineStatusSchema,
		rows: func(*sql.Context) ([]sql.Row, error) {
			var rows []sql.Row
			for _, s := range a.schema.EngineStatus() {
				rows = append(rows, sql.Row{DatabaseName, s.Name, strconv.FormatUint(s.Value, 10)})
			}
			return rows, nil
		},
	}
	return n.statement(sqlparser.AuthType_PROCESS)
}

// flushStatusStatement is FLUSH STATUS: it resets what the Performance Schema
// has counted as lost.
func (a *Adapter) flushStatusStatement() sqlparser.Statement {
	n := &injected{
		text:   "FLUSH STATUS",
		schema: types.OkResultSchema,
		rows: func(*sql.Context) ([]sql.Row, error) {
			a.schema.FlushStatus()
			return []sql.Row{{types.NewOkResult(0)}}, nil
		},
	}
	return n.statement(sqlparser.AuthType_RELOAD)
}
