package otel

import (
	"sync"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/perfschema/perfschema"
)

// task is a Thread with the spans that run on it, each within the one below. Whoever
// writes by the Thread holds the lock.
type task struct {
	mu     sync.Mutex
	thread *perfschema.Thread
	child  bool  // of another Thread; else it is the pool's
	top    *span // nil: the task is over, and the Thread somebody else's
}

// span is one that runs.
type span struct {
	key       spanKey
	live      sdktrace.ReadWriteSpan
	began     time.Time
	task      *task
	below     *span // on the same task
	statement perfschema.Statement
	class     perfschema.StatementKey
	// over: its statement has ended, under the task's lock.
	over bool
}

// spanKey tells spans apart.
type spanKey struct {
	trace trace.TraceID
	span  trace.SpanID
}

func keyOf(c trace.SpanContext) spanKey { return spanKey{c.TraceID(), c.SpanID()} }

// begin begins the statement of a span on top of its task, whose lock is held.
func (p *SpanProcessor) begin(x *span) {
	t := x.task.thread
	var f facts
	f.read(x.live.Attributes())
	x.class = p.in.class(x.live.SpanKind(), &f)
	x.below, x.task.top = x.task.top, x
	x.statement = t.BeginStatement(x.class)
	text, _ := p.setText(x.statement, x.live, &f)
	if x.below == nil && !x.task.child {
		t.SetCommand("Query", text)
	}
}

// setText gives a statement what is known of a span from its beginning. A secret is in
// what was not shown.
func (p *SpanProcessor) setText(st perfschema.Statement, s sdktrace.ReadOnlySpan, f *facts) (text string, secret bool) {
	st.SetSchema(f.schema())
	switch {
	case f.database && f.query != "":
		x, secret := p.texts.Find(f.query)
		st.SetSQLText(x)
		return x.Shown(), secret
	case f.isRequest(s.SpanKind()) && f.path != "":
		text = f.method + " " + f.path
	default:
		text = s.Name()
	}
	st.SetText(text)
	return text, false
}

// end ends the statement of a span with what the span says by then, and the statements
// of those above it. The task's lock is held.
func (p *SpanProcessor) end(x *span, s sdktrace.ReadOnlySpan) {
	for x.task.top != x {
		above := x.task.top
		p.end(above, above.live)
	}
	x.over = true
	var f facts
	f.read(s.Attributes())
	st := x.statement
	if class := p.in.class(s.SpanKind(), &f); class != x.class {
		st.Refine(class)
	}
	_, secret := p.setText(st, s, &f)
	switch {
	case f.database && f.query != "": // it has its digest
	case f.isRequest(s.SpanKind()) && f.route != "":
		st.SetDigest(f.method + " " + f.route)
	default:
		st.SetDigest(s.Name())
	}
	st.SetObject("SPAN", x.key.trace.String(), x.key.span.String())
	counters := perfschema.StatementCounters{RowsSent: uint64(max(f.rows, 0))}
	number, state, message := f.failure(s)
	if number == 0 && f.status >= 400 && f.status < 500 && !f.database {
		counters.Warnings = 1
	}
	st.SetCounters(counters)
	if number != 0 {
		if secret {
			message = "The message is not shown: the statement may have a secret in it"
		}
		st.SetError(number, state, message)
	}
	p.remember(x, s)
	st.End()
	p.leave(x)
}

// drop takes the statement of a span back that nobody has ended, and those above it.
// The task's lock is held.
func (p *SpanProcessor) drop(x *span) {
	for x.task.top != x {
		p.drop(x.task.top)
	}
	x.over = true
	x.statement.Discard()
	p.leave(x)
}

// leave takes the span on top off its task, and the Thread off a task that is over.
func (p *SpanProcessor) leave(x *span) {
	k := x.task
	if k.top = x.below; k.top != nil {
		return
	}
	if k.child {
		k.thread.Release()
		return
	}
	k.thread.SetCommand("Sleep", "")
	p.threads.give(k.thread)
}
