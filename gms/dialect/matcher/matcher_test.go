package matcher

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
)

// parts are what patterns of the property are made of.
var parts = []string{
	"a", "b", "ab", "é", "世", ".", `\b`, `\B`, "^", "$", "(?m:^)", "(?m:$)", `\A`, `\z`, "[a-c]", "[^a]", `\w`, `\s`, "(?i:A)", "(?s:.)", "x*", "a+", "b?", "a*?", "(?:a|ab)", "(a|b)", "()", "(?:)", "a{2,3}", "|", `\Qa.b\E`, "\n",
}

var textParts = []string{"a", "b", "A", "c", "é", "世", " ", "\n", ".", "x", "\xff", "\xe4\xb8", "ab", "a.b"}

func pick(r *rand.Rand, from []string, most int) string {
	var b strings.Builder
	for n := r.IntN(most + 1); n > 0; n-- {
		b.WriteString(from[r.IntN(len(from))])
	}
	return b.String()
}

// All matches are those that package regexp finds in a string.
func TestEachIsFindAll(t *testing.T) {
	racetest.SkipAlone(t)
	r := rand.New(rand.NewPCG(1, 2))
	flags := []string{"", "(?i)", "(?m)", "(?ims)", "(?s)"}
	tried := 0
	for range 60000 {
		pattern := flags[r.IntN(len(flags))] + pick(r, parts, 5)
		plain, err := regexp.Compile(pattern)
		if err != nil {
			continue
		}
		tried++
		m, err := New(pattern)
		if err != nil {
			t.Fatalf("%q: %v", pattern, err)
		}
		text := pick(r, textParts, 12)
		var got [][]int
		if err := m.Each(t.Context(), text, func(at []int) bool { got = append(got, at); return true }); err != nil {
			t.Fatal(err)
		}
		if want := plain.FindAllStringIndex(text, -1); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q in %q: %v, want %v", pattern, text, got, want)
		}
		var second [][]int
		if err := m.each(text, 0, -1, func(at []int) bool { second = append(second, at); return true }, func(pos int) ([]int, error) { return m.fromPlain(text, pos) }); err != nil || !reflect.DeepEqual(second, got) {
			t.Fatalf("%q in %q: %v %v, want %v", pattern, text, second, err, got)
		}
		first, err := m.Find(t.Context(), text, 1)
		if want := plain.FindStringIndex(text); err != nil || !reflect.DeepEqual(first, want) || !reflect.DeepEqual(m.FindPlain(text), want) {
			t.Fatalf("%q in %q: %v %v, want %v", pattern, text, first, err, want)
		}
	}
	if tried < 10000 {
		t.Errorf("%d patterns", tried)
	}
}

// An expression that ends within a quotation is matched as it is alone.
func TestOpenQuotation(t *testing.T) {
	m, err := New(`\Qa(`)
	if err != nil {
		t.Fatal(err)
	}
	at, err := m.Find(t.Context(), "a( a(", 2)
	if err != nil || !reflect.DeepEqual(at, []int{3, 5}) {
		t.Errorf("%v %v", at, err)
	}
}

// A match ends within so many steps after its context.
func TestEnd(t *testing.T) {
	m, err := New("(x|a.{1000}b){1,1}c")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	counted := &countedContext{Context: ctx, after: 3, cancel: func() { cancel(nil) }}
	at, err := m.Find(counted, strings.Repeat("a", 100000), 1)
	if at != nil || !errors.Is(err, context.Canceled) || counted.looks != 3 {
		t.Errorf("%v %v after %d looks", at, err, counted.looks)
	}
	if every := m.read(ctx, "").every; int64(every)*m.States() > stepsAtOnce {
		t.Errorf("looks every %d runes at %d states", every, m.States())
	}
}

// countedContext is cancelled when it is looked at for a number of times.
type countedContext struct {
	context.Context
	looks, after int
	cancel       func()
}

// Err implements context.Context.
func (c *countedContext) Err() error {
	if c.looks++; c.looks == c.after {
		c.cancel()
	}
	return c.Context.Err()
}

// EachPlain finds the matches that Each finds, also beyond those that it finds at once, and ends
// between two of them.
func TestEachPlain(t *testing.T) {
	racetest.SkipAlone(t)
	for _, pattern := range []string{"a", "a?", `\ba|b`, "", "x|$", "(?m:^)", "z"} {
		m, err := New(pattern)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Repeat("aab\nx é", 2000)
		var want, got [][]int
		if err := m.Each(t.Context(), text, func(at []int) bool { want = append(want, at); return true }); err != nil {
			t.Fatal(err)
		}
		if err := m.EachPlain(t.Context(), text, func(at []int) bool { got = append(got, at); return true }); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %d matches, %v, want %d", pattern, len(got), err, len(want))
		}
	}
	m, err := New("a(.*b)?")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	n, text := 0, strings.Repeat("a", 10000)
	at := plainSteps/(int64(len(text))*m.States()) + 100
	err = m.EachPlain(ctx, text, func([]int) bool {
		if n++; int64(n) == at {
			cancel()
		}
		return true
	})
	if !errors.Is(err, context.Canceled) || int64(n) != at {
		t.Errorf("%v after %d matches, not %d", err, n, at)
	}
}
