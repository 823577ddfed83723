package status

import (
	"fmt"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// Line is the line that mysqladmin status shows, in MySQL's words: the answer to
// COM_STATISTICS. It costs a look at eight status variables.
func Line() string {
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
