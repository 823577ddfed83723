package privilege

import (
	"strconv"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/schedule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// authorizeKill lets an account end its own connections, and with
// CONNECTION_ADMIN those of others, but for those of system users with SYSTEM_USER alone.
func (r *Rights) authorizeKill(ctx *sql.Context, held Held, text string) error {
	id, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return sqlerr.NoSuchThread(0)
	}
	for _, p := range ctx.ProcessList.Processes() {
		if uint64(p.Connection) != id || p.Command == schedule.Daemon {
			continue // the event scheduler is no connection to end
		}
		if p.User == OwnKey(ctx).User || held.HasDynamic(ConnectionAdmin) && (held.HasDynamic(systemUser) || !r.isSystemClient(held.grants, p.User, p.Host)) {
			return nil
		}
		return mysql.NewSQLError(errKillDenied, sqlerr.StateGeneral, "You are not owner of thread %d", id)
	}
	return sqlerr.NoSuchThread(id)
}
