package affected

import (
	"sync"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// lockedNumbers is a table that wants a lock held by who asks it for numbers.
type lockedNumbers struct {
	sql.AutoIncrementTable
	t    *testing.T
	lock *sync.Mutex
	next uint64
}

func (l *lockedNumbers) GetNextAutoIncrementValue(_ *sql.Context, given any) (uint64, error) {
	l.t.Helper()
	if l.lock.TryLock() {
		l.lock.Unlock()
		l.t.Errorf("asked for a number beside %v without the lock: two sessions can be given the same", given)
	}
	if n, ok := given.(uint64); ok && n >= l.next {
		l.next = n
	}
	l.next++
	return l.next - 1, nil
}

// Who asks a table for one number of AUTO_INCREMENT, or for several, holds the table's lock alone.
func TestNumbersAreAskedForAlone(t *testing.T) {
	lock := &sync.Mutex{}
	table := &lockedNumbers{t: t, lock: lock, next: 1}
	r := &numberRange{AutoIncrementTable: table, lock: lock, column: types.Int64, every: 1, from: 1}
	ctx := sql.NewEmptyContext()
	if n, err := r.GetNextAutoIncrementValue(ctx, nil); n != 1 || err != nil {
		t.Fatalf("the first number is %d: %v", n, err)
	}
	if err := r.reserve(ctx, 3); r.next != 2 || r.left != 3 || err != nil {
		t.Fatalf("%d numbers from %d on are reserved: %v", r.left, r.next, err)
	}
	if n, err := r.GetNextAutoIncrementValue(ctx, nil); n != 5 || err != nil {
		t.Fatalf("the number behind three that are reserved is %d: %v", n, err)
	}
	if !lock.TryLock() {
		t.Error("the lock is still held")
	}
}
