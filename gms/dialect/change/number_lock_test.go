package change

import (
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// askedTable is a table that notes whether its lock is held when it is asked for a number.
type askedTable struct {
	sql.AutoIncrementTable
	asked, locked bool
}

func (*askedTable) Name() string { return "Orders" }

func (a *askedTable) GetNextAutoIncrementValue(*sql.Context, any) (uint64, error) {
	a.asked, a.locked = true, !NumberLock("orders").TryLock()
	return 0, nil
}

// An UPDATE that raises a number holds the lock of inserts, whatever the name's letter case.
func TestRaisedNumberHoldsLock(t *testing.T) {
	table := &askedTable{}
	raised := &raisedNumber{expression.UnaryExpressionStub{Child: expression.NewLiteral(int64(7), types.Int64)}, table}
	if _, err := raised.Eval(sql.NewEmptyContext(), nil); err != nil {
		t.Fatal(err)
	}
	if !table.asked || !table.locked {
		t.Errorf("the table was asked: %v, with the lock held: %v", table.asked, table.locked)
	}
	if lock := NumberLock("orders"); !lock.TryLock() {
		t.Error("the lock is still held")
	} else {
		lock.Unlock()
	}
}
