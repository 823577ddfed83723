package activesession

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/perfschema/perfschema/sampler"
)

// randomRow makes a row in which each field may be empty.
func randomRow(r *rand.Rand, sample uint64) Row {
	word := func(kind string, n int) string {
		if i := r.IntN(n); i > 0 {
			return fmt.Sprint(kind, i)
		}
		return ""
	}
	number := func() uint64 { return r.Uint64N(3) * r.Uint64() }
	row := Row{
		SampleID: sample, At: time.Unix(0, r.Int64()), ThreadID: number(), QueryThreadID: number(), ProcesslistID: number(),
		User: word("user", 4), Host: word("host", 4), Program: word("program", 3), Schema: word("schema", 3), EventName: word("statement/", 9),
		StatementID: number(), EventID: number(), Plan: number(), Digest: word("digest", 50), Stage: word("stage", 9),
		Elapsed: time.Duration(r.Int64()), ElapsedKnown: r.IntN(2) == 0, State: State(r.IntN(3)), Resource: word("resource", 9), Operator: word("operator", 9),
		Node: uint16(r.Uint32()), Wait: word("wait", 5), Object: Object{word("type", 3), word("schema", 3), word("name", 300)},
		Blocker:            Blocker{ThreadID: number(), ProcesslistID: number(), Count: r.Uint32N(9), State: BlockerState(r.IntN(4)), Digest: word("digest", 50)},
		TransactionEventID: number(), TransactionAge: time.Duration(r.Int64()), Memory: number(),
	}
	row.DigestText, row.Blocker.DigestText = textOf(row.Digest), textOf(row.Blocker.Digest)
	return row
}

func textOf(digest string) string {
	if digest == "" {
		return ""
	}
	return "SELECT " + digest
}

// The ring keeps the last rows unchanged, in no more than its size, and counts the others. Rows that
// were read before do not change.
func TestRingKeepsTheLastRows(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		ring := ring{size: []uint64{1, 400_000, 1_500_000}[seed%3]}
		var all []Row
		var before []Part
		from, rowsBefore := 0, 0
		for n := range 5000 {
			row := randomRow(r, uint64(n))
			all = append(all, row)
			ring.add(&row, func() string { return textOf(row.Digest) }, func() string { return textOf(row.Blocker.Digest) })
			if taken := ring.taken(); taken > ring.size && len(ring.chunks) > 1 {
				t.Fatalf("seed %d: %d bytes are taken of %d", seed, taken, ring.size)
			}
			if n == 2500 {
				before, from, rowsBefore = ring.parts(), int(ring.evicted), ring.rows
			}
		}
		if got := ring.rows + int(ring.evicted); got != len(all) {
			t.Errorf("seed %d: %d rows are kept or counted as evicted, want %d", seed, got, len(all))
		}
		same(t, before, all[from:from+rowsBefore])
		same(t, ring.parts(), all[ring.evicted:])
		if ring.clear(); ring.rows != 0 || ring.taken() != 0 || len(ring.parts()) != 0 {
			t.Errorf("seed %d: something is left", seed)
		}
	}
}

// same fails the test unless the parts have these rows.
func same(t *testing.T, parts []Part, want []Row) {
	t.Helper()
	n := 0
	for _, p := range parts {
		for got := range p.Rows {
			if n < len(want) && *got != want[n] {
				t.Fatalf("row %d is\n%+v\nwant\n%+v", n, *got, want[n])
			}
			n++
		}
	}
	if n != len(want) {
		t.Errorf("%d rows, want %d", n, len(want))
	}
}

// The default size has room for an hour of 20 threads at work, whose queries are of 200 digests.
func TestAnHourFits(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	ring := ring{size: sampler.DefaultSessionBytes}
	for n := range 3600 * 20 {
		row := randomRow(r, uint64(n/20))
		row.Digest = fmt.Sprintf("%064d", r.IntN(200))
		ring.add(&row, func() string { return fmt.Sprintf("%300s", row.Digest) }, func() string { return "" })
	}
	if ring.evicted != 0 {
		t.Errorf("%d rows made room for others", ring.evicted)
	}
}

// The text of a digest that is not known yet is asked for again.
func TestDigestTextThatIsLearntLater(t *testing.T) {
	ring := ring{size: 1}
	for _, text := range []string{"", "SELECT ?", "asked no more"} {
		ring.add(&Row{Digest: "d"}, func() string { return text }, nil)
	}
	var got []string
	for r := range ring.parts()[0].Rows {
		got = append(got, r.DigestText)
	}
	if !slices.Equal(got, []string{"", "SELECT ?", "SELECT ?"}) {
		t.Errorf("texts %q", got)
	}
}
