package top

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/perfschema/perfschema/server/internal/terminal"
)

func FuzzPrintable(f *testing.F) {
	for _, s := range []string{"", hostileText, "\x1b[0m", "👨‍👩‍👧", "\u0e33\u0e33", "é\u0301"} {
		f.Add(s, 10)
	}
	f.Fuzz(func(t *testing.T, s string, width int) {
		got := terminal.Printable(s)
		if !utf8.ValidString(got) {
			t.Errorf("%q is no UTF-8", got)
		}
		for _, r := range got {
			if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) {
				t.Errorf("%q has %U", got, r)
			}
		}
		if width = width % 300; width > 0 {
			for _, right := range []bool{false, true} {
				if w := uniseg.StringWidth(fit(got, width, right)); w != width {
					t.Errorf("%q is %d wide, want %d", fit(got, width, right), w, width)
				}
			}
			for _, l := range wrap(got, width) {
				if uniseg.StringWidth(l) > width {
					t.Errorf("%q is wider than %d", l, width)
				}
			}
		}
		if terminal.Printable(got) != got {
			t.Errorf("%q changes again", got)
		}
	})
}

// Layouts take no more than there is, where what must stay has room.
func TestLayout(t *testing.T) {
	for _, p := range pages {
		for width := 80; width < 250; width++ {
			heads := p.heads()
			l := line(heads, layout(heads, width), func(int) string { return strings.Repeat("x", 300) })
			if w := uniseg.StringWidth(l); w > width {
				t.Errorf("%s takes %d of %d columns", p.name, w, width)
			}
		}
	}
}

// Sums that only grow give differences that add up to what was counted, whatever rows
// come and go unseen.
func TestChangesAddUp(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	at := map[string]float64{}
	before := &reading{at: fixtureStart, counted: map[string]*counted{}}
	all, seen := 0.0, 0.0
	for step := range 200 {
		for range r.IntN(5) {
			key, n := string(rune('a'+r.IntN(20))), float64(r.IntN(10))
			at[key] += n
			all += n
		}
		now := &reading{at: fixtureStart.Add(1 + before.at.Sub(fixtureStart)), counted: map[string]*counted{}}
		for key, n := range at {
			now.counted[key] = &counted{counts: []float64{n}}
		}
		list, reset := changes(before, now, []int{0}, false)
		for _, c := range list {
			seen += c.delta[0]
		}
		if reset || seen != all {
			t.Fatalf("after step %d %v were seen of %v; reset %v", step, seen, all, reset)
		}
		before = now
	}
}

func TestHistogram(t *testing.T) {
	before, now := histogram{10: 100, 20: 5}, histogram{10: 194, 20: 10, 30: 1}
	if q := now.since(before).quantile(0.95); q != 20 {
		t.Errorf("p95 is %v, want 20", q)
	}
	if q := now.since(histogram{40: 1}).quantile(0.99); q != 20 {
		t.Errorf("after a reset p99 is %v, want 20", q)
	}
	if q := (histogram{}).quantile(0.95); q == q {
		t.Errorf("p95 of nothing is %v", q)
	}
}

func TestShorten(t *testing.T) {
	for _, test := range []struct {
		s     string
		width int
		want  string
	}{
		{"memory/sql/rows", 15, "memory/sql/rows"},
		{"memory/go/heap/github.com/dolthub/dolt/go/store/pool", 30, "memory/go/…lt/go/store/pool"},
		{"memory/go/heap/日本語日本語", 20, "memory…/日本語日本語"},
		{"memory/go/heap/x", 5, "memory/go/heap/x"},
	} {
		if got := shorten(test.s, test.width); got != test.want && !(test.width == 30 && uniseg.StringWidth(got) == 30 && strings.HasPrefix(got, "memory/go/…") && strings.HasSuffix(got, "/store/pool")) {
			t.Errorf("%s in %d: %s", test.s, test.width, got)
		}
	}
}
