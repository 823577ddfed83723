package web

import (
	"strings"
	"time"
)

// reach is what is known of a span of time that was asked for.
type reach struct {
	// from and to are what is known of it; gone: nothing is.
	from, to time.Time
	asked    time.Duration
	gone     bool
	// keptUntil is until when it is known from executions that were kept; zero if it is
	// known from counters all along.
	keptUntil time.Time
	weighed   bool // some of these stand for others

	begin, until time.Time // what was asked for
}

func newReach(q *query, now time.Time) reach {
	until := q.until
	if until.IsZero() {
		until = now
	}
	return reach{asked: q.window, begin: until.Add(-q.window), until: until, gone: true}
}

// covers says whether what happened between two moments, the next to be known, belongs to
// the span, and if so has it known.
func (r *reach) covers(from, to time.Time) bool {
	if middle := from.Add(to.Sub(from) / 2); middle.Before(r.begin) || middle.After(r.until) {
		return false
	}
	if r.gone {
		r.from, r.gone = from, false
	}
	r.to = to
	return true
}

// settle is called when all is known.
func (r *reach) settle() {
	if r.gone {
		r.from, r.to = r.until, r.until
	}
}

func (r *reach) span() time.Duration { return r.to.Sub(r.from) }

// note says what is not known of the span.
func (r *reach) note(q *query) string {
	var out []string
	switch {
	case r.gone && q.until.IsZero():
		out = append(out, "No figures yet: readings begin with the first look, and a page that refreshes has figures in a few seconds.")
	case r.gone:
		out = append(out, "No figures are kept of this time.")
	case r.span() < q.window-readEvery:
		out = append(out, "Figures are available since "+clockTime(r.from)+".")
	}
	if !r.keptUntil.IsZero() && !r.gone {
		estimate := ""
		if r.weighed {
			estimate = ", an estimate: of many short ones it keeps a part, each of which counts for others"
		}
		out = append(out, "Before "+clockTime(r.keptUntil)+" they come from the executions that the profiler kept"+estimate+".")
	}
	return strings.Join(out, " ")
}

// spanOf says which span of time a page tells of.
func spanOf(q *query, r *reach) *span {
	out := &span{Text: "Last " + words(q.window), Note: r.note(q)}
	if !q.until.IsZero() {
		out.Text = words(q.window) + " until " + clockTime(q.until) + " UTC"
	}
	for _, w := range windows {
		out.Choices = append(out.Choices, choice{words(w), q.with("window", w.String(), "until", ""), w == q.window && q.until.IsZero() && !q.sinceStart})
	}
	out.Permanent = q.with("window", q.window.String(), "until", r.to.UTC().Format(time.RFC3339))
	return out
}

// spanOfActivity is spanOf on a page that has active sessions as well, which are known for longer
// than other figures: what is not known of these their blocks say.
func (p *Pages) spanOfActivity(q *query, r *reach, a *activeSpan) *span {
	out := spanOf(q, r)
	if p.options.ActiveSessions != nil {
		out.Note = a.note()
		out.Choices = append(out.Choices, choice{words(hour), q.with("window", hour.String(), "until", ""), q.window == hour && q.until.IsZero()})
	}
	return out
}

// spanOfSums is spanOf on a page that has sums since the start as well; r is nil where it
// shows these.
func (p *Pages) spanOfSums(q *query, r *reach) *span {
	if r == nil {
		now := newReach(q, p.now())
		now.settle()
		r = &now
	}
	out := spanOf(q, r)
	out.Choices = append(out.Choices, choice{"since the start", q.with("window", sinceStartWindow, "until", ""), q.sinceStart})
	if q.sinceStart {
		out.Text, out.Note, out.Permanent = "Since the start", "", ""
	}
	return out
}
