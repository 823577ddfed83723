package planning

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
)

// limited is a statement whose connection may hold so much, and which never waits.
type limited int64

func (l limited) MemoryLimit() (int64, string)         { return int64(l), "limit_of_test" }
func (limited) LockTimeout(*sql.Context) time.Duration { return 0 }
func (limited) Wait(*sql.Context, func(*perfschema.Thread) perfschema.Wait, func() error) error {
	return errors.New("a statement waits")
}

// A share takes the place of the one before, and is given back once; what weighs more
// than the connection may hold is refused, and has nothing then.
func TestShare(t *testing.T) {
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	m := New(ps)
	ctx := sql.NewEmptyContext()
	var s Share
	for _, weight := range []int64{10, 20, 5} {
		if err := s.Take(ctx, m, limited(20), weight); err != nil {
			t.Fatal(err)
		}
		if got := m.room.Taken(); got != weight {
			t.Errorf("%d bytes are taken by a share of %d", got, weight)
		}
	}
	var refused *mysql.SQLError
	if err := s.Take(ctx, m, limited(20), 21); !errors.As(err, &refused) || refused.Num != errCapacity || !strings.Contains(refused.Message, "'limit_of_test'") {
		t.Errorf("more than the connection may hold: %v", err)
	}
	s.Give(m)
	s.Give(m)
	if got := m.room.Taken(); got != 0 {
		t.Errorf("%d bytes are left over", got)
	}
	if err := s.Take(ctx, m, limited(0), 1<<40); err != nil || !s.Heavy() {
		t.Errorf("without a limit: %v", err)
	}
}

func TestWeight(t *testing.T) {
	short, long := "SELECT 1", "SELECT 1 IN ("+strings.Repeat("1,", LongText)+"1)"
	if w := Weight(short, false); w != 0 {
		t.Errorf("a short text weighs %d", w)
	}
	if w := Weight(long, false); w < int64(len(long)) {
		t.Errorf("a text of %d bytes weighs %d", len(long), w)
	}
}
