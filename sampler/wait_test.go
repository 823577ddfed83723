package sampler

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/goroutine"
	"github.com/perfschema/perfschema/pfile"
	"github.com/perfschema/perfschema/pnet"
	"github.com/perfschema/perfschema/psync"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/snowset"
)

// blocker is something that a goroutine waits for until another lets it go.
type blocker struct {
	name    string
	as      snowset.Resource
	wait    func()
	release func()
}

// blockers is one of every kind that the stand-ins have. Each has a resource
// that its class names, or the default of its kind.
func blockers(t *testing.T, s *perfschema.Schema) []blocker {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var (
		mutex, other perfschema.MutexKey
		rwlock       perfschema.RWLockKey
		cond, rows   perfschema.CondKey
		file         perfschema.FileKey
		keys         pnet.Keys
	)
	own := s.RegisterResource("turnstile", snowset.ResourceControlPlaneMsg)
	mutex = s.RegisterMutex("app", perfschema.Info{Name: "a"})
	other = s.RegisterMutex("app", perfschema.Info{Name: "b", Resource: own})
	rwlock = s.RegisterRWLock("app", perfschema.Info{Name: "a"})
	cond = s.RegisterCond("app", perfschema.Info{Name: "a"})
	rows = s.RegisterCond("app", perfschema.Info{Name: "rows", Resource: snowset.ResourceDataExchangeMsg})
	file = s.RegisterFile("app", perfschema.Info{Name: "remote", Resource: snowset.ResourcePersistentReadS3})
	keys.Listener = s.RegisterSocket("app", perfschema.Info{Name: "listener"})
	keys.Conn = s.RegisterSocket("app", perfschema.Info{Name: "peer", Resource: snowset.ResourceRemoteExtRead})

	m, n := psync.NewMutex(s, mutex), psync.NewMutex(s, other)
	m.Lock()
	n.Lock()
	write, read := psync.NewRWMutex(s, rwlock), psync.NewRWMutex(s, rwlock)
	write.RLock()
	read.Lock()
	var lock psync.Mutex
	told := false
	c := psync.NewCond(&lock)
	c.Init(s, rows)
	wg := psync.NewWaitGroup(s, cond)
	wg.Add(1)
	sem := psync.NewSemaphore(s, cond, 1)
	check(sem.Acquire(context.Background(), 1))
	once, inside, leave := psync.NewOnce(s, cond), make(chan bool), make(chan bool)
	go once.Do(func() { close(inside); <-leave })
	<-inside
	from, to, err := os.Pipe()
	check(err)
	t.Cleanup(func() { _ = from.Close(); _ = to.Close() })
	pipe := pfile.New(s, file).Wrap(from)
	l, err := pnet.Listen(s, keys, "unix", filepath.Join(t.TempDir(), "s"))
	check(err)
	t.Cleanup(func() { _ = l.Close() })
	dialed, err := net.Dial("unix", l.Addr().String())
	check(err)
	t.Cleanup(func() { _ = dialed.Close() })
	accepted, err := l.Accept()
	check(err)
	t.Cleanup(func() { _ = accepted.Close() })

	const locks = snowset.ResourceMutex
	return []blocker{
		{"mutex", locks, func() { m.Lock(); m.Unlock() }, m.Unlock}, //nolint:staticcheck // the wait is what is looked at
		{"mutex of a thread", own, func() { n.LockThread(perfschema.Bound()); n.Unlock() }, n.Unlock},
		{"lock for writing", locks, func() { write.Lock(); write.Unlock() }, write.RUnlock}, //nolint:staticcheck
		{"lock for reading", locks, func() { read.RLock(); read.RUnlock() }, read.Unlock},   //nolint:staticcheck
		{"condition", snowset.ResourceDataExchangeMsg, func() {
			lock.Lock()
			for !told {
				c.Wait()
			}
			lock.Unlock()
		}, func() {
			lock.Lock()
			told = true
			c.Signal()
			lock.Unlock()
		}},
		{"wait group", locks, wg.Wait, wg.Done},
		{"semaphore", locks, func() { _ = sem.Acquire(context.Background(), 1) }, func() { sem.Release(1) }},
		{"once", locks, func() { once.Do(func() {}) }, func() { close(leave) }},
		{"file", snowset.ResourcePersistentReadS3, func() { _, _ = pipe.Read(make([]byte, 7)) }, func() { _, _ = to.WriteString("7 bytes") }},
		{"socket", snowset.ResourceRemoteExtRead, func() { _, _ = accepted.Read(make([]byte, 3)) }, func() { _, _ = dialed.Write([]byte("abc")) }},
		{"listener", snowset.ResourceDataExchangeNet, func() {
			if c, err := l.Accept(); err == nil {
				_ = c.Close()
			}
		}, func() { _ = l.Close() }},
	}
}

// The time that a thread waits is charged to what its class was declared as,
// whether or not the instrument is enabled, for every kind of wait. Of one that
// is disabled nothing is counted.
func TestEveryWaitIsCharged(t *testing.T) {
	for _, enabled := range []bool{false, true} {
		f := newFixture(t, Options{})
		for _, b := range blockers(t, f.Schema) {
			name := b.name
			if !enabled {
				name += ", disabled"
			}
			t.Run(name, func(t *testing.T) {
				for _, c := range f.Read().WaitClasses() {
					c.SetEnabled(enabled)
				}
				_ = f.Read().Truncate("events_waits_summary_global_by_event_name")
				f.profiler.Truncate()
				th := f.thread()
				done, waiter := make(chan struct{}), make(chan goroutine.Status, 1)
				go func() {
					defer close(done)
					waiter <- goroutine.Own()
					th.Bind()
					st := th.BeginStatement(f.query)
					b.wait()
					st.End()
					th.End()
				}()
				f.untilWaits(t, b.as, <-waiter)
				f.after(10 * time.Second)
				b.release()
				<-done
				f.after(0)
				p := f.one(t)
				if got := p.Resource(f.Read().SnowsetResource(b.as)); got != 10*time.Second {
					t.Errorf("%v of %v of waiting, %+v", got, p.Elapsed, p.Cells())
				}
				counted := uint64(0)
				for _, all := range f.Read().WaitSummary(record.Global, 0).All() {
					for _, s := range all {
						counted += s.Count
					}
				}
				if enabled != (counted > 0) {
					t.Errorf("%d waits are counted", counted)
				}
				wantIO := record.ResourceIO{}
				switch b.name {
				case "file":
					wantIO = record.ResourceIO{Bytes: 7, Requests: 1}
				case "socket":
					wantIO = record.ResourceIO{Bytes: 3, Requests: 1}
				}
				if got := p.Statement.IO(b.as); got != wantIO {
					t.Errorf("moved %+v, want %+v", got, wantIO)
				}
			})
		}
	}
}

// untilWaits samples, without any time passing, until a goroutine has come to rest
// waiting for a resource. One that is about to wait for a file or the network asks the
// kernel first, whether there is something already, and then runs once more, to say so
// to the runtime: what it says of itself is not enough.
func (f *fixture) untilWaits(t *testing.T, r snowset.Resource, of goroutine.Status) {
	t.Helper()
	for limit := time.Now().Add(2 * time.Minute); time.Now().Before(limit); runtime.Gosched() {
		f.after(0)
		for _, x := range f.profiler.States() {
			if x.State.Active() && x.State.Resource() == r {
				if d := of.Doing(); d == goroutine.Waiting || d == goroutine.Unknown {
					return
				}
			}
		}
	}
	t.Fatalf("nobody is seen to wait for %s", f.Read().ResourceName(r))
}
