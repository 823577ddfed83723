package gms

import (
	"fmt"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// statistics is the line that mysqladmin status shows, in MySQL's words: the answer to
// COM_STATISTICS. It costs a look at eight status variables.
func statistics() string {
	number := func(name string) uint64 {
		_, v, ok := sql.StatusVariables.GetGlobal(name)
		if !ok {
			return 0
		}
		n, _, err := types.Uint64.Convert(sql.NewEmptyContext(), v)
		if err != nil || n == nil {
			return 0
		}
		return n.(uint64)
	}
	uptime, questions := number("Uptime"), number("Questions")
	return fmt.Sprintf("Uptime: %d  Threads: %d  Questions: %d  Slow queries: %d  Opens: %d  Flush tables: %d  Open tables: %d  Queries per second avg: %.3f",
		uptime, number("Threads_connected"), questions, number("Slow_queries"), number("Opened_tables"), number("Flush_commands"),
		number("Open_tables"), float64(questions)/float64(max(uptime, 1)))
}

// debug is COM_DEBUG, which mysqladmin debug sends: the line goes to the log. MySQL's has
// more of InnoDB's and of its tables' state.
func (a *Adapter) debug(c *mysql.Conn) error {
	if !a.rights.OfClient(c).Has(sql.PrivilegeType_Super) {
		return sqlerr.Needs("SUPER")
	}
	a.LogMessage(time.Now(), LogSystem, "Status information: "+statistics())
	return nil
}
