package gms

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
)

// states is what the threads of a statement say: resource, operator and node,
// the statement's phase, in the order the threads began.
func states(view *perfschema.Sampling) string {
	var out []string
	for _, o := range view.Observe(nil) {
		out = append(out, fmt.Sprintf("%s %s %d %s", strings.TrimPrefix(o.Resource().Column(), "prof"),
			strings.TrimPrefix(o.Operator().Column(), "prof"), o.Node(), o.Of.Phase()))
	}
	return strings.Join(out, ", ")
}

// watched is a statement of a connection that a profiler samples.
func watched(t *testing.T) (*execution, func(want string)) {
	t.Helper()
	conn := testConnection(t)
	view, err := conn.adapter.schema.Read().StartSampling(16)
	if err != nil {
		t.Fatal(err)
	}
	x := conn.beginQuery(pointSelect)
	x.newContext(t.Context())
	t.Cleanup(func() {
		if conn.busy.Load() {
			x.finish(nil)
		}
		view.Stop()
	})
	return x, func(want string) {
		t.Helper()
		if got := states(view); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A statement's phases.
func TestPhases(t *testing.T) {
	x, want := watched(t)
	want("  0 setup")
	x.advance(phaseRunning)
	x.connection.thread.SetPhase(activity.PhaseExecution)
	x.plan.commits = true
	closed := errors.New("not closed")
	m, err := x.mark(closingIter{func() {
		want("  0 teardown")
		closed = nil
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Close(sql.NewContext(x.ctx)); err != nil || closed != nil {
		t.Error(err, closed)
	}
	want("  0 execution") // the commit
	x.finish(nil)
	want("")
}

type closingIter struct{ closing func() }

func (c closingIter) Next(*sql.Context) (sql.Row, error) { return nil, io.EOF }

func (c closingIter) Close(*sql.Context) error {
	c.closing()
	return nil
}
