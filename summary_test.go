package perfschema_test

import (
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// However many threads work, connect and leave while tables are read and
// truncated below the top, the global count is exact, and at rest every
// grouping adds up to it.
// A helper that waits for work is no connection's.
func TestIdleHelpersAreBackground(t *testing.T) {
	f := newFixture(t, nil)
	parent := f.connect("joe")
	child := parent.Child(f.conn)
	if child.Info().Background {
		t.Error("a helper that works is in the background")
	}
	child.Release()
	if !child.Info().Background || parent.Info().Background {
		t.Error("a helper that waits is in the foreground, or its parent is not")
	}
	if again := parent.Child(f.conn); again != child || again.Info().Background {
		t.Error("a helper that works again is another, or in the background")
	}
}

// Without room for any class of threads none is instrumented, as in MySQL.
func TestNoThreadClasses(t *testing.T) {
	for _, room := range []int64{0, 1} {
		f := newFixture(t, func(c *perfschema.Config) {
			c.Sizes = perfschema.DefaultSizes()
			c.Sizes.ThreadClasses = room
		})
		info := f.connect("joe").Info()
		if info.Instrumented != (room > 0) || info.History != (room > 0) {
			t.Errorf("room for %d: instrumented %v, history %v", room, info.Instrumented, info.History)
		}
	}
}

func TestSummariesAgree(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	const workers, rounds, perRound = 8, 30, 40
	users := []string{"ann", "bob", "cid"}
	var wg sync.WaitGroup
	stop := make(chan struct{})
	for w := range workers {
		wg.Go(func() {
			for r := range rounds {
				th := f.NewThread(f.conn, perfschema.ThreadOptions{User: users[(w+r)%len(users)], Host: "h" + users[w%2]})
				for i := range perRound {
					st := th.BeginStatement(f.AbstractQuery())
					st.SetText("SELECT 1")
					st.ComputeDigest()
					st.Refine([]perfschema.StatementKey{f.selectKey, f.insert}[i%2])
					th.SetStage(f.opening)
					th.SetStage(f.sending)
					st.SetCounters(perfschema.StatementCounters{RowsSent: 3, RowsExamined: 5})
					st.End()
					th.BeginTransaction(f.TransactionKey(), perfschema.TransactionOptions{ReadOnly: i%2 == 0}).End(true)
				}
				th.End()
			}
		})
	}
	var reader sync.WaitGroup
	reader.Go(func() {
		r := rand.New(rand.NewPCG(3, 4))
		last := uint64(0)
		for {
			select {
			case <-stop:
				return
			default:
			}
			switch r.IntN(5) {
			case 0:
				f.Read().TruncateStatements(record.ByThread)
			case 1:
				f.Read().TruncateStatements(record.ByAccount)
			case 2:
				f.Read().TruncateAccounts()
			}
			n := countOf(f, record.Global, f.selectKey)
			if n < last {
				t.Errorf("the global count fell from %d to %d", last, n)
				return
			}
			last = n
		}
	})
	wg.Wait()
	close(stop)
	reader.Wait()

	live := f.connect("dan")
	f.run(live, f.selectKey, "SELECT 1", time.Second)

	const each = workers * rounds * perRound / 2
	for g, name := range map[record.Grouping]string{record.ByUser: "by user", record.ByHost: "by host", record.Global: "global"} {
		var sel record.StatementStat
		for _, stats := range f.Read().StatementSummary(g, 0).All() {
			s := stats[f.selectKey-1]
			sel.Timer.Count += s.Timer.Count
			sel.Counters.Add(&s.Counters)
		}
		if sel.Timer.Count != each+1 || sel.Counters.RowsSent != 3*each+1 || sel.Counters.RowsExamined != 5*each+2 {
			t.Errorf("statements %s: %d, rows sent %d", name, sel.Timer.Count, sel.Counters.RowsSent)
		}
	}
	for _, g := range []record.Grouping{record.ByAccount, record.ByUser, record.ByHost, record.Global} {
		var stages, txs uint64
		for _, stats := range f.Read().StageSummary(g, 0).All() {
			stages += stats[f.opening-1].Count
		}
		for _, stats := range f.Read().TransactionSummary(g, 0).All() {
			txs += stats[0].Total().Count
		}
		if g != record.ByAccount && (stages != 2*each || txs != 2*each) {
			t.Errorf("grouping %d: %d stages, %d transactions", g, stages, txs)
		}
	}
	d := f.Read().Digests()
	if len(d) != 1 || d[0].Stat.Timer.Count != 2*each+1 || total(f.Read().ListDigests()[0].Histogram()) != 2*each+1 {
		t.Errorf("%d digests, the first counts %d", len(d), d[0].Stat.Timer.Count)
	}
}

// TRUNCATE moves figures up and changes nothing above, but for the global one.
func TestTruncateSummaries(t *testing.T) {
	groupings := []record.Grouping{record.ByThread, record.ByAccount, record.ByUser, record.ByHost, record.Global}
	for g, want := range map[record.Grouping][5]uint64{
		record.ByThread:  {0, 2, 2, 2, 2},
		record.ByAccount: {0, 0, 2, 2, 2},
		record.ByUser:    {0, 0, 0, 2, 2},
		record.ByHost:    {0, 0, 2, 0, 2},
		record.Global:    {0, 0, 0, 0, 0},
	} {
		f := newFixture(t, nil)
		a, b := f.connect("joe"), f.connect("joe")
		f.run(a, f.selectKey, "SELECT 1", time.Second)
		f.run(b, f.selectKey, "SELECT 1", time.Second)
		f.Read().TruncateStatements(g)
		for i, by := range groupings {
			if n := countOf(f, by, f.selectKey); n != want[i] {
				t.Errorf("truncate %d: grouping %d counts %d, want %d", g, by, n, want[i])
			}
		}
		f.run(a, f.selectKey, "SELECT 1", time.Second)
		if n := countOf(f, record.ByThread, f.selectKey); n != 1 {
			t.Errorf("truncate %d: the thread counts %d after one more", g, n)
		}
	}
}

func TestAccounts(t *testing.T) {
	f := newFixture(t, nil)
	bg := f.NewThread(f.worker, perfschema.ThreadOptions{Background: true})
	a, b := f.connect("joe"), f.connect("joe")
	c := f.connect("eve")
	a.End()
	c.End()
	want := []record.AccountInfo{
		{UserNull: true, HostNull: true, Current: 1, Total: 1},
		{User: "eve", Host: "localhost", Total: 1},
		{User: "joe", Host: "localhost", Current: 1, Total: 2},
	}
	got := f.Read().Accounts()
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("row %d: %+v, want %+v", i, got[i], want[i])
		}
	}
	f.Read().TruncateHosts()
	if accounts, users := len(f.Read().Accounts()), len(f.Read().Users()); accounts != 2 || users != 3 {
		t.Errorf("%d accounts and %d users: that of eve goes, eve does not", accounts, users)
	}
	f.Read().TruncateUsers()
	if len(f.Read().Accounts()) != 2 || len(f.Read().Users()) != 2 || f.Read().Accounts()[1].Total != 1 {
		t.Errorf("after the truncation: %+v", f.Read().Accounts())
	}
	b.End()
	bg.End()
	if len(f.Read().Threads()) != 0 {
		t.Error("threads are left")
	}
}

func TestActors(t *testing.T) {
	f := newFixture(t, nil)
	for _, a := range []record.Actor{
		{Host: "%", User: "joe", Role: "%", Enabled: false, History: false},
		{Host: "localhost", User: "joe", Role: "%", Enabled: true, History: false},
	} {
		if err := f.InsertActor(a); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.InsertActor(record.Actor{Host: "%", User: "joe", Role: "%"}); !errors.Is(err, perfschema.ErrDuplicate) {
		t.Errorf("a duplicate gave %v", err)
	}
	for _, tc := range []struct {
		user, host       string
		enabled, history bool
	}{{"ann", "localhost", true, true}, {"joe", "remote", false, false}, {"joe", "localhost", true, false}} {
		th := f.NewThread(f.conn, perfschema.ThreadOptions{User: tc.user, Host: tc.host})
		if th.Instrumented() != tc.enabled || th.History() != tc.history {
			t.Errorf("%s@%s: instrumented %v, history %v", tc.user, tc.host, th.Instrumented(), th.History())
		}
	}
	f.Read().TruncateActors()
	if th := f.connect("ann"); th.Instrumented() || th.History() {
		t.Error("without a row nobody is instrumented")
	}
}

func TestChildrenCountForTheAccount(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	c := th.Child(f.worker)
	f.run(c, f.selectKey, "SELECT 1", 1)
	if got := c.Info(); got.ParentThreadID != th.ID() || got.User != "joe" {
		t.Errorf("child: %+v", got)
	}
	c.Release()
	if d := th.Child(f.worker); d != c {
		t.Error("the released child was not used again")
	} else {
		d.Release()
	}
	th.End()
	if f.Read().Accounts()[0].Total != 1 || countOf(f, record.ByAccount, f.selectKey) != 1 || len(f.Read().Threads()) != 0 {
		t.Errorf("%+v, %d threads left", f.Read().Accounts(), len(f.Read().Threads()))
	}
}
