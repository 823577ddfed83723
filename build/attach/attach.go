package attach

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"
	"path/filepath"
	"sync"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/build/internal/report"
	"github.com/perfschema/perfschema/internal/clock"
)

// Config returns the configuration of a Schema that has a program's waits and nothing of the
// process that it is in: only instruments of this package are enabled, and there is room for as
// many classes as a Schema can have. It is the caller's to change.
func Config() perfschema.Config {
	sizes := perfschema.DefaultSizes()
	sizes.MutexClasses, sizes.RWLockClasses, sizes.CondClasses = maxClasses, maxClasses, maxClasses
	rules := []perfschema.InstrumentRule{{Pattern: "%", State: perfschema.InstrumentOff}}
	for _, pattern := range []string{"wait/synch/mutex/go/%", "wait/synch/rwlock/go/%", "wait/synch/cond/go/%", "wait/synch/cond/chan/%", "wait/synch/cond/goroutine/%", "statement/http/%", "statement/grpc/%", "statement/db/%"} {
		rules = append(rules, perfschema.InstrumentRule{Pattern: pattern, State: perfschema.InstrumentOn})
	}
	return perfschema.Config{Sizes: sizes, Instruments: rules, Clock: nanoseconds{clock.NewReal()}}
}

// nanoseconds is the machine's clock, and no cycle counter beside it: what is told is in
// nanoseconds, and stays exact.
type nanoseconds struct{ perfschema.Clock }

// maxClasses is the most that performance_schema_max_mutex_classes and its like can be.
const maxClasses = 1024

// ErrEnded is returned by [Program.Follow] when another program answers at the address.
var ErrEnded = errors.New("the program has ended, and another one answers at its address: attach to that")

// Program is a program that is read from. Its methods are safe for concurrent use.
type Program struct {
	address string
	client  *http.Client
	waits   *waits
	counts  *statements

	mu      sync.Mutex
	told    *report.Told // the last
	digests map[report.Statement]string
}

// Open reads from a program for the first time, and counts in a Schema what it has recorded so
// far. Its errors wrap [ErrNoAnswer], where none answers.
func Open(ctx context.Context, address string, ps *perfschema.Schema) (*Program, error) {
	p := &Program{address: address, client: client(address), waits: newWaits(ps), counts: newStatements(ps)}
	told, err := fetch(ctx, p.client, address)
	if err != nil {
		return nil, err
	}
	p.take(told)
	return p, nil
}

// Follow reads once in an interval, until ctx ends or another program answers. Its caller's
// goroutine does so. What it cannot read it passes to failed, nil for each reading that succeeds
// after one that has not; the tables stay as they are meanwhile. It always returns an error:
// [ErrEnded] or that of ctx.
func (p *Program) Follow(ctx context.Context, interval time.Duration, failed func(error)) error {
	ticks := time.NewTicker(interval)
	defer ticks.Stop()
	missing := false
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticks.C:
		}
		told, err := fetch(ctx, p.client, p.address)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			if !missing {
				failed(err)
			}
			missing = true
			continue
		case missing:
			failed(nil)
			missing = false
		}
		if last := p.last(); told.PID != last.PID || !told.Began.Equal(last.Began) {
			return ErrEnded
		}
		p.take(told)
	}
}

func (p *Program) take(told *report.Told) {
	p.waits.take(told)
	digests := p.counts.take(told)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.told, p.digests = told, digests
}

// last is what the program told last.
func (p *Program) last() *report.Told {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.told
}

// Name returns the name of the program's file.
func (p *Program) Name() string { return column(path.Base(filepath.ToSlash(p.last().Program))) }

// String says which program it is.
func (p *Program) String() string {
	t := p.last()
	return fmt.Sprintf("%s, process %d, %s", t.Program, t.PID, t.Go)
}
