package web

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
)

// drawn is trees as a text.
func drawn(list []branch, indent string) (out string) {
	for _, b := range list {
		out += indent + b.Text + map[bool]string{true: " ...", false: ""}[strings.Contains(b.Note, "a ring")] + "\n" + drawn(b.Below, indent+"  ")
	}
	return out
}

// TestTrees draws who waits below whom they wait for.
func TestTrees(t *testing.T) {
	for name, test := range map[string]struct {
		waits map[uint64][]uint64
		want  string
	}{
		"nobody":                             {nil, ""},
		"for no thread":                      {map[uint64][]uint64{1: nil}, ""},
		"a chain":                            {map[uint64][]uint64{1: {2}, 2: {3}}, "thread 3\n  thread 2\n    thread 1\n"},
		"two for one":                        {map[uint64][]uint64{1: {3}, 2: {3}}, "thread 3\n  thread 1\n  thread 2\n"},
		"one for two":                        {map[uint64][]uint64{1: {2, 3}}, "thread 2\n  thread 1\nthread 3\n  thread 1\n"},
		"a ring":                             {map[uint64][]uint64{1: {2}, 2: {1}}, "thread 1\n  thread 2\n    thread 1 ...\n"},
		"one at a ring":                      {map[uint64][]uint64{1: {2}, 2: {1}, 3: {1}}, "thread 1\n  thread 2\n    thread 1 ...\n  thread 3\n"},
		"holder waits for what nobody holds": {map[uint64][]uint64{1: {2}, 2: nil}, "thread 2\n  thread 1\n"},
	} {
		f := newFixture(t, Options{})
		g := &waiting{waits: make(map[uint64]*wait)}
		for thread, holds := range test.waits {
			g.waits[thread] = &wait{what: "a lock", holds: holds}
		}
		if got := drawn(g.trees(f.pages, &query{}), ""); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", name, got, test.want)
		}
	}
}

// TestPaging: of 10,000 rows a page has 50, and its links lead to all of them.
func TestPaging(t *testing.T) {
	racetest.SkipAlone(t)
	const n = 10_000
	f := newFixture(t, Options{})
	for i := range n {
		f.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost", ProcesslistID: uint64(i + 1)})
	}
	first := f.get(t, "sessions")
	if got := strings.Count(first, `<th scope="row"`); got != perPage {
		t.Errorf("%d rows", got)
	}
	for _, want := range []string{`rel="next"`, "1 to 50 of 10000", "connection 50<"} {
		if !strings.Contains(first, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	next := regexp.MustCompile(`href="([^"#]*)[^"]*" rel="next"`).FindStringSubmatch(first)
	if body := f.get(t, next[1]); !strings.Contains(body, "51 to 100 of 10000") || !strings.Contains(body, "connection 51<") {
		t.Errorf("%s is not the next page", next[1])
	}
	for _, at := range []string{"199", "200", "99999999999999999999", "-1", "x", "18446744073709551615"} {
		if got := strings.Count(f.get(t, "sessions?sessions.page="+at), `<th scope="row"`); got != perPage {
			t.Errorf("page %s has %d rows", at, got)
		}
	}
	if got := len(f.rows(t, "sessions", "sessions")); got != n {
		t.Errorf("%d rows are exported", got)
	}
	sorted := f.rows(t, "sessions?sessions.sort=-0", "sessions")
	if a, b := fmt.Sprint(sorted[0]["session"]), fmt.Sprint(sorted[1]["session"]); a < b {
		t.Errorf("sorted: %s before %s", a, b)
	}
}
