package report

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"
)

var rewrite = flag.Bool("rewrite", false, "write testdata anew")

// example is a snapshot with something in each section.
func example() *Snapshot {
	began := time.Date(2026, 11, 29, 18, 56, 58, 0, time.UTC)
	s := &Snapshot{
		Program: "./server", PID: 4711, Go: "go1.26.8", Patches: []string{"park"}, Missing: []string{"semaphore"},
		Began: began, Now: began.Add(12 * time.Second), Waiting: 7, WithoutTable: 5, Unread: 1,
		Names: ParseNames("main/main.go\n22 s main.store.rw\n9 c main.jobs\n10 e main.jobs or main.quit\nx y\n7 toolong z\n"),
	}
	put := stack(std("internal/sync.(*Mutex).lockSlow", 1), std("sync.(*Mutex).Lock", 2), user("main.(*store).put", 15), user("main.main", 40))
	get := stack(std("sync.(*RWMutex).Lock", 3), user("main.(*store).get[...]", 22))
	read := stack(std("internal/poll.(*FD).Read", 5), std("net/http.(*conn).serve", 6), std("runtime.goexit", 7))
	own := stack(std("runtime.chanrecv2", 5), std("runtime/perfschema.init.0.func1", 6))
	mark := stack(std("runtime.gcBgMarkStartWorkers", 8), std("runtime.goexit", 7))

	s.AddLost("sync.Mutex.Lock", sum(2, 2*time.Millisecond), sum(3, time.Millisecond))
	s.AddLost("select", Sum{}, sum(1, time.Microsecond))
	s.AddPlace(Place{"GC worker (idle)", mark}, sum(100, time.Minute))

	s.AddPlace(Place{"sync.Mutex.Lock", put}, sum(40, 400*time.Millisecond))
	s.AddPlace(Place{"sync.Mutex.Lock", put}, sum(8, 98*time.Millisecond))
	s.AddPlace(Place{"sync.RWMutex.Lock", get}, sum(2, 1500*time.Nanosecond))
	s.AddPlace(Place{"IO wait", read}, sum(9, 2000*time.Second))
	s.AddPlace(Place{"chan receive", own}, sum(1, time.Second))
	s.AddPlace(Place{"semacquire", mark}, sum(1, 3*time.Second))

	s.AddInstance(0xc000012344, "", Place{"sync.Mutex.Lock", put}, sum(48, 498*time.Millisecond))
	s.AddInstance(0xc000012348, "", Place{"sync.RWMutex.Lock", get}, sum(2, 1500*time.Nanosecond))
	s.AddInstance(0xc000012404, "", Place{Reason: "sync.Mutex.Lock"}, sum(2, 2*time.Millisecond))
	for i := range uintptr(3) {
		s.AddInstance(0xc0000b0000+i*96, "", Place{"chan receive", stack(std("runtime.chanrecv1", 1), user("main.loop", 9))}, sum(2, time.Millisecond))
	}
	s.AddInstance(0xc0000b0000, "", Place{"select", stack(std("runtime.selectgo", 1), user("main.loop", 10))}, sum(2, time.Second))
	s.AddInstance(0xc0000b1000, "", Place{"select", stack(std("runtime.selectgo", 1), user("main.loop", 10))}, sum(2, time.Minute))
	s.AddInstance(0xc0000a0000, "", Place{"chan receive", stack(user("main.loop", 9))}, sum(1, 0))
	s.AddInstance(0x6000, "of the runtime: stopping the world", Place{"semacquire", put}, sum(4, 5*time.Microsecond))
	s.AddInstance(0x5000, "", Place{"semacquire", mark}, sum(1, 3*time.Second))

	order, stock := Statement{"statement/http/get", "GET /orders/{id}"}, Statement{"statement/http/post", "POST /stock"}
	query, connection := Statement{"statement/db/query", "SELECT * FROM orders WHERE id = ?"}, Statement{"wait/synch/cond/db/connection", ""}
	s.AddStatement(order, Statement{}, 2, sum(20, 500*time.Millisecond))
	s.AddStatement(order, Statement{}, 0, sum(4, 100*time.Millisecond))
	s.AddStatement(order, query, 1, sum(24, 90*time.Millisecond))
	s.AddStatement(order, connection, 0, sum(24, 30*time.Millisecond))
	s.AddStatement(stock, Statement{}, 0, sum(1, time.Microsecond))
	s.AddStatement(Statement{}, Statement{"wait/io/socket/http/client", "10.0.0.7:80"}, 0, sum(1, time.Millisecond))
	s.AddRequestWait(order, Statement{}, false, Place{"sync.Mutex.Lock", put}, 0xc000012344, "", sum(11, 200*time.Millisecond))
	s.AddRequestWait(order, Statement{}, false, Place{"sync.Mutex.Lock", put}, 0xc000012344, "", sum(1, 100*time.Millisecond))
	s.AddRequestWait(order, Statement{}, true, Place{"sync.RWMutex.Lock", get}, 0xc000012348, "", sum(1, 80*time.Millisecond))
	s.AddRequestWait(order, Statement{}, true, Place{"sync.RWMutex.Lock", get}, 0xc000052348, "", sum(1, 80*time.Millisecond))
	s.AddRequestWait(order, query, false, Place{"IO wait", read}, 0, "", sum(24, 85*time.Millisecond))
	s.AddRequestWait(order, connection, false, Place{Reason: "select"}, 0xc0000b0000, "", sum(3, 29*time.Millisecond))
	s.AddRequestWait(order, Statement{}, false, Place{"semacquire", mark}, 0x5000, "", sum(1, time.Second))
	s.AddRequestWait(stock, Statement{}, false, Place{}, 0, "", sum(1, 500))
	s.AddLostWork(sum(3, time.Second), sum(2, time.Second))
	s.NoSlot, s.NoWork = 6, 7

	for i := range 3 {
		s.AddWaiter(Place{"chan receive", stack(std("runtime.chanrecv1", 1), user("main.hang", 31))}, time.Duration(i)*time.Minute)
	}
	s.AddWaiter(Place{"finalizer wait", mark}, time.Hour)
	return s
}

func stack(frames ...Frame) *Stack { return &Stack{frames} }

func std(name string, line int) Frame { return Frame{name, "/go/src/x.go", line, true} }

func user(name string, line int) Frame { return Frame{name, "/home/u/main.go", line, false} }

func sum(count uint64, blocked time.Duration) Sum {
	return Sum{count, blocked, blocked / 2, blocked / 8}
}

func TestWrite(t *testing.T) {
	for name, s := range map[string]*Snapshot{"example": example(), "nothing": {Program: "./idle", PID: 1, Go: "go1.26.8"}} {
		var b bytes.Buffer
		if err := Write(&b, s); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", name+".txt")
		if *rewrite {
			if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s: the report is\n%s\nwant\n%s", name, b.Bytes(), want)
		}
	}
}

type broken struct{ writes int }

var errBroken = errors.New("broken")

func (b *broken) Write([]byte) (int, error) { b.writes++; return 0, errBroken }

// TestWriteOnce holds that lines of the program do not get in between, and that errors are told.
func TestWriteOnce(t *testing.T) {
	var b broken
	if err := Write(&b, example()); !errors.Is(err, errBroken) || b.writes != 1 {
		t.Errorf("Write returned %v after %d writes", err, b.writes)
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 ns", 999: "999 ns", 1500: "1.50 µs", 20 * time.Millisecond: "20.00 ms", 61 * time.Second: "61.000 s", time.Hour: "3600 s",
	} {
		if got := duration(d); got != want {
			t.Errorf("duration(%d) = %q, want %q", d, got, want)
		}
	}
}

// TestSource holds that the package's copy in a GOROOT needs nothing of this repository.
func TestSource(t *testing.T) {
	files, err := Source()
	if err != nil || len(files) < 3 {
		t.Fatal(len(files), err)
	}
	for name, text := range files {
		if bytes.Contains(text, []byte("perfschema/perfschema")) {
			t.Errorf("%s imports a package of this repository", name)
		}
	}
}

// TestSite: which line a stack is shown by.
func TestSite(t *testing.T) {
	promoted := Frame{Func: "main.(*T).Lock", File: autogenerated, Line: 1}
	read := []Frame{std("internal/poll.(*FD).Read", 165), std("net.(*netFD).Read", 68), std("net.(*conn).Read", 196), std("bufio.(*Reader).Peek", 148)}
	for name, c := range map[string]struct {
		stack  *Stack
		site   Frame
		called string
	}{
		"no stack":   {stack: nil},
		"no frames":  {stack: stack()},
		"a lock":     {stack(std("sync.(*Mutex).Lock", 46), user("main.f", 7)), user("main.f", 7), "sync.(*Mutex).Lock"},
		"no call":    {stack(user("main.f", 7), std("net/http.(*conn).serve", 2080)), user("main.f", 7), ""},
		"by a go":    {stack(std("net.(*conn).Read", 196), user("main.f.gowrap1", 7)), user("main.f.gowrap1", 7), "net.(*conn).Read"},
		"promoted":   {stack(std("sync.(*Mutex).Lock", 46), promoted, user("main.f", 7)), user("main.f", 7), "sync.(*Mutex).Lock"},
		"called by":  {stack(std("net.(*TCPListener).Accept", 1), promoted, std("net/http.(*Server).Serve", 3433), user("main.f", 7)), user("main.f", 7), "net/http.(*Server).Serve"},
		"connection": {stack(append(read, std("net/http.(*conn).serve", 2080), std("net/http.(*Server).Serve.gowrap3", 3464), std("runtime.goexit", 1))...), std("net/http.(*conn).serve", 2080), "net.(*conn).Read"},
		"of itself":  {stack(std("runtime.selectgo", 1), std("net/http.(*persistConn).writeLoop", 2590), std("net/http.(*Transport).dialConn.gowrap3", 1995)), std("net/http.(*persistConn).writeLoop", 2590), ""},
		"condition":  {stack(std("sync.(*Cond).Wait", 71), std("net/http.(*connReader).abortPendingRead", 739), std("net/http.(*conn).serve", 2100)), std("net/http.(*conn).serve", 2100), "net/http.(*connReader).abortPendingRead"},
		"errgroup":   {stack(std("sync.(*WaitGroup).Wait", 1), user("golang.org/x/sync/errgroup.(*Group).Wait", 56), user("main.f", 7)), user("main.f", 7), "golang.org/x/sync/errgroup.(*Group).Wait"},
		"runtime":    {stack(std("runtime.chanrecv2", 5), std("runtime.ensureSigM.func1", 1), std("runtime.goexit", 1)), std("runtime.ensureSigM.func1", 1), ""},
		"one":        {stack(std("runtime.goexit", 1)), std("runtime.goexit", 1), ""},
		"a wrapper":  {stack(std("net/http.(*Server).Serve.gowrap3", 3464)), std("net/http.(*Server).Serve.gowrap3", 3464), ""},
	} {
		if site, called := c.stack.site(); site != c.site || called != c.called {
			t.Errorf("%s: %v, %q", name, site, called)
		}
	}
}

// TestWithoutName: locks and channels without a name are one row for each place that they were
// waited for the longest.
func TestWithoutName(t *testing.T) {
	s := &Snapshot{}
	write := stack(std("runtime.selectgo", 1), std("net/http.(*persistConn).writeLoop", 2590), std("net/http.(*Transport).dialConn.gowrap3", 1995))
	other := stack(std("runtime.selectgo", 1), user("main.wait", 9))
	for i := range uintptr(30) {
		s.AddInstance(0xc000100000+i*96, "", Place{"select", write}, sum(2, time.Second))
	}
	s.AddInstance(0xc000100000, "", Place{"select", other}, sum(1, time.Millisecond))
	s.AddInstance(0xc000200000, "", Place{"select", other}, sum(1, time.Millisecond))
	var b bytes.Buffer
	s.writeInstances(&b, "Channels", func(string) bool { return true })
	const want = `
Channels
     blocked      waits       mean    longest  what
    30.001 s         61  491.82 ms  500.00 ms  chan without a name, 30 of them
                                             100% select  net/http.(*persistConn).writeLoop x.go:2590
                                               0% select  main.wait main.go:9
     1.00 ms          1    1.00 ms  500.00 µs  chan 0xc000200000
                                             100% select  main.wait main.go:9
`
	if got := b.String(); got != want {
		t.Errorf("%s", got)
	}
}

// TestKindOfLock: a Mutex inside an RWMutex or a Once is that, also where the standard library
// has it.
func TestKindOfLock(t *testing.T) {
	lock := []Frame{std("runtime.semacquire1", 1), std("internal/sync.(*Mutex).lockSlow", 2), std("sync.(*Mutex).Lock", 3)}
	for name, c := range map[string]struct {
		above []Frame
		kind  string
	}{
		"mutex":            {[]Frame{user("main.f", 7)}, kindMutex},
		"rwlock":           {[]Frame{std("sync.(*RWMutex).Lock", 4), user("main.f", 7)}, kindRWMutex},
		"promoted rwlock":  {[]Frame{std("sync.(*RWMutex).Lock", 4), {Func: "main.(*T).Lock", File: autogenerated}, user("main.f", 7)}, kindRWMutex},
		"once":             {[]Frame{std("sync.(*Once).doSlow", 4), std("sync.(*Once).Do", 5), user("main.f", 7)}, kindOnce},
		"function of once": {[]Frame{std("sync.(*Once).doSlow", 4), std("sync.(*Once).Do", 5), std("sync.OnceFunc.func2", 6), user("main.f", 7)}, kindOnce},
		"once of std":      {[]Frame{std("sync.(*Once).doSlow", 4), std("sync.(*Once).Do", 5), std("mime.TypeByExtension", 6), user("main.f", 7)}, kindOnce},
		"rwlock of std":    {[]Frame{std("sync.(*RWMutex).Lock", 4), std("net/http.(*ServeMux).register", 5), user("main.f", 7)}, kindRWMutex},
		"pool of std":      {[]Frame{std("sync.(*Pool).pinSlow", 4), std("sync.(*Pool).Get", 5), std("fmt.newPrinter", 6), user("main.f", 7)}, kindMutex},
		"inside a once":    {[]Frame{std("mime.initMime", 4), std("sync.(*Once).doSlow", 5), user("main.f", 7)}, kindMutex},
	} {
		s := &Snapshot{}
		s.AddInstance(0xc000100020, "", Place{reasonMutexLock, stack(append(lock[:len(lock):len(lock)], c.above...)...)}, sum(1, time.Second))
		for _, i := range s.instances {
			if i.Kind != c.kind {
				t.Errorf("%s: %s", name, i.Kind)
			}
		}
	}
}

// A route and a query with control characters stay on one line, and no terminal obeys them.
func TestHostileTextsOfRequests(t *testing.T) {
	s := &Snapshot{}
	route, query := Statement{"statement/http/get", "GET /a\x1b[31m\n/b"}, Statement{"statement/db/query", "SELECT '\x07\xff'\r"}
	s.AddStatement(route, Statement{}, 0, sum(1, time.Second))
	s.AddStatement(route, query, 0, sum(1, time.Second))
	var b bytes.Buffer
	if err := Write(&b, s); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"  GET /a?[31m?/b\n", " SELECT '??'?\n"} {
		if !bytes.Contains(b.Bytes(), []byte(want)) {
			t.Errorf("%q is not in\n%q", want, b.String())
		}
	}
	if bytes.ContainsAny(b.Bytes(), "\x1b\x07\r") {
		t.Errorf("%q has control characters", b.String())
	}
}
