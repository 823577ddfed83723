package perfschema_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// accountSums keeps what windows over a watch have counted, as a history does.
type accountSums struct {
	watch *perfschema.AccountWatch
	base  map[any]uint64
	sums  map[string]uint64
}

// window adds what was counted since the last one.
func (a *accountSums) window(t *testing.T) {
	next := make(map[any]uint64)
	for _, s := range a.watch.Read() {
		type key struct {
			account   any
			eventName string
		}
		k := key{s.Identity, s.EventName}
		if s.Stat.Timer.Count < a.base[k] {
			t.Errorf("%s has counted %d, and %d before", s.Account.User, s.Stat.Timer.Count, a.base[k])
		}
		a.sums[s.Account.User] += s.Stat.Timer.Count - a.base[k]
		next[k] = s.Stat.Timer.Count
	}
	a.base = next
	a.watch.Settle()
}

// Whatever is truncated, in whatever order, and whoever comes and goes, windows over a
// watch add up to what each account has done.
func TestAccountWatchOutlivesTruncate(t *testing.T) {
	for seed := range uint64(20) {
		f := newFixture(t, nil)
		f.enableAll()
		a := &accountSums{watch: f.Read().WatchAccounts(nil), sums: map[string]uint64{}}
		random := rand.New(rand.NewPCG(seed, 3))
		users := []string{"ann", "bob", "cleo"}
		threads := []*perfschema.Thread{f.connect("ann"), f.connect("bob"), f.connect("cleo")}
		want := map[string]uint64{}
		for range 400 {
			i := random.IntN(len(threads))
			switch random.IntN(12) {
			case 0:
				f.Read().TruncateStatements(record.Grouping(random.IntN(5)))
			case 1:
				f.Read().TruncateAccounts()
			case 2:
				f.Read().TruncateUsers()
			case 3:
				if threads[i] != nil {
					threads[i].End()
					threads[i] = nil
				}
			case 4, 5:
				if threads[i] == nil {
					threads[i] = f.connect(users[i])
				}
			case 6:
				a.window(t)
			default:
				if threads[i] != nil {
					f.run(threads[i], f.selectKey, "SELECT 1", time.Microsecond)
					want[users[i]]++
				}
			}
		}
		a.window(t)
		if !maps.Equal(a.sums, want) || a.watch.Lost() != 0 {
			t.Fatalf("seed %d: %v, want %v; %d lost", seed, a.sums, want, a.watch.Lost())
		}
		a.watch.Stop()
		if got := a.watch.Read(); got != nil {
			t.Errorf("stopped, and gives %v", got)
		}
	}
}

// Nothing is lost, nor counted twice, while accounts run statements, leave, and are
// truncated away at once.
func TestAccountWatchWhileAllGoesOn(t *testing.T) {
	f := newFixture(t, nil)
	a := &accountSums{watch: f.Read().WatchAccounts(nil), sums: map[string]uint64{}}
	const rounds = 200
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			for range rounds {
				th := f.connect(fmt.Sprint("u", i))
				for range 3 {
					th.BeginStatement(f.selectKey).End()
				}
				th.End()
			}
		})
	}
	wg.Go(func() {
		for i := range rounds {
			f.Read().TruncateStatements(record.Grouping(i % 5))
			f.Read().TruncateAccounts()
		}
	})
	for range rounds / 4 {
		a.window(t)
	}
	wg.Wait()
	a.window(t)
	for i := range 3 {
		if n := a.sums[fmt.Sprint("u", i)]; n != 3*rounds {
			t.Errorf("u%d has run %d statements, want %d", i, n, 3*rounds)
		}
	}
}

// However many accounts come and are truncated away, a watch keeps a bounded number, asks
// for a window in time, and counts what it has lost.
func TestAccountWatchIsBounded(t *testing.T) {
	f := newFixture(t, func(c *perfschema.Config) {
		c.Sizes = perfschema.DefaultSizes()
		c.Sizes.Accounts = 10
	})
	asked := 0
	watch := f.Read().WatchAccounts(func() { asked++ })
	defer watch.Stop()
	for i := range 100 {
		th := f.connect(fmt.Sprint("u", i))
		th.BeginStatement(f.selectKey).End()
		th.End()
		f.Read().TruncateAccounts()
	}
	if n := len(watch.Read()); n != 20 || watch.Lost() != 80 || asked == 0 {
		t.Errorf("%d accounts kept, %d statements lost, asked %d times for a window", n, watch.Lost(), asked)
	}
	watch.Settle()
	watch.Settle()
	if n := len(watch.Read()); n != 0 {
		t.Errorf("%d accounts are kept that are gone and read", n)
	}
}
