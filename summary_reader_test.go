package perfschema_test

import (
	"slices"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// What happens while a summary is read is seen by the groups that come after: a
// thread that ends counts with its account, and has no row of its own any more.
func TestSummaryReaderSeesWhatHappens(t *testing.T) {
	f := newFixture(t, nil)
	var threads []*perfschema.Thread
	for _, user := range []string{"ann", "bob", "cat", "dan"} {
		th := f.connect(user)
		f.run(th, f.selectKey, "SELECT 1", time.Second)
		threads = append(threads, th)
	}
	byThread := f.Read().StatementSummary(record.ByThread, 0)
	byAccount := f.Read().StatementSummary(record.ByAccount, 0)
	byUser := f.Read().StatementSummary(record.ByUser, 0)
	next := func(r *record.SummaryReader[record.StatementStat]) (record.Group, uint64) {
		t.Helper()
		group, stats, ok := r.Next()
		if !ok {
			return group, 0
		}
		if len(stats) != r.Len() {
			t.Errorf("%d figures, want %d", len(stats), r.Len())
		}
		return group, stats[f.selectKey-1].Timer.Count
	}
	if g, n := next(byThread); g.ThreadID != threads[0].ID() || n != 1 {
		t.Errorf("first thread: %+v, %d", g, n)
	}
	for _, r := range []*record.SummaryReader[record.StatementStat]{byAccount, byUser} {
		if g, n := next(r); g.User != "ann" || n != 1 {
			t.Errorf("first account or user: %+v, %d", g, n)
		}
	}
	threads[1].End()
	f.run(threads[2], f.selectKey, "SELECT 1", time.Second)
	late := f.connect("dan")
	f.run(late, f.selectKey, "SELECT 1", time.Second)
	late.End() // its account keeps what it did

	var ids []uint64
	for g, n := next(byThread); n != 0; g, n = next(byThread) {
		ids = append(ids, g.ThreadID)
	}
	if want := []uint64{threads[2].ID(), threads[3].ID()}; !slices.Equal(ids, want) {
		t.Errorf("threads %v, want %v", ids, want)
	}
	if g, n := next(byAccount); g.User != "bob" || n != 1 {
		t.Errorf("an account whose thread ended: %+v, %d", g, n)
	}
	f.Read().TruncateAccounts() // drops bob's, whose figures go to the user
	if g, n := next(byAccount); g.User != "cat" || n != 2 {
		t.Errorf("after bob's account: %+v, %d", g, n)
	}
	for _, want := range []struct {
		user  string
		count uint64
	}{{"bob", 1}, {"cat", 2}, {"dan", 2}, {"", 0}} {
		if g, n := next(byUser); g.User != want.user || n != want.count {
			t.Errorf("%+v, %d, want %+v", g, n, want)
		}
	}
	threads[3].End()
	f.Read().TruncateAccounts()
	if g, _, ok := byAccount.Next(); ok {
		t.Errorf("an account that was dropped: %+v", g)
	}
}
