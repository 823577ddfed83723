package report

import (
	"strings"
	"testing"
)

// A profile that stands for n queries counts as n profiles that are the same, in every
// number of a report.
func TestWeightsCountAsProfiles(t *testing.T) {
	weighted, repeated := New(true), New(true)
	for i, p := range sample(t) {
		n := int64(i%4*i + 1)
		for range n {
			repeated.Add(p)
		}
		p.Weight = n
		weighted.Add(p)
	}
	for i, p := range sample(t) {
		id, _ := p.Int(queryID)
		weighted.Cell(id, "profScanRso", "profCpu", 8)
		for range i%4*i + 1 {
			repeated.Cell(id, "profScanRso", "profCpu", 8)
		}
	}
	if !weighted.weighted() || repeated.weighted() || weighted.queries != repeated.queries || weighted.profiles != 51 {
		t.Fatalf("%d profiles of %d queries, want %d", weighted.profiles, weighted.queries, repeated.queries)
	}
	if got := asText(t, weighted.Document("x"), TextOptions{}); !strings.Contains(words(got), "an estimate from 51 profiles read") {
		t.Errorf("it does not say that it is an estimate:\n%s", got)
	}
	weighted.profiles = repeated.profiles // the one difference that is told
	if got, want := html(t, weighted.Document("x")), html(t, repeated.Document("x")); got != want {
		t.Errorf("%s\nwant\n%s", asText(t, weighted.Document("x"), TextOptions{}), asText(t, repeated.Document("x"), TextOptions{}))
	}
}

// Of a server it is said how many profiles stand for how many queries, and what was left out.
func TestLeftOutIsTold(t *testing.T) {
	a := evening(t)
	for i, p := range sample(t) {
		if i < 40 {
			p.Weight = 100
			a.Add(p)
		}
	}
	a.store.leftOut = 900_000
	got := words(asText(t, a.Document("a server"), TextOptions{}))
	for _, want := range []string{
		"Profiles kept 91 that stand for 4,051 of these queries: the last ones",
		"900,000 short ones have had none since the profiler began, and others stand for them (QUERY_PROFILES_LEFT_OUT of profiling.profiler_status)",
		"Of the profiles alone that the server still has, 91 that stand for 4,051 queries, of 1,000,111: the last ones",
		"An estimate, as are their times: short ones were left out",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("it does not say %q:\n%s", want, got)
		}
	}
	a.store.evicted = 0
	if got := a.ofProfiles(); got != "An estimate from the profiles, 91 that stand for 4,051 queries, of 1,000,111. " {
		t.Error(got)
	}
}

// words are those of a text, whatever its lines.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }
