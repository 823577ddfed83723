package sampler

import (
	"testing"
	"time"
)

// TestDigestsOfEachDatabase: one digest has a profile for each default database, and all are found by it,
// in the order in which they came.
func TestDigestsOfEachDatabase(t *testing.T) {
	f := newFixture(t, Options{MaxDigests: 5})
	th := f.thread()
	for _, schema := range []string{"a", "b", "", "a", "c", "b", "a"} {
		for _, text := range []string{"SELECT 1", "SELECT a FROM t"} {
			st := th.BeginStatement(f.query)
			st.SetText(text)
			st.SetSchema(schema)
			st.ComputeDigest()
			f.clock.Advance(time.Millisecond)
			st.End()
		}
	}
	f.tick()
	sum, _ := f.profiler.Profiles()[0].Statement.Digest()
	var got []string
	var statements uint64
	for _, d := range f.profiler.DigestsOf(sum) {
		got = append(got, d.Schema)
		statements += d.Statements
		if d.DigestText != "SELECT ?" || len(d.DigestHex) != 64 {
			t.Errorf("digest %q, %q", d.DigestHex, d.DigestText)
		}
	}
	if len(got) != 3 || got[0] != "a" || got[1] != "b" || got[2] != "" || statements != 6 {
		t.Errorf("databases %q with %d statements", got, statements)
	}
	if s := f.profiler.Status(); s.Digests != 5 || s.DigestsLost != 3 {
		t.Errorf("%d digests, %d lost", s.Digests, s.DigestsLost)
	}
	if rest := f.profiler.Digests()[0]; rest.Statements != 3 || rest.DigestHex != "" || rest.DigestText != "" {
		t.Errorf("of those without room: %+v", rest)
	}
}

// TestDigestsOfOneHash: digests that have the same hash are told apart.
func TestDigestsOfOneHash(t *testing.T) {
	var d digests
	d.init(10)
	d.order = append(d.order, &DigestProfile{Schema: "a", next: 2}, &DigestProfile{Schema: "b", next: 3}, &DigestProfile{Schema: "a", sum: [32]byte{31: 1}})
	d.first[7] = 1
	for i, x := range d.order[1:] {
		if got, _ := d.lookUp(7, x.sum, x.Schema); got != x {
			t.Errorf("%d: found %+v", i, got)
		}
	}
	if got, last := d.lookUp(7, [32]byte{1}, "a"); got != nil || last != d.order[3] {
		t.Errorf("found %+v, the last %+v", got, last)
	}
	if got, last := d.lookUp(8, [32]byte{}, "a"); got != nil || last != nil {
		t.Errorf("found %+v, the last %+v", got, last)
	}
}
