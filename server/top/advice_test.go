package top

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/view/advice"
)

// Advice is of half a minute to a minute, once top has run so long, and of all there is
// before.
func TestAdviceSpan(t *testing.T) {
	f := &fixture{}
	var before *reading
	for n := range 200 {
		r, err := f.read(context.Background(), &statementsPage, before)
		if err != nil {
			t.Fatal(err)
		}
		if before != nil {
			if err := r.advise(context.Background(), f, before); err != nil {
				t.Fatal(err)
			}
			span, run := r.advised.span, time.Duration(n)*2*time.Second
			if span > 2*advisedFor+2*time.Second || span < min(run, advisedFor) {
				t.Fatalf("after %v advice is of %v", run, span)
			}
		}
		before = r
	}
	if f.scans < 20 || f.scans > 60 {
		t.Errorf("the plan was asked for %d times in 400 s", f.scans)
	}
}

// What reads performance_schema and its like is top itself, or another one who watches.
func TestAdviceIsOfOthers(t *testing.T) {
	for _, test := range []struct {
		texts [2]string
		want  string
	}{
		{[2]string{"SELECT * FROM `performance_schema` . `threads`", "SELECT SLEEP (?)"}, "SELECT SLEEP (?)"},
		{[2]string{"SHOW GLOBAL STATUS", "SELECT * FROM `profiling` . `query_profiles`"}, ""},
	} {
		f := &fixture{}
		read := func(before *reading) *reading {
			r, _ := f.read(context.Background(), &statementsPage, before)
			i := 0
			for _, c := range r.counted {
				if c.labels[1] == "cccc" {
					continue
				}
				d := c.labels[1]
				c.digest = &digestKey{digest: &d, text: test.texts[map[string]int{"aaaa": 0, "bbbb": 1}[d]]}
				i++
			}
			if i != 2 {
				t.Fatalf("%d digests", i)
			}
			return r
		}
		before := read(nil)
		r := read(before)
		if err := r.advise(context.Background(), f, before); err != nil {
			t.Fatal(err)
		}
		got := ""
		if r.advised != nil {
			got = r.advised.digest.text
		}
		if got != test.want {
			t.Errorf("of %q advice is about %q", test.texts, got)
		}
	}
}

// The advice of a script is that of the screen, and null where there is none.
func TestWrittenAdvice(t *testing.T) {
	write := func(page string, f Format) string {
		var b bytes.Buffer
		if err := writeFrom(context.Background(), &fixture{}, &b, Options{Page: page, Interval: time.Nanosecond}, f); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	var got struct{ Advice *writtenAdvice }
	if err := json.Unmarshal([]byte(write("statements", Format{JSON: true, Once: true})), &got); err != nil {
		t.Fatal(err)
	}
	a := got.Advice
	if a == nil || a.Digest != "aaaa" || a.Statement != "SELECT * FROM `orders` WHERE `customer` = ?" || a.Span != 2 || len(a.Why) != 3 || len(a.Help) != 1 ||
		a.Help[0] != "An index on shop.orders that begins with what it compares: customer. For example CREATE INDEX by_customer ON shop.orders (customer)." {
		t.Errorf("%+v", a)
	}
	if text := write("statements", Format{Once: true, Width: 80}); !strings.Contains(text, "Why: 20 of 20 executions read a table without an index.") || !strings.Contains(text, "What would help: An index on shop.orders") {
		t.Errorf("%s", text)
	}
	if text := write("waits", Format{JSON: true, Once: true}); !strings.Contains(text, `"advice":null`) {
		t.Errorf("%s", text)
	}
}

// Counts that a server does not have are none.
func TestFiguresOfUnknown(t *testing.T) {
	c := &change{delta: make([]float64, len(statementsPage.counts))}
	for i := range c.delta {
		c.delta[i] = (value)(nil).number()
	}
	if f := c.figures(); f != (advice.Figures{}) {
		t.Errorf("%+v", f)
	}
}
