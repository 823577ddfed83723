package otel

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pdb"
)

// Defaults of the empty fields of [Options].
const (
	DefaultSpans = 4096
	DefaultAge   = 10 * time.Minute
)

// Options say how much a SpanProcessor keeps. The zero value is good for most.
type Options struct {
	// Spans is how many spans may run at a time. 0 is DefaultSpans.
	Spans int
	// Age is from when on a span is taken for one that nobody will end: where there is
	// no room for another one, such spans are given up, with their statements, as if they
	// had never begun. 0 is DefaultAge.
	Age time.Duration
}

// SpanProcessor makes statements of a Schema of spans. It is safe for concurrent use.
// To begin and end a span takes four microseconds more than the SDK's own work, during
// part of which the span's Thread is locked.
type SpanProcessor struct {
	options Options
	ps      *perfschema.Schema
	in      *instruments
	texts   *pdb.Texts
	threads threads

	closed  atomic.Bool
	running atomic.Int64
	lost    atomic.Uint64
	swept   atomic.Int64 // when those that nobody ends were last looked for, Unix seconds
	shards  [16]shard

	exemplars exemplars
}

// shard has some of the spans that run.
type shard struct {
	mu    sync.Mutex
	spans map[spanKey]*span
}

var _ sdktrace.SpanProcessor = (*SpanProcessor)(nil)

// NewSpanProcessor makes one, for [sdktrace.WithSpanProcessor]. Of a Schema that is nil or
// off it records nothing.
func NewSpanProcessor(ps *perfschema.Schema, o Options) *SpanProcessor {
	if o.Spans <= 0 {
		o.Spans = DefaultSpans
	}
	if o.Age <= 0 {
		o.Age = DefaultAge
	}
	p := &SpanProcessor{options: o, ps: ps}
	if !ps.Enabled() {
		p.closed.Store(true)
		return p
	}
	p.in, p.texts = register(ps), pdb.NewTexts(ps)
	p.threads.ps, p.threads.key = ps, p.in.span
	for i := range p.shards {
		p.shards[i].spans = make(map[spanKey]*span)
	}
	return p
}

// Lost is how many spans were not recorded, or given up, for want of room.
func (p *SpanProcessor) Lost() uint64 { return p.lost.Load() }

func (p *SpanProcessor) shard(k spanKey) *shard { return &p.shards[k.span[7]%uint8(len(p.shards))] }

// find is nil for a span that does not run here.
func (p *SpanProcessor) find(k spanKey) *span {
	s := p.shard(k)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.spans[k]
}

// remove forgets a span, and says whether it was there.
func (p *SpanProcessor) remove(k spanKey) *span {
	s := p.shard(k)
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.spans[k]
	if x != nil {
		delete(s.spans, k)
		p.running.Add(-1)
	}
	return x
}

// OnStart is [sdktrace.SpanProcessor]'s.
func (p *SpanProcessor) OnStart(parent context.Context, s sdktrace.ReadWriteSpan) {
	if p.closed.Load() {
		return
	}
	if p.running.Add(1) > int64(p.options.Spans) && !p.sweep(s.StartTime()) {
		p.running.Add(-1)
		p.lost.Add(1)
		return
	}
	x := &span{key: keyOf(s.SpanContext()), live: s, began: s.StartTime()}
	if !p.attach(parent, x) {
		p.running.Add(-1)
		p.lost.Add(1)
		return
	}
	shard := p.shard(x.key)
	shard.mu.Lock()
	shard.spans[x.key] = x
	shard.mu.Unlock()
	if p.closed.Load() { // who shut down meanwhile may have looked before
		p.giveUp(x.key)
	}
}

// attach begins a span where it belongs; false where there is no Thread for it.
func (p *SpanProcessor) attach(ctx context.Context, x *span) bool {
	if c := x.live.Parent(); c.IsValid() && !c.IsRemote() {
		if parent := p.find(keyOf(c)); parent != nil {
			if done, ok := p.nest(parent, x); done {
				return ok
			}
		}
	}
	x.task = &task{}
	if t := perfschema.FromContext(ctx); t != nil && t.Schema() == p.ps {
		x.task.thread, x.task.child = t.Child(p.in.span), true
	} else {
		x.task.thread = p.threads.take()
	}
	if x.task.thread == nil {
		return false
	}
	x.task.mu.Lock()
	defer x.task.mu.Unlock()
	p.begin(x)
	return true
}

// nest begins a span on its parent's Thread, or, beside another one, on a child of that.
// It is not done where the parent has ended.
func (p *SpanProcessor) nest(parent, x *span) (done, ok bool) {
	k := parent.task
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case parent.over:
		return false, false
	case k.top == parent:
		x.task = k
	default:
		t := k.thread.Child(p.in.span)
		if t == nil {
			return true, false
		}
		x.task = &task{thread: t, child: true} // nobody else knows it yet
	}
	p.begin(x)
	return true, true
}

// OnEnd is [sdktrace.SpanProcessor]'s.
func (p *SpanProcessor) OnEnd(s sdktrace.ReadOnlySpan) {
	if p.closed.Load() {
		return
	}
	x := p.remove(keyOf(s.SpanContext()))
	if x == nil {
		return
	}
	x.task.mu.Lock()
	defer x.task.mu.Unlock()
	if !x.over {
		p.end(x, s)
	}
}

// giveUp forgets a span that nobody will end.
func (p *SpanProcessor) giveUp(k spanKey) {
	x := p.remove(k)
	if x == nil {
		return
	}
	p.lost.Add(1)
	x.task.mu.Lock()
	defer x.task.mu.Unlock()
	if !x.over {
		p.drop(x)
	}
}

// sweep gives up the spans that are too old at a time, at most once a second, and says
// whether there is room again.
func (p *SpanProcessor) sweep(now time.Time) bool {
	last := p.swept.Load()
	if now.Unix() <= last || !p.swept.CompareAndSwap(last, now.Unix()) {
		return false
	}
	p.giveUpBefore(now.Add(-p.options.Age))
	return p.running.Load() <= int64(p.options.Spans)
}

func (p *SpanProcessor) giveUpBefore(limit time.Time) {
	for i := range p.shards {
		s := &p.shards[i]
		var old []spanKey
		s.mu.Lock()
		for k, x := range s.spans {
			if x.began.Before(limit) {
				old = append(old, k)
			}
		}
		s.mu.Unlock()
		for _, k := range old {
			p.giveUp(k)
		}
	}
}

// Shutdown gives up the spans that run; those that begin afterwards are not recorded.
func (p *SpanProcessor) Shutdown(context.Context) error {
	if p.closed.Swap(true) {
		return nil
	}
	p.giveUpBefore(time.Unix(1<<40, 0))
	p.threads.end()
	return nil
}

// ForceFlush does nothing: a span is recorded when it ends.
func (p *SpanProcessor) ForceFlush(context.Context) error { return nil }
