package gms

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/rowexec"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// ownProcesses is SHOW PROCESSLIST for everybody: an account without the PROCESS
// privilege sees the connections of its own user. It is nil for other
// statements.
func (a *Adapter) ownProcesses(stmt sqlparser.Statement) sqlparser.Statement {
	show, ok := stmt.(*sqlparser.Show)
	if !ok || !strings.EqualFold(show.Type, "processlist") {
		return nil
	}
	list := plan.NewShowProcessList()
	n := &injected{text: "SHOW PROCESSLIST", schema: list.Schema()}
	n.rows = func(ctx *sql.Context) ([]sql.Row, error) {
		iter, err := rowexec.NewBuilder(nil, sql.EngineOverrides{}).Build(ctx, list, nil)
		if err != nil {
			return nil, fmt.Errorf("list processes: %w", err)
		}
		return a.ofOwnUser(ctx, iter)
	}
	return n.statement(sqlparser.AuthType_IGNORE)
}

// ofOwnUser keeps the rows of a process list that the session may see. The user
// stands in the second column.
func (a *Adapter) ofOwnUser(ctx *sql.Context, iter sql.RowIter) ([]sql.Row, error) {
	rows, err := sql.RowIterToRows(ctx, iter)
	if err != nil {
		return nil, fmt.Errorf("list processes: %w", err)
	}
	if a.hasPrivilege(ctx, sql.PrivilegeType_Process) {
		return rows, nil
	}
	user := ctx.Session.Client().User
	own := rows[:0]
	for _, r := range rows {
		if len(r) > 1 && r[1] == user {
			own = append(own, r)
		}
	}
	return own, nil
}
