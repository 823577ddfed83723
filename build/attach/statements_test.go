package attach

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/build/internal/report"
)

// TestTakeStatements: what is added between two readings is counted once, as a statement of its digest.
func TestTakeStatements(t *testing.T) {
	ps, err := perfschema.New(Config())
	if err != nil {
		t.Fatal(err)
	}
	s := newStatements(ps)
	route, query := report.Statement{Event: "statement/http/get", Text: "GET /orders/{id}"}, report.Statement{Event: "statement/db/query", Text: "SELECT a FROM t WHERE b IN (...)"}
	told := func(requests, queries, unread uint64) *report.Told {
		class := func(of report.Statement, n uint64) report.ToldClass {
			return report.ToldClass{Statement: of, Errors: n / 2, Sum: waited(n, time.Second), Latencies: []report.Latency{{UpTo: 1100 * time.Millisecond, Count: n - 1}, {Count: 1}}}
		}
		return &report.Told{Unread: unread, Classes: []report.ToldClass{
			class(route, requests), class(query, queries), class(report.Statement{Event: "wait/io/socket/http/client", Text: "host"}, 7), class(report.Statement{Event: "statement/"}, 7),
		}}
	}
	s.take(told(4, 8, 0))
	s.take(told(2, 9, 1)) // a row is missing
	digests := s.take(told(6, 10, 0))
	if again := s.take(told(6, 10, 0)); len(again) != 2 || again[route] != digests[route] {
		t.Errorf("digests %v after %v", again, digests)
	}
	want := map[string]uint64{"GET /orders/{id}": 6, "SELECT `a` FROM `t` WHERE `b` IN (...)": 10}
	list := ps.Read().ListDigests()
	for i, d := range ps.Read().Digests() {
		n := want[d.DigestText]
		if n == 0 || d.Stat.Timer.Count != n || d.Stat.Errors != n/2 || d.Stat.Timer.Sum != n*uint64(time.Second)*1000 || d.DigestHex != digests[route] && d.DigestHex != digests[query] {
			t.Errorf("%+v", d)
		}
		total := uint64(0)
		for _, c := range list[i].Histogram() {
			total += c
		}
		if total != n {
			t.Errorf("%s: %d in the histogram", d.DigestText, total)
		}
	}
	if len(list) != 2 {
		t.Errorf("%d digests", len(list))
	}
}
