package psync

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema"
)

// Group is golang.org/x/sync/errgroup's, by the same methods: goroutines that work on
// parts of one task, the first error of which is the task's. Each goroutine has a child
// of the Thread that the Group's context carries, or else of the one that whoever calls
// Go is bound to ([perfschema.Go]).
//
// It has an instrument of kind cond, a row of cond_instances: a Wait, and a Go that the
// limit holds up, are waits. The zero value is ready, not instrumented, without a limit
// and without a context. It must not be copied once used.
type Group struct {
	ctx     context.Context
	cancel  context.CancelCauseFunc
	wg      sync.WaitGroup
	places  chan struct{} // as many as may run; nil without a limit
	failure sync.Once
	err     error
	in      atomic.Pointer[perfschema.CondInstance]
}

// WithContext returns a Group and its context, which ends when a function fails or Wait
// returns.
func WithContext(ctx context.Context) (*Group, context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	return &Group{ctx: ctx, cancel: cancel}, ctx
}

// Init attaches g to an instrument; with key 0 or a Schema that is off, to
// none. It allocates; any goroutine may call it, at any time.
func (g *Group) Init(s *perfschema.Schema, key perfschema.CondKey) {
	attach(g, &g.in, s.NewCondInstance(key), (*perfschema.CondInstance).Destroy)
}

// Destroy takes g out of cond_instances. It remains a working Group.
func (g *Group) Destroy() { attach(g, &g.in, nil, (*perfschema.CondInstance).Destroy) }

// SetLimit bounds how many functions run at a time; a negative limit is none, and with
// 0 none begins. It panics while any runs.
func (g *Group) SetLimit(n int) {
	if n < 0 {
		g.places = nil
		return
	}
	if len(g.places) != 0 {
		panic("psync: the limit of a Group is set while its goroutines run")
	}
	g.places = make(chan struct{}, n)
}

// Go runs f on a goroutine of its own, once the limit lets it. The first error ends the
// Group's context and is Wait's. f panics as on any goroutine.
func (g *Group) Go(f func() error) {
	g.GoContext(func(context.Context) error { return f() })
}

// GoContext is Go for a function that wants the Group's context with its own Thread in it
// ([perfschema.FromContext]). What finds its Thread by the goroutine, as all of this
// module does, needs it not.
func (g *Group) GoContext(f func(context.Context) error) {
	if g.places != nil && !g.tryPlace() {
		w := startWait(&g.in, boundIf(&g.in))
		g.places <- struct{}{}
		w.End()
	}
	g.start(f)
}

// TryGo is Go where the limit lets f run at once, and says whether it does.
func (g *Group) TryGo(f func() error) bool {
	if g.places != nil && !g.tryPlace() {
		return false
	}
	g.start(func(context.Context) error { return f() })
	return true
}

// Wait waits until all functions have returned, ends the Group's context and returns the
// first error.
func (g *Group) Wait() error {
	w := startWait(&g.in, boundIf(&g.in))
	g.wg.Wait()
	w.End()
	if g.cancel != nil {
		g.cancel(g.err)
	}
	return g.err
}

func (g *Group) tryPlace() bool {
	select {
	case g.places <- struct{}{}:
		return true
	default:
		return false
	}
}

func (g *Group) start(f func(context.Context) error) {
	ctx := g.ctx
	if ctx == nil {
		ctx = context.Background()
	}
	g.wg.Add(1)
	perfschema.Go(ctx, func(ctx context.Context) {
		defer g.done()
		if err := f(ctx); err != nil {
			g.failure.Do(func() {
				g.err = err
				if g.cancel != nil {
					g.cancel(err)
				}
			})
		}
	})
}

func (g *Group) done() {
	endsProcess(recover())
	if g.places != nil {
		<-g.places
	}
	g.wg.Done()
}

// endsProcess is called by what is deferred in a goroutine. A panic ends the process:
// whoever waits is not to go on, and perhaps end it otherwise, meanwhile.
func endsProcess(panicked any) {
	if panicked != nil {
		panic(panicked)
	}
}
