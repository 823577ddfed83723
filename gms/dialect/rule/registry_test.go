package rule

import (
	"slices"
	"strings"
	"testing"
)

func named(name string, change ...func(*Rule)) Of[string] {
	r := Rule{Name: name, Changes: Plan, About: Queries, Why: "The engine has none.", NeededBy: Data, Golden: "queries"}
	for _, c := range change {
		c(&r)
	}
	return Of[string]{r, name}
}

func before(names ...string) func(*Rule) {
	return func(r *Rule) {
		for _, name := range names {
			r.Before = append(r.Before, Link{Name: name})
		}
	}
}

func after(names ...string) func(*Rule) {
	return func(r *Rule) {
		for _, name := range names {
			r.After = append(r.After, Link{Name: name})
		}
	}
}

func TestOrder(t *testing.T) {
	for _, test := range []struct {
		list []Of[string]
		want []string
	}{
		{nil, nil},
		{[]Of[string]{named("b"), named("a"), named("c")}, []string{"b", "a", "c"}},
		{[]Of[string]{named("b", after("c")), named("a"), named("c")}, []string{"a", "c", "b"}},
		{[]Of[string]{named("b"), named("a"), named("c", before("b", "a"))}, []string{"c", "b", "a"}},
		{[]Of[string]{named("a", after("b")), named("b", after("c")), named("c")}, []string{"c", "b", "a"}},
		{[]Of[string]{named("a", after("c"), before("b")), named("b", after("a")), named("c")}, []string{"c", "a", "b"}},
	} {
		r, err := New(test.list...)
		if err != nil {
			t.Errorf("%v: %v", test.want, err)
			continue
		}
		if got := r.Steps(); !slices.Equal(got, test.want) {
			t.Errorf("steps %v, want %v", got, test.want)
		}
		for i, d := range r.Rules() {
			if d.Name != test.want[i] {
				t.Errorf("rule %d is %s, want %s", i, d.Name, test.want[i])
			}
		}
	}
}

func TestRefused(t *testing.T) {
	for _, test := range []struct {
		want string
		list []Of[string]
	}{
		{"wait for one another: b, c", []Of[string]{named("a"), named("b", after("c")), named("c", after("b")), named("d", before("a"))}},
		{"wait for one another: a", []Of[string]{named("a", before("a"))}},
		{`before "x", which is unknown`, []Of[string]{named("a", before("x"))}},
		{`after "x", which is unknown`, []Of[string]{named("a", after("x"))}},
		{"two rules", []Of[string]{named("a"), named("a")}},
		{"small letters", []Of[string]{named("A")}},
		{"small letters", []Of[string]{named("a--b")}},
		{"small letters", []Of[string]{named("")}},
		{"gives no reason", []Of[string]{named("a", func(r *Rule) { r.Why = "" })}},
		{"is about", []Of[string]{named("a", func(r *Rule) { r.About = "nothing" })}},
		{"changes", []Of[string]{named("a", func(r *Rule) { r.Changes = "nothing" })}},
		{"needed by", []Of[string]{named("a", func(r *Rule) { r.NeededBy = "" })}},
		{"needed by", []Of[string]{named("a", func(r *Rule) { r.NeededBy = "nobody" })}},
		{"tool", []Of[string]{named("a", func(r *Rule) { r.NeededBy = Tool })}},
		{"tool", []Of[string]{named("a", func(r *Rule) { r.By = "mysqldump" })}},
		{"no golden", []Of[string]{named("a", func(r *Rule) { r.Golden = "" })}},
	} {
		_, err := New(test.list...)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want %q", err, test.want)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Must accepts what is refused with %q", test.want)
				}
			}()
			Must(test.list...)
		}()
	}
}
