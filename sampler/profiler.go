package sampler

import (
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/internal/usage"
)

// The defaults.
const (
	DefaultInterval    = 10 * time.Millisecond
	DefaultMaxProfiles = 10_000
	DefaultMaxDigests  = 10_000
	DefaultMaxPlans    = 5_000
	DefaultSlowTime    = 100 * time.Millisecond
	DefaultSlowShare   = 25
	// DefaultSessionBytes is room for an hour of 20 threads at work.
	DefaultSessionBytes    = 20 << 20
	DefaultSessionInterval = time.Second
)

const (
	// queueSize is how many statements may end between two ticks.
	queueSize = 4096
	// graceTicks is how long the profiler samples nobody before it sleeps.
	graceTicks = 100
	// handoverTimeout is for how many ticks at least a statement that has ended is
	// waited for to be handed over, and how often those are looked for.
	handoverTimeout = 50
)

// Options sets a Profiler up. The zero value is the default.
type Options struct {
	// Off is profiling_sampler=OFF: a server starts no Profiler. Start does not
	// sample it.
	Off bool
	// Interval is the time between two ticks: profiling_sample_interval. 0 is
	// DefaultInterval.
	Interval time.Duration
	// Cores is D of a statement that does not say: how many cores it may use;
	// 0 is 1.
	Cores int
	// MaxProfiles is how many profiles of statements that have ended are kept:
	// profiling_max_query_profiles. 0 is DefaultMaxProfiles, less keeps none.
	MaxProfiles int
	// SlowTime is from how long on a statement is slow: profiling_slow_query_time. 0
	// is DefaultSlowTime, less calls none slow.
	SlowTime time.Duration
	// SlowShare is how much of MaxProfiles, in percent, is reserved for slow
	// statements and the slowest of each digest: profiling_slow_query_share. 0 is
	// DefaultSlowShare, less reserves nothing.
	SlowShare int
	// MaxDigests is how many digests are told apart: profiling_max_digests. 0 is
	// DefaultMaxDigests, less tells none apart.
	MaxDigests int
	// MaxPlans is how many plans of digests are told apart: profiling_max_plans. 0 is
	// DefaultMaxPlans, less tells none apart.
	MaxPlans int
	// SessionInterval and SessionBytes are for package activesession, which keeps the threads
	// that samples saw at work: how often, profiling_active_session_history_interval, and in how many
	// bytes, profiling_active_session_history_size. 0 is [DefaultSessionInterval] and
	// [DefaultSessionBytes]; less than 0 bytes keeps none.
	SessionInterval time.Duration
	SessionBytes    int64
	// CPUTime says how much CPU time a statement that has ended spent in the
	// program and in the kernel, and whether that is known; nil is never. It is
	// called while the Profiler is locked.
	CPUTime func(*perfschema.SampledStatement) (user, kernel time.Duration, known bool)
	// Together has the Profiler's own goroutine sample, as it does where there is no
	// [perfschema.Sampling.SampleAlone], and not a thread of the kernel's.
	Together bool
	// Clock replaces the machine's in tests, Ticks its ticker: a channel that
	// receives every interval, and how to stop it.
	Clock perfschema.Clock
	Ticks func(interval time.Duration) (c <-chan time.Time, stop func())
}

func (o Options) withDefaults() Options {
	if o.Interval <= 0 {
		o.Interval = DefaultInterval
	}
	if o.Cores <= 0 {
		o.Cores = 1
	}
	if o.MaxProfiles == 0 {
		o.MaxProfiles = DefaultMaxProfiles
	}
	if o.MaxDigests == 0 {
		o.MaxDigests = DefaultMaxDigests
	}
	if o.MaxPlans == 0 {
		o.MaxPlans = DefaultMaxPlans
	}
	if o.SlowTime == 0 {
		o.SlowTime = DefaultSlowTime
	}
	if o.SlowShare == 0 {
		o.SlowShare = DefaultSlowShare
	}
	if o.SessionInterval <= 0 {
		o.SessionInterval = DefaultSessionInterval
	}
	if o.SessionBytes == 0 {
		o.SessionBytes = DefaultSessionBytes
	}
	if o.Clock == nil {
		o.Clock = clock.NewReal()
	}
	if o.Ticks == nil {
		o.Ticks = func(d time.Duration) (<-chan time.Time, func()) {
			t := time.NewTicker(d)
			return t.C, t.Stop
		}
	}
	return o
}

// Profiler samples the threads of one Schema, from [Start] to [Profiler.Close].
// Its methods may be called from any goroutine.
type Profiler struct {
	schema *perfschema.Schema
	view   *perfschema.Sampling
	opts   Options
	stop   chan struct{}
	done   chan struct{}
	once   sync.Once

	// mu is held during a tick and by who reads. No statement takes it.
	mu                       sync.Mutex
	sampledAt                uint64                                                                 // tick of the clock at the last sample
	last                     uint64                                                                 // and when that was due
	slice                    int64                                                                  // from when the sample before was due to that
	late                     time.Duration                                                          // of the last sample
	due                      uint64                                                                 // the statements' tick at which it was due
	bySlot                   []*query                                                               // the newest statement of each thread, nil for none
	live                     []*query                                                               // that have not been handed over yet
	total                    int64                                                                  // of all ticks
	alone                    bool                                                                   // a thread of the kernel's samples, not this package's goroutine
	next                     func(dst []activity.Change) (activity.Sample, []activity.Change, bool) // reads a sample
	spares                   spares[query]                                                          // room for others, of those that are over
	unsampled                query                                                                  // room for one that has ended and no sample saw
	over                     []over                                                                 // statements that have ended
	missed                   []uint64                                                               // the ticks of samples that nobody took
	sampleTick, sampleBefore uint64                                                                 // of the last sample taken, and of the one before
	onTick                   uint64                                                                 // when sampling began
	changes                  []activity.Change
	changed                  []*query // by the changes at this tick
	helped                   []*query // that had children at work at the last tick
	working                  int      // threads at work at this tick
	store                    store
	digests                  digests
	plans                    plans
	watches                  []*func([]*DigestProfile)
	endings                  []*func(*Profile)
	queue                    shortage
	status                   Status
	known                    Known
	thinning                 thinning
	sessions                 *sessions // nil: nobody is told
	closed                   bool
}

// Start starts to sample the threads of a Schema: a goroutine that ends with
// Close. While no statement runs it sleeps. It fails with
// [perfschema.ErrSampling] if another Profiler runs on this Schema, and with
// [perfschema.ErrOff].
func Start(s *perfschema.Schema, o Options) (*Profiler, error) {
	machine := o.Clock == nil && o.Ticks == nil
	p, err := newProfiler(s, o)
	if err != nil {
		return nil, err
	}
	if machine && !o.Together {
		p.alone = p.view.SampleAlone(p.opts.Interval) == nil
		p.queue.resource = p.view.QueuedResource()
	}
	go p.run()
	return p, nil
}

// newProfiler makes a Profiler that samples when it is told to.
func newProfiler(s *perfschema.Schema, o Options) (*Profiler, error) {
	view, err := s.Read().StartSampling(queueSize)
	if err != nil {
		return nil, fmt.Errorf("sampler: %w", err)
	}
	o = o.withDefaults()
	p := &Profiler{schema: s, view: view, opts: o, stop: make(chan struct{}), done: make(chan struct{})}
	p.next = view.Next
	p.store.init(o.MaxProfiles, o.SlowShare, o.SlowTime)
	p.digests.init(o.MaxDigests)
	p.plans.init(o.MaxPlans)
	p.status.Interval = o.Interval
	p.last = o.Clock.Now()
	p.sampledAt = p.last
	return p, nil
}

// Close ends the profiler and its goroutine. The profiles stay to be read. A
// nil Profiler may be closed.
func (p *Profiler) Close() {
	if p == nil {
		return
	}
	p.once.Do(func() {
		close(p.stop)
		<-p.done
		p.mu.Lock()
		defer p.mu.Unlock()
		p.status.CPU += p.view.SelfCPU()
		p.view.Stop()
		p.live, p.bySlot, p.spares, p.closed = nil, nil, nil, true
	})
}

// run is the profiler's goroutine.
func (p *Profiler) run() {
	defer close(p.done)
	for p.watch() {
		stopped := false
		select {
		case <-p.stop:
			stopped = true
		case <-p.view.Woken():
		}
		p.wake()
		if stopped {
			p.take(true) // takes what has ended since
			p.tellSessions()
			return
		}
	}
}

// wake begins to sample again after a sleep, in which no thread was at work.
func (p *Profiler) wake() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last = p.opts.Clock.Now()
	p.sampledAt = p.last
	p.status.Asleep = false
	p.sessions.skip(p.view.Tick())
}

// watch ticks until there has been nothing to see for a while; false is the
// end.
func (p *Profiler) watch() bool {
	ticks, stop := p.opts.Ticks(p.opts.Interval)
	defer stop()
	p.mu.Lock()
	p.onTick = p.view.Tick()
	if p.alone {
		p.queue.wake()
	}
	p.mu.Unlock()
	p.view.Resume()
	defer p.view.Pause()
	for idle := 0; ; {
		select {
		case <-p.stop:
			p.take(true) // takes what has ended since
			p.tellSessions()
			return false
		case due := <-ticks:
			p.lateBy(due)
		}
		working := p.sample()
		p.tellSessions()
		if working > 0 {
			if idle >= graceTicks {
				p.view.Rouse()
			}
			idle = 0
			continue
		}
		switch idle++; idle {
		case graceTicks:
			p.keepAll()
			p.view.Sleep()
		case graceTicks + 1: // the sample after the announcement: nobody missed it
			p.mu.Lock()
			p.status.Asleep = true
			p.mu.Unlock()
			return true
		}
	}
}

// sample takes one sample, and returns how many threads it saw at work.
func (p *Profiler) sample() int { return p.take(false) }

// take is sample. With all it keeps no profile back for the next sample.
func (p *Profiler) take(all bool) int {
	runtime.LockOSThread() // for the CPU time of this thread
	defer runtime.UnlockOSThread()
	before := system.SelfCPU()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.alone {
		if all {
			p.missRest()
		}
		before := p.status.Ticks
		p.collect(all)
		p.thin()
		p.view.Tidy()
		p.queue.settle(p.view)
		if before/handoverTimeout != p.status.Ticks/handoverTimeout {
			p.forget()
		}
	} else {
		p.observe()
	}
	p.learnSessions()
	p.status.CPU += time.Duration(system.SelfCPU() - before)
	return p.working
}

var system = usage.System()
