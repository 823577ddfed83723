package perfschema_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/histogram"
	"github.com/perfschema/perfschema/record"
)

// statementSum are statements that took as long each.
func statementSum(count uint64, each time.Duration, failed uint64) perfschema.StatementSum {
	return perfschema.StatementSum{
		WaitSum: perfschema.WaitSum{Count: count, Sum: time.Duration(count) * each, Min: each, Max: each}, Errors: failed,
		Latencies: []perfschema.Latency{{UpTo: each, Count: count}},
	}
}

// TestImportedStatement: statements of another program are in the row of their digest, in its histogram,
// and in the sums of their class.
func TestImportedStatement(t *testing.T) {
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	query := ps.RegisterStatement("db", perfschema.Info{Name: "query"})
	select1 := ps.Import().Query(query, "SELECT a FROM t WHERE b = ?")
	select1.Add(statementSum(3, time.Millisecond, 1))
	ps.Import().Query(query, "select a from t where b = 7").Add(statementSum(1, 2*time.Second, 0))
	route := ps.Import().Statement(ps.RegisterStatement("http", perfschema.Info{Name: "get"}), "GET /orders/{id}")
	route.Add(statementSum(5, time.Minute, 0))
	route.Add(perfschema.StatementSum{})

	digests := ps.Read().Digests()
	if len(digests) != 2 || digests[0].DigestHex != select1.Digest() || digests[1].DigestHex != route.Digest() || digests[1].DigestText != "GET /orders/{id}" {
		t.Fatalf("%+v", digests)
	}
	const milli, second = uint64(1_000_000_000), uint64(1_000_000_000_000)
	if got, want := digests[0].Stat, (record.StatementStat{Timer: record.TimerStat{Count: 4, Sum: 2*second + 3*milli, Min: milli, Max: 2 * second}, Errors: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	list := ps.Read().ListDigests()
	counts := list[0].Histogram()
	if n := histogram.Total((*[histogram.Buckets]uint64)(&counts)); n != 4 {
		t.Errorf("the histogram has %d statements", n)
	}
	if got := histogram.Quantile((*[histogram.Buckets]uint64)(&counts), 500); got < milli || got > milli*11/10 {
		t.Errorf("the median is %d", got)
	}
	byClass := make(map[string]uint64)
	classes := ps.Read().ClassesOf(perfschema.KindStatement)
	for _, stats := range ps.Read().StatementSummary(record.Global, 0).All() {
		for i, s := range stats {
			byClass[classes[i].Name()] += s.Timer.Count
		}
	}
	if byClass["statement/db/query"] != 4 || byClass["statement/http/get"] != 5 {
		t.Errorf("%v", byClass)
	}
}

// TestImportedStatementRules: what is switched off counts nothing, what is not timed no times, what finds
// no room is counted in the row of all others, and a truncated row begins anew.
func TestImportedStatementRules(t *testing.T) {
	sizes := perfschema.DefaultSizes()
	sizes.Digests = 10
	ps, err := perfschema.New(perfschema.Config{Sizes: sizes, Instruments: []perfschema.InstrumentRule{
		{Pattern: "%/off", State: perfschema.InstrumentOff}, {Pattern: "%/counted", State: perfschema.InstrumentCounted},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]record.TimerStat{"off": {}, "counted": {Count: 2}} {
		s := ps.Import().Statement(ps.RegisterStatement("db", perfschema.Info{Name: name}), name)
		s.Add(statementSum(2, time.Second, 0))
		var got record.TimerStat
		for _, d := range ps.Read().Digests() {
			if d.DigestHex == s.Digest() {
				got = d.Stat.Timer
			}
		}
		if got != want {
			t.Errorf("%s: %+v", name, got)
		}
	}
	key := ps.RegisterStatement("db", perfschema.Info{Name: "query"})
	var all []*perfschema.ImportedStatement
	for i := range 20 {
		all = append(all, ps.Import().Statement(key, fmt.Sprint("route ", i)))
		all[i].Add(statementSum(1, time.Second, 0))
	}
	digests := ps.Read().Digests()
	if len(digests) != 10 || !digests[0].CatchAll || digests[0].Stat.Timer.Count != 12 {
		t.Errorf("%d rows, the first of them %+v", len(digests), digests[0])
	}
	var none *perfschema.ImportedStatement
	none.Add(statementSum(1, time.Second, 0))
	if none.Digest() != "" || ps.Import().Statement(0, "x") != nil {
		t.Error("a statement of no class")
	}
}
