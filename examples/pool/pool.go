package main

import (
	"context"
	"iter"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pchan"
	"github.com/perfschema/perfschema/psync"
)

// pool has a goroutine that feeds jobs, some that work on them, and one that counts what
// is done.
type pool struct {
	ps                      *perfschema.Schema
	feeder, worker, counter perfschema.ThreadKey
	jobs, results           *pchan.Chan[int]
	ledger                  psync.Mutex // one worker at a time writes to it
	work                    func(job int)
}

func newPool(ps *perfschema.Schema, work func(job int)) *pool {
	p := &pool{ps: ps, work: work}
	p.feeder = ps.RegisterThread("pool", perfschema.Info{Name: "feeder"})
	p.worker = ps.RegisterThread("pool", perfschema.Info{Name: "worker"})
	p.counter = ps.RegisterThread("pool", perfschema.Info{Name: "counter"})
	jobs := ps.RegisterCond("pool", perfschema.Info{Name: "CHAN_jobs"})
	results := ps.RegisterCond("pool", perfschema.Info{Name: "CHAN_results"})
	ledger := ps.RegisterMutex("pool", perfschema.Info{Name: "LOCK_ledger"})
	p.jobs, p.results = pchan.Make[int](ps, jobs, 1), pchan.Make[int](ps, results, 1)
	p.ledger.Init(ps, ledger)
	return p
}

// run works on all jobs, or until ctx is done, and says on how many.
func (p *pool) run(ctx context.Context, workers int, jobs iter.Seq[int]) (done int, err error) {
	counted := make(chan int)
	go p.as(p.counter, func() {
		n := 0
		for range p.results.All() {
			n++
		}
		counted <- n
	})
	g, ctx := psync.WithContext(ctx)
	g.Go(func() (err error) {
		p.as(p.feeder, func() { err = p.feed(ctx, jobs) })
		return err
	})
	for range workers {
		g.Go(func() error {
			p.as(p.worker, p.serve)
			return nil
		})
	}
	err = g.Wait()
	p.results.Close()
	return <-counted, err
}

// as runs f by a Thread of a name.
func (p *pool) as(key perfschema.ThreadKey, f func()) {
	t := p.ps.NewThread(key, perfschema.ThreadOptions{Background: true})
	t.Bind()
	defer t.End()
	f()
}

func (p *pool) feed(ctx context.Context, jobs iter.Seq[int]) error {
	defer p.jobs.Close()
	for j := range jobs {
		if err := p.jobs.SendContext(ctx, j); err != nil {
			return err
		}
	}
	return nil
}

func (p *pool) serve() {
	for j := range p.jobs.All() {
		p.ledger.Lock()
		p.work(j)
		p.ledger.Unlock()
		p.results.Send(j)
	}
}
