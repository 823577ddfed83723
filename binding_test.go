package perfschema_test

import (
	"context"
	"runtime"
	"testing"
	"testing/synctest"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

func TestContextCarriesTheThread(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	if got := perfschema.FromContext(perfschema.NewContext(context.Background(), th)); got != th {
		t.Errorf("the context carries %v", got)
	}
	if got := perfschema.FromContext(context.Background()); got != nil {
		t.Errorf("an empty context carries %v", got)
	}
}

// goWait runs f by perfschema.Go and waits until the goroutines that this starts have
// ended, and so have given their Threads back.
func goWait(t *testing.T, ctx context.Context, f func(context.Context)) {
	t.Helper()
	synctest.Test(t, func(*testing.T) { perfschema.Go(ctx, f) })
}

// TestGo: a goroutine has a child Thread, by its context and by what is bound.
func TestGo(t *testing.T) {
	f := newFixture(t, nil)
	parent := f.connect("joe")
	ctx := perfschema.NewContext(context.Background(), parent)
	var child *perfschema.Thread
	for range 3 {
		goWait(t, ctx, func(ctx context.Context) {
			th := perfschema.FromContext(ctx)
			if th == nil || th == parent || th != perfschema.Bound() {
				t.Errorf("the context has %v, and bound is %v", th, perfschema.Bound())
			}
			child = th
			f.run(th, f.selectKey, "SELECT 1", 1)
			th.BeginStatement(f.insert) // what is left is ended
			th.SetStage(f.opening)
		})
	}
	if i := child.Info(); i.Name != "thread/go/goroutine" || i.ParentThreadID != parent.ID() || i.User != "joe" {
		t.Errorf("the child is %+v", i)
	}
	for key, want := range map[perfschema.StatementKey]uint64{f.selectKey: 3, f.insert: 3} {
		for _, stats := range f.Read().StatementSummary(record.ByUser, 0).All() {
			if n := stats[key-1].Timer.Count; n != 0 && n != want {
				t.Errorf("statement %d ran %d times, want %d", key, n, want)
			}
		}
	}
	if perfschema.Bound() != nil {
		t.Error("the starting goroutine is bound")
	}
}

// TestGoBound: without a Thread in the context it is the goroutine's, and children have children.
func TestGoBound(t *testing.T) {
	f := newFixture(t, nil)
	parent := f.connect("joe")
	synctest.Test(t, func(t *testing.T) {
		parent.Bind()
		defer parent.Unbind()
		perfschema.Go(context.Background(), func(ctx context.Context) {
			child := perfschema.Bound()
			perfschema.Go(ctx, func(context.Context) {
				if b := perfschema.Bound(); b == nil || b == child || b == parent {
					t.Errorf("the child of the child is %v", b)
				}
			})
		})
		synctest.Wait()
	})
}

// TestGoWithout: where there is no Thread, or none to be had, the function runs.
func TestGoWithout(t *testing.T) {
	off, err := perfschema.New(perfschema.Config{Off: true})
	if err != nil {
		t.Fatal(err)
	}
	sizes := perfschema.DefaultSizes()
	sizes.ThreadInstances = 1
	full := newFixture(t, func(c *perfschema.Config) { c.Sizes = sizes })
	for name, ctx := range map[string]context.Context{
		"none": context.Background(),
		"off":  perfschema.NewContext(context.Background(), off.NewThread(0, perfschema.ThreadOptions{})),
		"full": perfschema.NewContext(context.Background(), full.connect("joe")),
	} {
		goWait(t, ctx, func(ctx context.Context) {
			if perfschema.FromContext(ctx) != nil || perfschema.Bound() != nil {
				t.Errorf("%s: there is a Thread", name)
			}
		})
	}
}

// TestGoOutlives: a goroutine may run on when its parent has ended, and end as it likes.
func TestGoOutlives(t *testing.T) {
	f := newFixture(t, nil)
	parent := f.connect("joe")
	goWait(t, perfschema.NewContext(context.Background(), parent), func(ctx context.Context) {
		parent.End()
		f.run(perfschema.FromContext(ctx), f.selectKey, "SELECT 1", 1)
		runtime.Goexit()
	})
	if n := len(f.Read().Threads()); n != 0 {
		t.Errorf("%d threads", n)
	}
}

// TestChildOfItsClass: the pool gives nobody a Thread of another name, and is not full of
// those that nobody asks for.
func TestChildOfItsClass(t *testing.T) {
	f := newFixture(t, nil)
	parent := f.connect("joe")
	var workers []*perfschema.Thread
	for range 20 {
		workers = append(workers, parent.Child(f.worker))
	}
	for _, w := range workers {
		w.Release()
	}
	first := parent.Child(f.conn)
	if first.Info().Name != "thread/sql/one_connection" {
		t.Error("a child of another class was lent")
	}
	first.Release()
	if second := parent.Child(f.conn); second != first {
		t.Error("a child of this class was not kept")
	}
}

// TestGoAtOnce is for the race detector: many goroutines are started by many, while the
// account changes.
func TestGoAtOnce(t *testing.T) {
	f := newFixture(t, nil)
	parent := f.connect("joe")
	ctx := perfschema.NewContext(context.Background(), parent)
	synctest.Test(t, func(*testing.T) { // ends when all of them have
		for range 20 {
			perfschema.Go(ctx, func(ctx context.Context) {
				for range 20 {
					perfschema.Go(ctx, func(ctx context.Context) {
						th := perfschema.FromContext(ctx)
						th.BeginStatement(f.selectKey).End()
					})
				}
			})
		}
		parent.SetAccount("ann", "localhost")
	})
}

func TestGoAllocations(t *testing.T) {
	f := newFixture(t, nil)
	ctx := perfschema.NewContext(context.Background(), f.connect("joe"))
	nothing := func(context.Context) {}
	synctest.Test(t, func(t *testing.T) {
		if n := testing.AllocsPerRun(100, func() {
			perfschema.Go(ctx, nothing)
			synctest.Wait() // the next one is lent this one's Thread
		}); n > 2 {
			t.Errorf("%v allocations", n)
		}
	})
}

func BenchmarkGo(b *testing.B) {
	f := newFixture(b, nil)
	for name, ctx := range map[string]context.Context{
		"none":  context.Background(),
		"child": perfschema.NewContext(context.Background(), f.connect("joe")),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			done := make(chan struct{})
			for b.Loop() {
				perfschema.Go(ctx, func(context.Context) { done <- struct{}{} })
				<-done
			}
		})
	}
	b.Run("plain", func(b *testing.B) {
		b.ReportAllocs()
		done := make(chan struct{})
		for b.Loop() {
			go func() { done <- struct{}{} }()
			<-done
		}
	})
}

// TestIsBound: a goroutine works for the Thread that was bound to it last, and for no other.
func TestIsBound(t *testing.T) {
	f := newFixture(t, nil)
	first, second := f.connect("joe"), f.connect("ann")
	want := func(when string, bound *perfschema.Thread) {
		t.Helper()
		if perfschema.Bound() != bound {
			t.Errorf("%s: bound is %v", when, perfschema.Bound())
		}
		for _, th := range []*perfschema.Thread{nil, first, second} {
			if th.IsBound() != (th != nil && th == bound) {
				t.Errorf("%s: IsBound of %v is %v", when, th, th.IsBound())
			}
		}
	}
	want("at first", nil)
	first.Bind()
	want("after Bind", first)
	second.Bind()
	want("after another's Bind", second)
	first.Unbind()
	want("after an Unbind of who is bound no more", second)
	synctest.Test(t, func(t *testing.T) {
		go func() {
			want("elsewhere", nil)
			second.Bind()
			want("after Bind elsewhere", second)
			second.Unbind()
		}()
		synctest.Wait()
	})
	want("when another goroutine has had it", nil)
	first.Bind()
	first.Unbind()
	want("after Unbind", nil)
}
