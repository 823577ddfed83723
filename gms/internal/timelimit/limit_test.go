package timelimit

import (
	"errors"
	"sync/atomic"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"
)

func TestOf(t *testing.T) {
	prepared := func(name string) (ast.Statement, bool) {
		text, ok := map[string]string{
			"plain": "SELECT 1", "hinted": "SELECT /*+ MAX_EXECUTION_TIME(7) */ 1", "changes": "DELETE FROM t",
			"union": "(SELECT /*+ MAX_EXECUTION_TIME(8) */ 1) UNION SELECT 2",
		}[name]
		if !ok {
			return nil, false
		}
		stmt, err := ast.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return stmt, true
	}
	for _, test := range []struct {
		text          string
		session, want uint64
	}{
		{"SELECT 1", 0, 0},
		{"SELECT 1", 5, 5},
		{"SELECT /*+ MAX_EXECUTION_TIME(9) */ 1", 5, 9},
		{"SELECT /*+ MAX_EXECUTION_TIME(9) */ 1", 0, 9},
		{"UPDATE t SET a = 1", 5, 0},
		{"EXECUTE plain", 5, 5},
		{"EXECUTE hinted", 5, 7},
		{"EXECUTE hinted", 0, 7},
		{"EXECUTE union", 5, 8},
		{"EXECUTE changes", 5, 0},
		{"EXECUTE missing", 5, 0},
		{"EXECUTE", 5, 0},
	} {
		if got := Of(test.text, test.session, prepared); got != test.want {
			t.Errorf("%s, in a session with %d: %d, want %d", test.text, test.session, got, test.want)
		}
	}
}

// The error of a statement is that of its time only if the time is over, and it was that
// which interrupted it; it counts once.
func TestError(t *testing.T) {
	interrupted := mysql.NewSQLError(mysql.ERQueryInterrupted, "70100", "interrupted")
	other := errors.New("other")
	var none *Limit
	if none.Error(interrupted) != error(interrupted) {
		t.Error("no limit has another error")
	}
	none.Stop()
	none.Pause()()

	counts := Counts{new(atomic.Uint64), new(atomic.Uint64)}
	_, early := Begin(sql.NewEmptyContext(), 1<<30, counts)
	defer early.Stop()
	if got := early.Error(interrupted); got != error(interrupted) {
		t.Errorf("before the time is over: %v", got)
	}
	resume := early.Pause()
	if early.timer.Stop() {
		t.Error("the clock goes on in a pause")
	}
	resume()
	if !early.timer.Stop() {
		t.Error("the clock stands after the pause")
	}

	ctx, l := Begin(sql.NewEmptyContext(), 1, counts)
	defer l.Stop()
	<-ctx.Done()
	if got := l.Error(other); got != other {
		t.Errorf("another error became %v", got)
	}
	if l.Error(nil) != nil {
		t.Error("a statement that came to its end has failed")
	}
	for range 2 {
		var sent *mysql.SQLError
		if got := l.Error(interrupted); !errors.As(got, &sent) || sent.Num != errOver {
			t.Errorf("%v", got)
		}
	}
	if set, exceeded := counts.Set.Load(), counts.Exceeded.Load(); set != 2 || exceeded != 1 {
		t.Errorf("%d limits, %d of them exceeded", set, exceeded)
	}
}
