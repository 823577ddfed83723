package report

import (
	"testing"
	"time"
)

func TestNames(t *testing.T) {
	names := ParseNames("example.com/server.v2/client.go\n7 s server.client.mu\n8 c server.queue\n8 e server.queue or server.quit\n")
	at := func(line int) Frame {
		return Frame{"example.com/server%2ev2.(*client).flush[...]", "/src/server.v2/client.go", line, false}
	}
	for _, c := range []struct {
		place Place
		want  string
	}{
		{Place{"sync.Mutex.Lock", stack(std("internal/sync.(*Mutex).Lock", 1), at(7))}, "server.client.mu"},
		{Place{"sync.Mutex.Lock", stack(std("sync.(*RWMutex).Lock", 1), at(7))}, "server.client.mu"},
		{Place{"sync.Mutex.Lock", stack(std("log.Printf", 1), at(7))}, ""},
		{Place{"sync.Cond.Wait", stack(std("sync.(*Cond).Wait", 1), at(7))}, "server.client.mu"},
		{Place{"sync.Mutex.Lock", stack(std("sync.(*Cond).Wait", 1), at(7))}, "lock of server.client.mu"},
		{Place{"sync.RWMutex.RLock", stack(std("sync.(*Cond).Wait", 1), at(7))}, "lock of server.client.mu"},
		{Place{"sync.Mutex.Lock", stack(std("sync.(*Cond).Wait", 1), at(9))}, ""},
		{Place{"semacquire", stack(std("sync.(*Cond).Wait", 1), at(7))}, ""},
		{Place{"sync.WaitGroup.Wait (durable)", stack(std("sync.(*WaitGroup).Wait", 1), at(7))}, "server.client.mu"},
		{Place{"chan receive", stack(std("runtime.chanrecv1", 1), at(8))}, "server.queue"},
		{Place{"chan receive", stack(std("net/http.(*Client).Do", 1), at(8))}, ""},
		{Place{"select", stack(std("runtime.selectgo", 1), at(8))}, "server.queue or server.quit"},
		{Place{"chan receive", stack(at(9))}, ""},
		{Place{Reason: "chan receive"}, ""},
	} {
		if got := names.of(c.place); got != c.want {
			t.Errorf("%+v is %q, want %q", c.place, got, c.want)
		}
	}
}

// TestNameInside: what golang.org/x/sync waits for has its own name at the line of its caller.
func TestNameInside(t *testing.T) {
	wait := Frame{"golang.org/x/sync/errgroup.(*Group).Wait", "/src/errgroup.go", 56, false}
	s := &Snapshot{Names: ParseNames("golang.org/x/sync/errgroup/errgroup.go\n56 s errgroup.Group.wg\n")}
	p := Place{"sync.WaitGroup.Wait", stack(std("sync.(*WaitGroup).Wait", 1), wait, user("main.f", 7))}
	const want = "sync.WaitGroup.Wait  main.f main.go:7  in golang.org/x/sync/errgroup.(*Group).Wait  for errgroup.Group.wg"
	if got := s.where(p); got != want {
		t.Errorf("%q", got)
	}
}

// TestLockOfCond: a lock has the name of its Cond only as long as no line has waited for it by its own.
func TestLockOfCond(t *testing.T) {
	names := ParseNames("main/main.go\n7 s main.cond\n8 s main.mu\n")
	i := Instance{places: map[Place]*Sum{
		{"sync.Mutex.Lock", stack(std("sync.(*Cond).Wait", 1), user("main.wait", 7))}: {1, time.Hour, time.Hour, time.Hour},
	}}
	of := i
	if of.nameBy(names); of.Name != "lock of main.cond" {
		t.Errorf("%q", of.Name)
	}
	i.places[Place{"sync.Mutex.Lock", stack(std("sync.(*Mutex).Lock", 1), user("main.wake", 8))}] = &Sum{1, 1, 1, 1}
	if i.nameBy(names); i.Name != "main.mu" {
		t.Errorf("%q", i.Name)
	}
}

// TestLockOfParameter: a lock that a function was given goes by the name that another line has for
// it, however long the function has waited for it.
func TestLockOfParameter(t *testing.T) {
	for name, other := range map[string]string{"main.store.mu": "main.store.mu", "main.lock()": "main.lock()", "main.x or main.y": "main.lock(mu)", "main.put(locks)[]": "main.lock(mu)"} {
		i := Instance{places: map[Place]*Sum{
			{"sync.Mutex.Lock", stack(std("sync.(*Mutex).Lock", 1), user("main.lock", 7))}: {1, time.Hour, time.Hour, time.Hour},
			{"sync.Mutex.Lock", stack(std("sync.(*Mutex).Lock", 1), user("main.put", 8))}:  {1, 1, 1, 1},
		}}
		if i.nameBy(ParseNames("main/main.go\n7 s main.lock(mu)\n8 s " + name + "\n")); i.Name != other {
			t.Errorf("%q beside %q", i.Name, name)
		}
	}
}

// TestNameInReusedMemory: a channel that a select has waited for is not called as another one, for which
// a goroutine waited a moment before in the same memory.
func TestNameInReusedMemory(t *testing.T) {
	names := ParseNames("main/main.go\n7 e main.ticks or main.quit\n8 c main.quit\n9 c main.other\n")
	for _, c := range []struct {
		inSelect, other, quit time.Duration
		want                  string
	}{
		{time.Hour, 1, 0, "main.ticks or main.quit"},
		{time.Hour, 2, 1, "main.quit"},
		{time.Hour, 0, 1, "main.quit"},
		{1, time.Hour, 0, "main.other"},
		{1, time.Hour, 2, "main.other"},
		{1, 0, time.Hour, "main.quit"},
	} {
		i := Instance{places: map[Place]*Sum{{"select", stack(std("runtime.selectgo", 1), user("main.loop", 7))}: {1, c.inSelect, 1, 1}}}
		for line, blocked := range map[int]time.Duration{8: c.quit, 9: c.other} {
			if blocked > 0 {
				i.places[Place{"chan receive", stack(std("runtime.chanrecv1", 1), user("main.wait", line))}] = &Sum{1, blocked, 1, 1}
			}
		}
		if i.nameBy(names); i.Name != c.want {
			t.Errorf("%+v: %q", c, i.Name)
		}
	}
}

// TestNoNameInReusedMemory: what the standard library waits for is not called as what had its memory before.
func TestNoNameInReusedMemory(t *testing.T) {
	names := ParseNames("main/main.go\n8 c main.results\n")
	for called, want := range map[time.Duration]string{time.Second: "", time.Minute: "main.results"} {
		i := Instance{places: map[Place]*Sum{
			{"select", stack(std("runtime.selectgo", 1), std("net/http.(*persistConn).writeLoop", 2))}: {1, time.Hour, 1, 1},
			{"chan receive", stack(std("runtime.chanrecv1", 1), user("main.wait", 8))}:                 {1, called, 1, 1},
		}}
		if i.nameBy(names); i.Name != want {
			t.Errorf("%v of an hour: %q", called, i.Name)
		}
	}
}

// FuzzParseNames holds that no table does harm.
func FuzzParseNames(f *testing.F) {
	f.Add("a/b.go\n1 s x\n")
	f.Add("1 s\n\n9999999999999999999 c y\n s s s\n")
	f.Fuzz(func(t *testing.T, table string) {
		for key, name := range ParseNames(table) {
			if len(name)+len(key.file) > len(table) {
				t.Errorf("%+v: %q", key, name)
			}
		}
	})
}
