package perfschema_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// lateSamples samples one thread, and knows what it was last told of it.
type lateSamples struct {
	view *perfschema.Sampling
	last activity.State
}

func (l *lateSamples) sample(late time.Duration) activity.State {
	changes, _ := l.view.Changes(nil, late)
	for _, c := range changes {
		l.last = c.State
	}
	return l.last
}

// A late sample sees what a thread did when the sample was due.
func TestLateSample(t *testing.T) {
	const exchange = snowset.ResourceDataExchangeMsg
	f := newFixture(t, nil)
	l := lateSamples{view: startSampling(t, f)}
	th := f.connect("joe")
	want := func(late time.Duration, r snowset.Resource, o snowset.Operator, node uint16) {
		t.Helper()
		if w := l.sample(late); !w.Active() || w.Resource() != r || w.Operator() != o || w.Node() != node {
			t.Errorf("%s %s %d, want %s %s %d", w.Resource().Column(), w.Operator().Column(), w.Node(), r.Column(), o.Column(), node)
		}
	}
	st := th.BeginStatement(f.selectKey)
	group := th.EnterOperator(snowset.OperatorAggregate, 1)
	scan := th.EnterOperator(snowset.OperatorScan, 2)
	want(time.Hour, snowset.ResourceNone, snowset.OperatorScan, 2)
	th.LeaveOperator(scan)
	f.clock.Advance(50)
	wait := th.EnterResource(exchange)
	f.clock.Advance(30)
	want(0, exchange, snowset.OperatorAggregate, 1)
	want(30, exchange, snowset.OperatorAggregate, 1)
	want(31, snowset.ResourceNone, snowset.OperatorScan, 2)
	th.LeaveResource(wait)
	th.EnterOperator(snowset.OperatorScan, 2)
	f.clock.Advance(20)
	want(20, snowset.ResourceNone, snowset.OperatorScan, 2)
	want(21, exchange, snowset.OperatorAggregate, 1)
	want(51, snowset.ResourceNone, snowset.OperatorScan, 2)
	th.LeaveOperator(group)
	st.End()

	// What it did in another statement says nothing of this one.
	th.BeginStatement(f.selectKey)
	want(30, snowset.ResourceNone, 0, 0)
	th.EnterResource(exchange)
	want(1, snowset.ResourceNone, 0, 0)
	want(60, snowset.ResourceNone, 0, 0)
	if n := testing.AllocsPerRun(100, func() { th.LeaveResource(th.EnterResource(exchange)) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Of the last changes a late sample knows each; further back it takes any moment
// since, and so sees as much waiting as there was.
func TestLateSampleOfManyChanges(t *testing.T) {
	f := newFixture(t, nil)
	l := lateSamples{view: startSampling(t, f)}
	th := f.connect("joe")
	th.BeginStatement(f.selectKey)
	r := rand.New(rand.NewPCG(1, 2))
	var changes []uint64 // when; it waits from each other one on
	far, waited := 0, 0
	for range 10_000 {
		// Works for 30 ns, waits for 10, on average, and is sampled when it
		// begins to wait.
		f.clock.Advance(time.Duration(1 + r.IntN(60)))
		changes = append(changes, f.clock.Now())
		wait := th.EnterResource(snowset.ResourceIdle)
		late := r.IntN(1000)
		waits := l.sample(time.Duration(late)).Resource() == snowset.ResourceIdle
		i := len(changes) - 1
		for i >= 0 && changes[i]+uint64(late) > f.clock.Now() {
			i--
		}
		switch ago := len(changes) - 1 - i; {
		case ago < 15:
			if want := i >= 0 && i%2 == 0; waits != want {
				t.Fatalf("waits: %v, want %v, %d changes ago", waits, want, ago)
			}
		default:
			if far++; waits {
				waited++
			}
		}
		f.clock.Advance(time.Duration(1 + r.IntN(20)))
		changes = append(changes, f.clock.Now())
		th.LeaveResource(wait)
	}
	// By six standard deviations.
	if got, want := float64(waited)/float64(far), 10.5/41; far < 5000 || math.Abs(got-want) > 6*math.Sqrt(want*(1-want)/float64(far)) {
		t.Errorf("waited at %.3f of %d samples, want %.3f", got, far, want)
	}
}
