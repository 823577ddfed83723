package usage

import (
	"testing"

	"github.com/perfschema/perfschema/internal/goroutine"
)

// scheduler is a platform on which the test says where the running goroutine is.
type scheduler struct {
	machine
	at goroutine.Position
}

func (s *scheduler) Here() (goroutine.Position, bool) { return s.at, true }
func (s *scheduler) Self() Thread                     { return Thread(s.at.Thread) }

func (s *scheduler) SelfCPU() int64 {
	cpu, _ := s.CPU(s.Self())
	return cpu
}

// use has the thread on which the goroutine is work, for it or for others.
func (s *scheduler) use(ns int64) { s.used[s.Self()] += ns }

// move has the goroutine leave its thread for another, or come back to it.
func (s *scheduler) move(thread uint32) {
	s.at = goroutine.Position{Thread: thread, Left: s.at.Left + 1}
}

// A goroutine that is not locked has used what its thread has while it did not leave it,
// and never more than the time that has passed.
func TestGroupFree(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(g *Group, s *scheduler, now *uint64)
		want int64
	}{
		{"it stays", func(_ *Group, s *scheduler, _ *uint64) {
			s.use(300)
		}, 300},
		{"it is moved to another thread", func(g *Group, s *scheduler, _ *uint64) {
			s.use(300)
			g.Settle()
			s.use(20)
			s.move(2)
			s.use(4000) // before it came, or after
			g.Settle()
			s.use(1)
		}, 301},
		{"it comes back after work of its own", func(_ *Group, s *scheduler, _ *uint64) {
			s.use(300)
			s.move(1)
			s.use(20)
		}, 320},
		{"it comes back after long work of others", func(_ *Group, s *scheduler, now *uint64) {
			s.use(300)
			s.move(1)
			s.use(1_000_000)
			*now = 500
		}, 500},
		{"it waits for another that is in", func(g *Group, s *scheduler, _ *uint64) {
			s.use(300)
			g.Settle()
			driver := s.at
			apart(func() {
				s.at = goroutine.Position{Thread: 1, Left: 7} // the same thread, which is free now
				g.Enter(true)
				s.use(20)
				g.Leave()
				s.use(4000)
			})
			s.at = driver
			s.move(1)
			g.Settle()
			s.use(1)
		}, 321},
		{"another never leaves", func(g *Group, s *scheduler, _ *uint64) {
			driver := s.at
			apart(func() {
				s.at = goroutine.Position{Thread: 2}
				g.Enter(false)
				s.use(20)
				g.Checkpoint()
				s.use(4000)
			})
			s.at = driver
			s.use(300)
		}, 320},
		{"it is locked when it has worked for a while", func(g *Group, s *scheduler, _ *uint64) {
			s.use(300)
			g.Pin()
			s.use(20)
			s.at.Left++ // and comes back to its thread, whatever happens
			s.use(4000)
		}, 4320},
		{"it is locked when it has been moved", func(g *Group, s *scheduler, _ *uint64) {
			s.use(300)
			s.move(2)
			g.Pin()
			s.use(20)
		}, 20},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := &scheduler{machine: machine{used: map[Thread]int64{1: 5e6, 2: 9e9}}, at: goroutine.Position{Thread: 1, Left: 200}}
			now := uint64(1e6)
			g := NewGroup(s, func() uint64 { return now })
			if g.BeginCPU(); !g.Enter(true) || g.Enter(true) {
				t.Fatal("a goroutine enters once")
			}
			elapsed := uint64(1e6)
			tt.do(&g, s, &elapsed)
			now += elapsed
			if cpu, known := g.CPU(); cpu != tt.want || !known {
				t.Errorf("CPU time %d (known: %v), want %d", cpu, known, tt.want)
			}
			g.End()
			if _, known := g.CPU(); known {
				t.Error("nobody is in when it has ended")
			}
		})
	}
}

// apart does something on a goroutine of its own, and waits for it.
func apart(do func()) {
	done := make(chan bool)
	go func() {
		defer close(done)
		do()
	}()
	<-done
}
