package table

import (
	"strings"
	"sync"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
)

// rowCount is how many rows a table had of late, for the engine to choose an order
// and a kind of join by. To count them is to read them, without their columns, so it
// is done rarely and not for long.
type rowCount struct {
	mu    sync.Mutex
	asOf  time.Time
	count uint64
}

const (
	rowCountHolds = 30 * time.Second
	// rowCountMost is how many rows are counted at most. Of two tables that have more,
	// either may be the larger one.
	rowCountMost = 1 << 15
	// unknownRows is what the engine takes a table to have that says nothing.
	unknownRows = 1000
)

var _ sql.StatisticsTable = (*Table)(nil)

// RowCount implements sql.StatisticsTable. It is an estimate: as of half a minute
// ago, and no more than rowCountMost.
func (t *Table) RowCount(ctx *sql.Context) (rows uint64, exact bool, err error) {
	if !t.CountsRows() {
		return unknownRows, false, nil
	}
	c := t.rows
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if c.asOf.IsZero() || now.Sub(c.asOf) > rowCountHolds {
		c.asOf, c.count = now, t.countRows(ctx)
	}
	return c.count, false, nil
}

// CountsRows says whether RowCount has counted rows: some tables take long to begin with.
func (t *Table) CountsRows() bool {
	return len(t.indexes) > 0 && !t.view.Stored && !strings.HasPrefix(t.view.Name, "memory_summary_global")
}

// HasOneRow says whether it always has.
func (t *Table) HasOneRow() bool { return t.view.Single }

func (t *Table) countRows(ctx *sql.Context) (n uint64) {
	reader := t.reader(ctx)
	reader.Columns = []int{}
	for cursor := t.view.Open(reader); n < rowCountMost; n++ {
		if _, ok := cursor.Next(); !ok {
			break
		}
	}
	return max(n, 1)
}

// DataLength implements sql.StatisticsTable. As in MySQL, these tables take no room.
func (*Table) DataLength(*sql.Context) (uint64, error) { return 0, nil }
