package slab

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

func TestRowsComeAndGo(t *testing.T) {
	s := New[string](3)
	a, b, c := s.Take("a"), s.Take("b"), s.Take("c")
	if s.Take("d").Made() || s.Lost() != 1 {
		t.Errorf("a fourth row of three; %d lost", s.Lost())
	}
	b.Free()
	b.Free()
	d := s.Take("d")
	if !d.Made() || s.Take("e").Made() {
		t.Error("a row freed twice gave room for two")
	}
	b.Change(func(v *string) { *v += "?" }) // of the handle that is kept, nothing
	b.Free()
	d.Change(func(v *string) { *v += "!" })
	seen := map[string]uint64{}
	for r, v := range s.All() {
		seen[v] = r.Address()
	}
	if len(seen) != 3 || seen["a"] != a.Row().Address() || seen["c"] != c.Row().Address() || seen["d!"] != d.Row().Address() {
		t.Errorf("rows are %v", seen)
	}
	s.ForgetLost()
	if s.Lost() != 0 {
		t.Error("losses are remembered")
	}
}

func TestNoRoomAtAll(t *testing.T) {
	var none *Slab[int]
	for _, s := range []*Slab[int]{none, New[int](0)} {
		if s.Take(1).Made() {
			t.Error("a row of none")
		}
		for range s.All() {
			t.Error("a row is listed")
		}
		if _, rows := s.Size(); rows != 0 {
			t.Errorf("memory for %d rows", rows)
		}
	}
	if none.Lost() != 0 {
		t.Error("a slab that is not there has lost a row")
	}
	none.ForgetLost()
}

// Readers see whole rows, and as many as there can be, while writers take,
// change and free them.
func TestConcurrent(t *testing.T) {
	const writers, rounds, held = 4, 2000, 20
	type pair struct{ a, b int }
	s := New[pair](writers * held)
	var wg sync.WaitGroup
	stop := make(chan struct{})
	for w := range writers {
		wg.Go(func() {
			var mine []Handle[pair]
			for i := range rounds {
				if len(mine) == held {
					for _, r := range mine {
						if r.Row().Value().a != w {
							t.Errorf("writer %d finds a row of %d", w, r.Row().Value().a)
						}
						r.Free()
					}
					mine = mine[:0]
				}
				r := s.Take(pair{w, -i})
				if !r.Made() {
					t.Error("no room")
					return
				}
				r.Change(func(p *pair) { p.b = w })
				mine = append(mine, r)
			}
		})
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		for {
			n := 0
			for _, v := range s.All() {
				n++
				if v.b > 0 && v.a != v.b {
					t.Errorf("half a row: %v", v)
				}
			}
			if n > writers*held {
				t.Errorf("%d rows", n)
			}
			select {
			case <-stop:
				return
			default:
			}
		}
	}()
	wg.Wait()
	close(stop)
	<-read
	if s.Lost() != 0 {
		t.Errorf("%d lost", s.Lost())
	}
}

func TestTakingDoesNotAllocate(t *testing.T) {
	s := New[[4]string](1000)
	if n := testing.AllocsPerRun(1000, func() { s.Take([4]string{"a"}).Free() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkTakeFree(b *testing.B) {
	s := New[[8]string](1000)
	b.ReportAllocs()
	for b.Loop() {
		s.Take([8]string{"a"}).Free()
	}
}

func TestParkedRows(t *testing.T) {
	s := New[string](2)
	a, b := s.Take("a"), s.Take("b")
	a.Park()
	a.Park()
	if a.Row() != nil || len(shown(s)) != 1 {
		t.Errorf("a parked row is shown: %v", shown(s))
	}
	again := a.Retake("c")
	if !again.Made() || a.Retake("d").Made() || !slices.Equal(shown(s), []string{"b", "c"}) {
		t.Errorf("rows are %v", shown(s))
	}
	a.Free() // the handle from before
	if again.Row() == nil {
		t.Error("a handle from before has freed the row")
	}
	again.Park()
	needed := s.Take("e")
	if !needed.Made() || again.Retake("f").Made() || s.Lost() != 0 {
		t.Errorf("a parked row is not given to who needs it; %d lost", s.Lost())
	}
	again.Free()
	if needed.Row() == nil {
		t.Error("who had parked the row has freed another's")
	}
	if s.Take("g").Made() || s.Lost() != 1 {
		t.Error("a third row of two")
	}
	needed.Park()
	needed.Free()
	b.Free()
	c, d := s.Take("h"), s.Take("i")
	if !c.Made() || !d.Made() || s.Take("j").Made() {
		t.Error("a row that was parked and freed is there once")
	}
}

func shown(s *Slab[string]) (all []string) {
	for _, v := range s.All() {
		all = append(all, v)
	}
	slices.Sort(all)
	return all
}

// Writers who park their rows, and others who need these: each row has one owner.
func TestParkedConcurrent(t *testing.T) {
	const writers, rounds, room = 4, 5000, 3
	type pair struct{ owner, round int }
	s := New[pair](room)
	var wg sync.WaitGroup
	var had atomic.Int64
	for w := range writers {
		wg.Go(func() {
			var kept Handle[pair]
			for i := range rounds {
				v := pair{w, i}
				h := kept.Retake(v)
				if !h.Made() {
					if h = s.Take(v); !h.Made() {
						continue
					}
				}
				had.Add(1)
				if got := *h.Row().Value(); got != v {
					t.Errorf("%v in a row of %v", got, v)
				}
				if i%7 == 0 {
					h.Free()
				} else {
					h.Park()
				}
				kept = h
			}
			kept.Free()
		})
	}
	wg.Wait()
	if uint64(had.Load())+s.Lost() != writers*rounds {
		t.Errorf("%d had a row and %d found none, of %d", had.Load(), s.Lost(), writers*rounds)
	}
	for i := range room {
		if !s.Take(pair{}).Made() {
			t.Fatalf("only %d rows of %d are left", i, room)
		}
	}
	if s.Take(pair{}).Made() {
		t.Error("a row was made of none")
	}
}
