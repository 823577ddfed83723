package perfschema_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// watching collects crossings; next waits for one.
func watching(t testing.TB, s *perfschema.Schema, spec string) (next func() perfschema.MemoryCrossing, none func()) {
	t.Helper()
	crossed := make(chan perfschema.MemoryCrossing, 100)
	if err := s.WatchMemory(spec, func(c perfschema.MemoryCrossing) { crossed <- c }); err != nil {
		t.Fatal(err)
	}
	return func() perfschema.MemoryCrossing { return <-crossed }, func() {
		t.Helper()
		select {
		case c := <-crossed:
			t.Errorf("told of %+v", c)
		default:
		}
	}
}

// A crossing is told once, with who did it, and again after memory has fallen
// an eighth below the mark.
func TestWatchMemory(t *testing.T) {
	f := newFixture(t, nil)
	joe, ann := f.connect("joe"), f.connect("ann")
	m := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "cache"}))
	other := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "other"}))
	before := m.Alloc(joe, 300) // counts from the start
	next, none := watching(t, f.Schema, "memory/app/cache:1K, memory/app/other : 1K")
	a := m.Alloc(ann, 700)
	none()
	st := joe.BeginStatement(f.AbstractQuery())
	st.SetText("SELECT 1")
	b := m.Alloc(joe, 100)
	c := m.Alloc(joe, 100) // above already
	st.End()
	got := next()
	want := perfschema.MemoryCrossing{Instrument: "memory/app/cache", Mark: 1024, Bytes: 1100, ThreadID: joe.ID(), ProcesslistID: 7, User: "joe", Host: "localhost", HasAccount: true, SQLText: "SELECT 1"}
	if got != want {
		t.Errorf("%+v", got)
	}
	// 1000 is below the mark, but not far enough.
	b.Free(joe)
	c.Free(ann)
	b = m.Alloc(joe, 200)
	b.Free(joe)
	none()
	before.Free(ann)
	b = m.Alloc(nil, 5000)
	if got := next(); got.Bytes != 5700 || got.ThreadID != 0 || got.User != "" {
		t.Errorf("%+v", got)
	}
	// Each instrument has its own mark; a child is its connection's.
	child := ann.Child(f.worker)
	d := other.Alloc(child, 2000)
	if got := next(); got.Instrument != "memory/app/other" || got.ThreadID != child.ID() || got.ParentThreadID != ann.ID() || got.User != "ann" {
		t.Errorf("%+v", got)
	}
	d.Free(child)
	child.Release()
	// A thread that ends, a TRUNCATE and an instrument that is switched off take
	// nothing away.
	ann.End()
	f.Read().TruncateMemory(record.Global)
	m.Class().SetEnabled(false)
	b.Free(nil)
	m.Class().SetEnabled(true)
	b = m.Alloc(joe, 323)
	none()
	b.Resize(joe, 324)
	if got := next(); got.Bytes != 1024 {
		t.Errorf("%+v", got)
	}
	// Watched anew.
	next, none = watching(t, f.Schema, "memory/app/cache:1025")
	b.Resize(joe, 324)
	none()
	b.Resize(joe, 325)
	if got := next(); got.Bytes != 1025 || got.Mark != 1025 {
		t.Errorf("%+v", got)
	}
	if err := f.WatchMemory("", nil); err != nil {
		t.Fatal(err)
	}
	b.Free(joe)
	b = m.Alloc(joe, 1<<20)
	none()
	a.Free(nil)
}

func TestWatchMemoryRefuses(t *testing.T) {
	f := newFixture(t, nil)
	m := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "cache"}))
	next, _ := watching(t, f.Schema, "memory/app/cache:10")
	for spec, is := range map[string]error{
		"memory/app/none:64M":                         perfschema.ErrNotFound,
		"memory/performance_schema/threads:1M":        perfschema.ErrMemoryWatch,
		"memory/app/cache":                            perfschema.ErrMemoryWatch,
		"memory/app/cache:":                           perfschema.ErrMemoryWatch,
		"memory/app/cache:0":                          perfschema.ErrMemoryWatch,
		"memory/app/cache:-1":                         perfschema.ErrMemoryWatch,
		"memory/app/cache:1X":                         perfschema.ErrMemoryWatch,
		"memory/app/cache:1iB":                        perfschema.ErrMemoryWatch,
		"memory/app/cache:9999999T":                   perfschema.ErrMemoryWatch,
		"memory/app/cache:99999999999999999999":       perfschema.ErrMemoryWatch,
		"memory/app/cache:1M,memory/app/cache:2M":     perfschema.ErrMemoryWatch,
		"memory/app/cache:1M,":                        perfschema.ErrMemoryWatch,
		",":                                           perfschema.ErrMemoryWatch,
		"wait/io/file/sql/log:1M":                     perfschema.ErrNotFound,
		"memory/app/cache:1M,memory/app/none:1M":      perfschema.ErrNotFound,
		"memory/app/cache:1M memory/app/cache:64M ;x": perfschema.ErrMemoryWatch,
	} {
		err := f.WatchMemory(spec, func(perfschema.MemoryCrossing) {})
		if !errors.Is(err, is) || !errors.Is(err, perfschema.ErrMemoryWatch) {
			t.Errorf("%s: %v", spec, err)
		}
	}
	// What was watched still is.
	b := m.Alloc(nil, 10)
	next()
	b.Free(nil)
	for _, spec := range []string{"memory/app/cache:64", "memory/app/cache:64k", "memory/app/cache:64 KiB", "memory/app/cache:64kb", "memory/app/cache:1g", "memory/app/cache:2TiB", "memory/app/cache:64b", " "} {
		if err := f.WatchMemory(spec, nil); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
	if err := (*perfschema.Schema)(nil).WatchMemory("memory/app/cache:64M", nil); err != nil {
		t.Error(err)
	}
}

// What a watch knows to be in use is right whoever allocates while it begins:
// with all freed, one block of the mark's size is the next crossing.
func TestWatchMemoryBeginsExactly(t *testing.T) {
	f := newFixture(t, nil)
	m := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "cache"}))
	var wg sync.WaitGroup
	stop := make(chan struct{})
	for range 3 {
		wg.Go(func() {
			th := f.connect("joe")
			var held [8]perfschema.MemoryBlock
			for i := 0; ; i++ {
				select {
				case <-stop:
					for j := range held {
						held[j].Free(th)
					}
					th.End()
					return
				default:
				}
				held[i%8].Free(th)
				held[i%8] = m.Alloc(th, int64(i%1000))
				if i%100 == 0 {
					for j := range held {
						held[j].Free(nil)
					}
					th.End()
					th = f.connect("ann")
				}
			}
		})
	}
	var next func() perfschema.MemoryCrossing
	for range 50 {
		next, _ = watching(t, f.Schema, "memory/app/cache:1G")
		f.Read().TruncateMemory(record.ByAccount)
	}
	close(stop)
	wg.Wait()
	th := f.connect("joe")
	b := m.Alloc(th, 1<<30)
	if got := next(); got.Bytes != 1<<30 {
		t.Errorf("%d bytes are said to be in use, not %d", got.Bytes, 1<<30)
	}
	b.Free(th)
}

func FuzzWatchMemory(f *testing.F) {
	for _, s := range []string{"memory/app/cache:64M", "memory/app/cache:1,memory/app/rows:1GiB", "a:b:c", ",", ":", "x:9223372036854775807", "memory/a::b/c:1k"} {
		f.Add(s)
	}
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		f.Fatal(err)
	}
	s.Memory(s.RegisterMemory("app", perfschema.Info{Name: "cache"}))
	s.Memory(s.RegisterMemory("app", perfschema.Info{Name: "rows"}))
	f.Fuzz(func(t *testing.T, spec string) {
		err := s.WatchMemory(spec, nil)
		if err != nil && !errors.Is(err, perfschema.ErrMemoryWatch) {
			t.Fatalf("%q: %v", spec, err)
		}
		if known := strings.Contains(spec, "memory/app/"); err == nil && !known && strings.TrimSpace(spec) != "" {
			t.Fatalf("%q is taken for good", spec)
		}
	})
}
