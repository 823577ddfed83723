package usage

import (
	"sync"
	"testing"

	"github.com/perfschema/perfschema/internal/goroutine"
)

// machine is a platform whose threads are goroutines, each of which has used what the
// test says.
type machine struct {
	Platform
	mu      sync.Mutex
	used    map[Thread]int64
	process int64
}

func (*machine) Fields() (thread, process Fields) { return Of(UserCPU), Of(UserCPU) }
func (*machine) Self() Thread                     { return Thread(goroutine.ID()) }
func (*machine) Here() (goroutine.Position, bool) { return goroutine.Position{}, false }
func (*machine) Watch() Watch                     { return Watch{} }
func (*machine) EndWatch(*Watch)                  {}
func (m *machine) ReadProcess(s *Sample)          { *s = Sample{CPU: m.process} }
func (m *machine) ReadSelf(s *Sample)             { *s = Sample{CPU: m.SelfCPU()} }

func (m *machine) SelfCPU() int64 {
	cpu, _ := m.CPU(m.Self())
	return cpu
}

func (m *machine) CPU(t Thread) (int64, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.used[t], true
}

func (m *machine) use(ns int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.used[m.Self()] += ns
}

// What a goroutine uses counts from where it enters to where it leaves, and that of one
// that never leaves to the end.
func TestGroup(t *testing.T) {
	t.Run("all", func(t *testing.T) { testGroup(t, false) })
	t.Run("the CPU time alone", func(t *testing.T) { testGroup(t, true) })
}

func testGroup(t *testing.T, onlyCPU bool) {
	m := &machine{used: map[Thread]int64{}}
	var now uint64
	g := NewGroup(m, func() uint64 { return now })
	read := func(want int64) {
		t.Helper()
		if cpu, known := g.CPU(); cpu != want || !known {
			t.Errorf("CPU time %d (known: %v), want %d", cpu, known, want)
		}
		if onlyCPU {
			return
		}
		var s Sample
		if g.Read(&s, now); s.CPU != want {
			t.Errorf("used %d, want %d", s.CPU, want)
		}
	}
	if g.Begin(false); onlyCPU {
		g.BeginCPU()
	}
	m.use(1000) // before it is in
	if _, known := g.CPU(); known || !g.Enter(true) || g.Enter(true) {
		t.Fatal("a goroutine enters once, and nothing is known before")
	}
	m.use(1)
	read(1)
	var mu sync.Mutex // of the group, and its turns
	other := func(f func()) {
		done := make(chan bool)
		go func() {
			defer close(done)
			mu.Lock()
			defer mu.Unlock()
			f()
		}()
		<-done
	}
	other(func() {
		g.Enter(true)
		m.use(20)
		read(21)
		g.Leave()
		m.use(1000)
	})
	other(func() {
		g.Enter(false)
		m.use(300)
		g.Checkpoint()
	})
	m.use(4000)
	read(4321)
	for range maxMembers - 2 {
		other(func() {
			if !g.Enter(false) {
				t.Error("there is room for more")
			}
		})
	}
	other(func() {
		if g.Enter(false) {
			t.Error("there is no end of room")
		}
	})
	g.End()
	g.Begin(false)
	if _, known := g.CPU(); known {
		t.Error("nobody is in a group that has begun anew")
	}
}

// Of the process all counts that is used from the beginning on, and nobody enters.
func TestGroupOfProcess(t *testing.T) {
	m := &machine{process: 7}
	g := NewGroup(m, func() uint64 { return 0 })
	g.Begin(true)
	if g.Enter(true) {
		t.Error("a goroutine enters a process")
	}
	m.process = 12
	var s Sample
	if g.ReadLast(&s, 0) || s.CPU != 5 {
		t.Errorf("used %d, want 5", s.CPU)
	}
	if _, known := g.CPU(); known {
		t.Error("the CPU time of a process is not its goroutines'")
	}
}
