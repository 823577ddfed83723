package gms_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// sampled is a server whose threads a profiler looks at.
type sampled struct {
	*testServer
	view *perfschema.Sampling
	c    *sql.Conn
}

func startSampled(t *testing.T) *sampled {
	t.Helper()
	s := &sampled{testServer: startServer(t, perfschema.Config{})}
	s.c = s.connectWith(t, nil)
	shopTables(t, s.c)
	view, err := s.schema.StartSampling(256)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(view.Stop)
	s.view = view
	return s
}

// plan runs a statement and gives its plan.
func (s *sampled) plan(t *testing.T, query string) string {
	t.Helper()
	s.view.Ended(func(uint32, uint32, *perfschema.SampledStatement) {})
	if _, err := tryRows(t.Context(), s.c, query); err != nil {
		t.Errorf("%s: %v", query, err)
	}
	plan := ""
	await(t, "the end of "+query, func() bool {
		s.view.Ended(func(_, _ uint32, st *perfschema.SampledStatement) { plan = planText(st.Plan()) })
		return plan != ""
	})
	return plan
}

// planText is a plan as a tree: operator, name, object, loops and rows.
func planText(p *perfschema.Plan) string {
	var b strings.Builder
	depth := make(map[uint16]int)
	for _, n := range p.Nodes() {
		depth[n.Node] = depth[n.Parent] + 1
		counts := "?"
		if n.Known {
			counts = fmt.Sprintf("%d×%d", n.Loops, n.Rows)
		}
		object := n.Object
		if object != "" {
			object = "(" + object + ")"
		}
		fmt.Fprintf(&b, "%s%s%s %s %s\n", strings.Repeat(" ", depth[n.Node]-1), n.Name, object,
			strings.TrimSuffix(strings.TrimPrefix(n.Operator.Column(), "prof"), "Rso"), counts)
	}
	return b.String()
}

func TestPlansAreKept(t *testing.T) {
	s := startSampled(t)
	mustExec(t, s.c, "CREATE TABLE log (id INT PRIMARY KEY AUTO_INCREMENT, n INT)")
	mustExec(t, s.c, "CREATE TRIGGER seen AFTER INSERT ON line FOR EACH ROW INSERT INTO log (n) VALUES (NEW.n)")
	mustExec(t, s.c, "CREATE PROCEDURE both_of() BEGIN SELECT * FROM product; DELETE FROM log; END")
	for _, test := range []struct{ sql, plan string }{} {
		want := strings.ReplaceAll(test.plan, "/", "\n") + "\n"
		got := s.plan(t, test.sql)
		if got != want {
			t.Errorf("%s:\n%swant\n%s", test.sql, got, want)
		}
	}
}
