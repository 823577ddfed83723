package perfschema_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// However many users connect from however many hosts, the rows kept of them and
// the memory they take are bounded by default. Those that find no room are
// counted, and what they do counts globally.
func TestAccountsAreBounded(t *testing.T) {
	const bound = 4096
	users := 100_000
	if testing.Short() {
		users = 10_000
	}
	f := newFixture(t, nil)
	before := liveHeap()
	for i := range users {
		th := f.NewThread(f.conn, perfschema.ThreadOptions{ProcesslistID: uint64(i + 1), User: fmt.Sprint("user", i), Host: fmt.Sprint("host", i)})
		st := th.BeginStatement(f.selectKey)
		st.SetText("SELECT 1")
		st.End()
		th.End()
	}
	// 4 KB an account, half a KB a user and a host, and digests.
	if grown := liveHeap() - before; grown > bound*8<<10 {
		t.Errorf("%d users take %d MB", users, grown>>20)
	}
	if n := len(f.Read().Accounts()) + len(f.Read().Users()) + len(f.Read().Hosts()); n != 3*bound {
		t.Errorf("%d rows of accounts, users and hosts", n)
	}
	lost := map[string]uint64{}
	for _, v := range f.Read().Status() {
		lost[v.Name] = v.Value
	}
	for _, name := range []string{"accounts", "users", "hosts"} {
		if got, want := lost["Performance_schema_"+name+"_lost"], uint64(users-bound); got != want {
			t.Errorf("%s lost: %d, want %d", name, got, want)
		}
		if v, ok := f.VariableValue("performance_schema_" + name + "_size"); !ok || v != -1 {
			t.Errorf("%s_size = %d", name, v)
		}
	}
	global := only(f.Read().StatementSummary(record.Global, 0).All(), int(f.selectKey)-1, func(s record.StatementStat) record.TimerStat { return s.Timer }).Count
	if global != uint64(users) {
		t.Errorf("%d statements counted globally, of %d", global, users)
	}
	// What some of them did is shown for the accounts that have a row.
	byAccount := uint64(0)
	for _, stats := range f.Read().StatementSummary(record.ByAccount, 0).All() {
		byAccount += stats[f.selectKey-1].Timer.Count
	}
	if byAccount != bound {
		t.Errorf("%d statements counted by account, of %d", byAccount, bound)
	}
	// Room that TRUNCATE makes is given out again.
	f.Read().TruncateAccounts()
	f.connect("late")
	if got := f.Read().Accounts(); len(got) != 1 || got[0].User != "late" {
		t.Errorf("after TRUNCATE: %v", got)
	}
}

// An account without a row counts in its user and its host, which have one.
func TestAccountWithoutRow(t *testing.T) {
	f := newFixture(t, func(c *perfschema.Config) {
		c.Sizes = perfschema.DefaultSizes()
		c.Sizes.Accounts = 0
	})
	th := f.connect("ann")
	f.run(th, f.selectKey, "SELECT 1", 1)
	th.End()
	for _, g := range []record.Grouping{record.ByUser, record.ByHost, record.Global} {
		n := uint64(0)
		for _, stats := range f.Read().StatementSummary(g, 0).All() {
			n += stats[f.selectKey-1].Timer.Count
		}
		if n != 1 {
			t.Errorf("grouping %d: %d statements", g, n)
		}
	}
}

func liveHeap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// A user for whom there is no room is lost once with its account, however often that connects.
func TestLostUserIsCountedOnce(t *testing.T) {
	sizes := perfschema.DefaultSizes()
	sizes.Users, sizes.Hosts = 1, 1
	f := newFixture(t, func(c *perfschema.Config) { c.Sizes = sizes })
	for i, a := range []struct{ user, host string }{{"ann", "h1"}, {"joe", "h2"}, {"joe", "h2"}, {"joe", "h2"}, {"joe", "h3"}, {"ann", "h1"}} {
		f.NewThread(f.conn, perfschema.ThreadOptions{ProcesslistID: uint64(i + 1), User: a.user, Host: a.host})
	}
	for name, want := range map[string]uint64{"users_lost": 2, "hosts_lost": 2, "accounts_lost": 0} {
		if got := statusOf(t, f.Schema, name); got != want {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
	}
}

// A thread whose class was lost is not instrumented, as in MySQL.
func TestThreadOfALostClass(t *testing.T) {
	sizes := perfschema.DefaultSizes()
	sizes.ThreadClasses = 1
	s, err := perfschema.New(perfschema.Config{Sizes: sizes})
	if err != nil {
		t.Fatal(err)
	}
	kept := s.RegisterThread("app", perfschema.Info{Name: "kept"})
	lost := s.RegisterThread("app", perfschema.Info{Name: "lost"})
	if th := s.NewThread(lost, perfschema.ThreadOptions{}); th != nil {
		t.Error("it is instrumented")
	}
	if th := s.NewThread(kept, perfschema.ThreadOptions{}); th == nil {
		t.Error("one of a class that is there is not")
	}
}
