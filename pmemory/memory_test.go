package pmemory_test

import (
	"runtime"
	"sync"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pmemory"
	"github.com/perfschema/perfschema/record"
)

type fixture struct {
	testing.TB
	*perfschema.Schema
	memory *perfschema.Memory
	thread *perfschema.Thread
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return &fixture{t, s, s.Memory(s.RegisterMemory("app", perfschema.Info{Name: "x"})), s.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})}
}

func (f *fixture) used(g record.Grouping) (count, bytes int64) {
	for _, stats := range f.Read().MemorySummary(g, 0).All() {
		v := stats[f.memory.Key()-1]
		count, bytes = count+v.CurrentCount(), bytes+v.CurrentBytes()
	}
	return count, bytes
}

func (f *fixture) want(what string, g record.Grouping, count, bytes int64) {
	f.Helper()
	if n, b := f.used(g); n != count || b != bytes {
		f.Errorf("%s: %d blocks of %d bytes in use, want %d of %d", what, n, b, count, bytes)
	}
}

func TestSlice(t *testing.T) {
	f := newFixture(t)
	s := pmemory.Make[uint64](f.memory, f.thread, 2, 10)
	f.want("made", record.ByThread, 1, 80)
	for i := range uint64(100) {
		s.Append(f.thread, i)
	}
	if len(s.Items()) != 102 || s.Items()[101] != 99 {
		t.Fatal(s.Items())
	}
	f.want("grown", record.ByThread, 1, int64(cap(s.Items()))*8)
	s.Truncate(1)
	f.want("truncated", record.ByThread, 1, int64(cap(s.Items()[:1]))*8)
	s.Free(f.thread)
	s.Free(f.thread)
	f.want("freed", record.ByThread, 0, 0)
	s.Append(f.thread, 1)
	f.want("used again", record.ByThread, 1, 8)
	s.Free(nil)
	f.want("freed elsewhere", record.Global, 0, 0)

	f.memory.Class().SetEnabled(false)
	s = pmemory.Make[uint64](f.memory, f.thread, 0, 10)
	f.memory.Class().SetEnabled(true)
	s.Free(f.thread)
	f.want("made while it was off", record.Global, 0, 0)
	var zero pmemory.Slice[byte]
	zero.Append(f.thread, 1, 2)
	zero.Free(f.thread)
}

func TestBuffers(t *testing.T) {
	f := newFixture(t)
	p := pmemory.NewBuffers(f.memory)
	b := p.Get(f.thread, 100)
	c := p.Get(f.thread, -1)
	f.want("lent", record.ByThread, 2, 100)
	b.Bytes[99] = 1
	b.Free(f.thread)
	b.Free(f.thread)
	c.Free(f.thread)
	f.want("given back", record.ByThread, 0, 0)
	if n, bytes := f.used(record.Global); n > 2 || bytes > 100 {
		t.Errorf("%d buffers of %d bytes are kept of 2 of 100", n, bytes)
	}
	var none pmemory.Buffers
	d := none.Get(nil, 10)
	if len(d.Bytes) != 10 {
		t.Error(len(d.Bytes))
	}
	d.Free(nil)
}

// A Pool counts what it holds, and no longer what the collector has taken.
func TestPool(t *testing.T) {
	f := newFixture(t)
	p := pmemory.Pool{New: func() any { return new([64]byte) }}
	p.Put(new([64]byte))
	p.Init(f.memory, func(any) int64 { return 64 })
	p.Put(nil)
	for range 10 {
		p.Put(new([64]byte))
	}
	// The race detector has sync.Pool lose some.
	if n, bytes := f.used(record.Global); n == 0 || n > 10 || bytes != 64*n {
		t.Errorf("%d values of %d bytes are held", n, bytes)
	}
	for range 12 {
		if _, ok := p.Get().(*[64]byte); !ok {
			t.Fatal("no value")
		}
	}
	// Those of other processors, and lost ones, go with the collector.
	p.Put(new([64]byte))
	for n := int64(1); n != 0; n, _ = f.used(record.Global) {
		runtime.GC()
		runtime.Gosched()
	}
	f.memory.Class().SetEnabled(false)
	p.Put(new([64]byte))
	f.want("put while it was off", record.Global, 0, 0)
	p.Init(nil, nil)
	var zero pmemory.Pool
	if zero.Get() != nil {
		t.Error("a value from nowhere")
	}
}

func TestPoolConcurrently(t *testing.T) {
	f := newFixture(t)
	p := pmemory.Pool{New: func() any { return new([64]byte) }}
	p.Init(f.memory, func(any) int64 { return 64 })
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 2000 {
				x, _ := p.Get().(*[64]byte)
				x[0]++
				p.Put(x)
			}
		})
	}
	wg.Wait()
	if n, bytes := f.used(record.Global); n < 0 || bytes != 64*n {
		t.Errorf("%d values of %d bytes are held", n, bytes)
	}
}
