package web

import (
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// planned runs a statement by a plan that reads orders by an index.
func (f *fixture) planned(th *perfschema.Thread, schema, text, index string) (digest string) {
	st := th.BeginStatement(f.query)
	st.SetSchema(schema)
	st.SetText(text)
	st.ComputeDigest()
	p := activity.NewPlan(2)
	p.Add(0, snowset.OperatorSort, "Sort", "")
	p.Add(1, snowset.OperatorScan, "Table", "orders").SetIndex(index)
	p.Node(2).Begin()
	p.Node(2).AddRows(7)
	st.SetPlan(p)
	st.SetCounters(perfschema.StatementCounters{RowsExamined: 7})
	st.End()
	sum, _ := f.StatementDigest(text)
	return sum
}

// A statement's page has the plans that it has had in its database, and the two last side by side.
func TestPlansOfAStatement(t *testing.T) {
	f := newFixture(t, Options{})
	th := f.thread("joe")
	digest := f.planned(th, "shop", "SELECT a FROM orders WHERE b = 1", "")
	address := digestAddress("shop", digest)
	if body := f.get(t, address); strings.Contains(body, `id="two-plans"`) {
		t.Error("one plan is shown beside another")
	}
	f.planned(th, "shop", "SELECT a FROM orders WHERE b = 2", "by_b")
	f.planned(th, "other", "SELECT a FROM orders WHERE b = 3", "of_other")
	rows := f.rows(t, address, "plans")
	if len(rows) != 2 || rows[0]["executions"] != 1.0 || rows[0]["examined"] != 7.0 || rows[0]["plan"] == rows[1]["plan"] {
		t.Errorf("plans: %v", rows)
	}
	two := f.rows(t, address, "two-plans")
	before, now := "before: "+rows[1]["plan"].(string), "now: "+rows[0]["plan"].(string)
	if len(two) != 2 || two[1][before] != "    -> Table(orders)  (rows=7 loops=1)" || two[1][now] != "    -> Table(orders, by_b)  (rows=7 loops=1)" {
		t.Errorf("side by side: %v", two)
	}
	f.profiler.TruncatePlans()
	if rows := f.rows(t, address, "plans"); len(rows) != 0 {
		t.Errorf("after TRUNCATE: %v", rows)
	}
}
