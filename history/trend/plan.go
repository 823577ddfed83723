package trend

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/view"
)

// PlanWindow is what one statement did by one plan in one window.
type PlanWindow struct {
	Start, End time.Time
	Key
	// Hash is the plan's: PLAN_HASH of query_plans. Text is the normalized statement.
	Hash, Text string
	// Figures are Count, Time and RowsExamined, estimates where the plans of short executions are left out.
	Figures
	// Example is a plan of it as a text, with rows and loops.
	Example string
}

// Plan is what one statement did by one plan in a span.
type Plan struct {
	Hash, Example string
	Figures

	last time.Time // the end of the window of Example
}

// Examined is how many rows an execution read in the mean, 0 of none.
func (p *Plan) Examined() float64 { return float64(p.RowsExamined) / float64(max(p.Count, 1)) }

// Replanned is a statement that ran in both spans, in B by a plan that it did not have in A, or by another one
// than in A most often.
type Replanned struct {
	Key
	Text string
	// A is the plan that took most of its time in A, B the one of those new in B that took most there. If none
	// is new they are the plans with the most executions.
	A, B *Plan
}

// More is the time in picoseconds that the executions by plan B took more than as many took in the mean by
// plan A; less than 0: less.
func (r *Replanned) More() float64 { return float64(r.B.Time) - r.A.Mean()*float64(r.B.Count) }

// A plan counts as a statement's in a span if it had more than one in rarePlan of the executions or of the
// time: a single execution by another plan is no change.
const rarePlan = 50

type planSum struct {
	text  string
	plans map[string]*Plan
}

// sumPlans adds up the windows of a span.
func sumPlans(ctx context.Context, from Source, span history.Span) (map[Key]*planSum, error) {
	all := make(map[Key]*planSum)
	err := from.Plans(ctx, span, func(w *PlanWindow) error {
		s := all[w.Key]
		if s == nil {
			s = &planSum{text: w.Text, plans: make(map[string]*Plan)}
			all[w.Key] = s
		}
		p := s.plans[w.Hash]
		if p == nil {
			p = &Plan{Hash: w.Hash}
			s.plans[w.Hash] = p
		}
		p.add(&w.Figures)
		if !w.End.Before(p.last) {
			p.Example, p.last = w.Example, w.End
		}
		return nil
	})
	return all, err
}

// common returns the plans of a statement that are not rare, the one that took the most time first: all of
// them if each is rare. It is never empty.
func (s *planSum) common() []*Plan {
	var count, time uint64
	for _, p := range s.plans {
		count += p.Count
		time += p.Time
	}
	var out []*Plan
	for _, p := range s.plans {
		if p.Count > count/rarePlan || p.Time > time/rarePlan {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		out = slices.Collect(maps.Values(s.plans))
	}
	slices.SortFunc(out, func(p, q *Plan) int { return cmp.Or(cmp.Compare(q.Time, p.Time), cmp.Compare(p.Hash, q.Hash)) })
	return out
}

// replanned gives the plans before and now of a statement that has a new one, or executes most often by
// another; nil of one that does not.
func replanned(before, now *planSum) (was, is *Plan) {
	old := before.common()
	for _, p := range now.common() {
		if !slices.ContainsFunc(old, func(o *Plan) bool { return o.Hash == p.Hash }) {
			return old[0], p
		}
	}
	if was, is = before.usual(), now.usual(); was.Hash == is.Hash {
		return nil, nil
	}
	return was, is
}

// usual is the plan with the most executions.
func (s *planSum) usual() (most *Plan) {
	for _, p := range s.plans {
		if most == nil || cmp.Or(cmp.Compare(most.Count, p.Count), cmp.Compare(p.Hash, most.Hash)) < 0 {
			most = p
		}
	}
	return most
}

// comparePlans finds the statements that have a plan in b which they did not have in a, or another one most
// often, those first whose time that has changed the most.
func comparePlans(ctx context.Context, from Source, a, b history.Span) ([]*Replanned, error) {
	before, err := sumPlans(ctx, from, a)
	if err != nil {
		return nil, err
	}
	now, err := sumPlans(ctx, from, b)
	if err != nil {
		return nil, err
	}
	var out []*Replanned
	for key, s := range now {
		had := before[key]
		if had == nil {
			continue
		}
		if was, is := replanned(had, s); is != nil {
			out = append(out, &Replanned{Key: key, Text: s.text, A: was, B: is})
		}
	}
	slices.SortFunc(out, func(x, y *Replanned) int {
		return cmp.Or(cmp.Compare(math.Abs(y.More()), math.Abs(x.More())), compareKeys(x.Key, y.Key))
	})
	return out, nil
}

const planTable = "query_plans"

var planColumns = []string{"WINDOW_START", "WINDOW_END", "SCHEMA_NAME", "DIGEST", "PLAN_HASH", "DIGEST_TEXT", "COUNT_STAR", "SUM_TIMER_WAIT", "SUM_ROWS_EXAMINED", "EXAMPLE_PLAN"}

// Plans implements [Source].
func (f Files) Plans(ctx context.Context, span history.Span, visit func(*PlanWindow) error) error {
	return f.Directory.Read(ctx, planTable, planColumns, span, func(row view.Row) error {
		return visit(&PlanWindow{
			Start: value[time.Time](row[0]), End: value[time.Time](row[1]), Key: Key{value[string](row[2]), value[string](row[3])},
			Hash: value[string](row[4]), Text: value[string](row[5]),
			Figures: Figures{Count: value[uint64](row[6]), Time: value[uint64](row[7]), RowsExamined: value[uint64](row[8])}, Example: value[string](row[9]),
		})
	})
}

// Plans implements [Source].
func (s Server) Plans(ctx context.Context, span history.Span, visit func(*PlanWindow) error) error {
	var schema, text sql.NullString
	w := PlanWindow{}
	return s.read(ctx, planTable, planColumns, span, []any{&w.Start, &w.End, &schema, &w.Digest, &w.Hash, &text, &w.Count, &w.Time, &w.RowsExamined, &w.Example}, func() error {
		own := w
		own.Schema, own.Text = schema.String, text.String
		return visit(&own)
	})
}
