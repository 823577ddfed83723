package psync_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// fixture is a Schema with one instrument of each kind, enabled.
type fixture struct {
	*perfschema.Schema
	mutex perfschema.MutexKey
	lock  perfschema.RWLockKey
	cond  perfschema.CondKey
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{Schema: s}
	f.mutex = s.RegisterMutex("app", perfschema.Info{Name: "LOCK_a"})
	f.lock = s.RegisterRWLock("app", perfschema.Info{Name: "LOCK_b"})
	f.cond = s.RegisterCond("app", perfschema.Info{Name: "COND_c"})
	f.enable(true)
	return f
}

// withEvents switches every consumer on.
func withEvents(t testing.TB) *fixture {
	f := newFixture(t)
	for _, c := range perfschema.Consumers() {
		f.SetConsumer(c, true)
	}
	return f
}

// enable switches the instruments.
func (f *fixture) enable(on bool) {
	for _, k := range []perfschema.Kind{perfschema.KindMutex, perfschema.KindRWLock, perfschema.KindCond} {
		for _, c := range f.Read().ClassesOf(k) {
			if strings.Contains(c.Name(), "/app/") {
				c.SetEnabled(on)
				c.SetTimed(on)
			}
		}
	}
}

// bind makes the test's goroutine work for a new Thread until the test ends.
func (f *fixture) bind(t testing.TB) *perfschema.Thread {
	th := f.NewThread(0, perfschema.ThreadOptions{})
	th.Bind()
	t.Cleanup(th.Unbind)
	return th
}

// one is the only mutex there is.
func (f *fixture) one(t testing.TB) record.MutexInfo {
	t.Helper()
	all := f.Read().MutexInstances()
	if len(all) != 1 {
		t.Fatalf("%d mutex instances", len(all))
	}
	return all[0]
}

func (f *fixture) oneLock(t testing.TB) record.RWLockInfo {
	t.Helper()
	all := f.Read().RWLockInstances()
	if len(all) != 1 {
		t.Fatalf("%d rwlock instances", len(all))
	}
	return all[0]
}

func (f *fixture) oneCond(t testing.TB) record.InstanceInfo {
	t.Helper()
	all := f.Read().CondInstances()
	if len(all) != 1 {
		t.Fatalf("%d cond instances", len(all))
	}
	return all[0]
}

// mustDie runs the named misuse in a process of its own and holds what it
// prints when it dies.
func mustDie(t *testing.T, misuse map[string]func(), message string) {
	if name := os.Getenv("PSYNC_MISUSE"); name != "" {
		if f := misuse[name]; f != nil {
			defer func() { _ = recover() }() // which must not help
			f()
		}
		return
	}
	exe, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	for name := range misuse {
		cmd := exec.Command(exe, "-test.run=^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), "PSYNC_MISUSE="+name)
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), message) {
			t.Errorf("%s: %v, want a death that says %q\n%s", name, err, message, out)
		}
	}
}
