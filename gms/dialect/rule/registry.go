package rule

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Registry holds the rules of one stage in their order.
type Registry[Step any] struct {
	steps []Step
	rules []Rule
}

// New puts rules in order: as they are listed, except where Before or After asks for another
// order. It returns an error for a name that is malformed, taken twice or unknown, for a
// description that lacks something, and for rules that wait for one another.
func New[Step any](list ...Of[Step]) (*Registry[Step], error) {
	places := make(map[string]int, len(list))
	for i := range list {
		r := &list[i].Rule
		if err := r.check(); err != nil {
			return nil, fmt.Errorf("rule %q: %w", r.Name, err)
		}
		if _, taken := places[r.Name]; taken {
			return nil, fmt.Errorf("rule %q: two rules have this name", r.Name)
		}
		places[r.Name] = i
	}
	waits, err := waitsOf(list, places)
	if err != nil {
		return nil, err
	}
	r := &Registry[Step]{}
	done := make([]bool, len(list))
	for range list {
		next := -1
		for i := range list {
			if !done[i] && !slices.ContainsFunc(waits[i], func(earlier int) bool { return !done[earlier] }) {
				next = i
				break
			}
		}
		if next < 0 {
			return nil, fmt.Errorf("these rules wait for one another: %s", strings.Join(left(list, done), ", "))
		}
		done[next] = true
		if !isAbsent(list[next].Name) {
			r.steps = append(r.steps, list[next].Apply)
		}
		r.rules = append(r.rules, list[next].Rule)
	}
	return r, nil
}

// Must is [New] for rules that the source lists: it panics with the error.
func Must[Step any](list ...Of[Step]) *Registry[Step] {
	r, err := New(list...)
	if err != nil {
		panic(err)
	}
	return r
}

// Steps returns what the rules do, in their order. The caller must not change it.
func (r *Registry[Step]) Steps() []Step { return r.steps }

// Rules returns the descriptions of the rules, in their order.
func (r *Registry[Step]) Rules() []Rule { return slices.Clone(r.rules) }

// waitsOf returns, by the place of a rule in the list, the places of rules that run earlier.
func waitsOf[Step any](list []Of[Step], places map[string]int) ([][]int, error) {
	waits := make([][]int, len(list))
	for i := range list {
		r := &list[i].Rule
		for _, link := range r.Before {
			later, known := places[link.Name]
			if !known {
				return nil, fmt.Errorf("rule %q runs before %q, which is unknown", r.Name, link.Name)
			}
			waits[later] = append(waits[later], i)
		}
		for _, link := range r.After {
			earlier, known := places[link.Name]
			if !known {
				return nil, fmt.Errorf("rule %q runs after %q, which is unknown", r.Name, link.Name)
			}
			waits[i] = append(waits[i], earlier)
		}
	}
	return waits, nil
}

// left returns the names of rules that have no place yet.
func left[Step any](list []Of[Step], done []bool) (names []string) {
	for i := range list {
		if !done[i] {
			names = append(names, list[i].Name)
		}
	}
	return names
}

// nameForm is what a rule's name looks like.
var nameForm = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// check returns an error if the description lacks something.
func (r *Rule) check() error {
	switch {
	case !nameForm.MatchString(r.Name):
		return errors.New("a name is words in small letters, joined by hyphens")
	case !slices.Contains([]Change{Text, Tree, Plan, Function, Error}, r.Changes):
		return fmt.Errorf("changes %q", r.Changes)
	case !slices.Contains(Subjects(), r.About):
		return fmt.Errorf("is about %q", r.About)
	case r.Why == "":
		return errors.New("gives no reason")
	case !slices.Contains(Needs(), r.NeededBy):
		return fmt.Errorf("needed by %q", r.NeededBy)
	case (r.Changes == Text) != (r.Example != ""):
		return errors.New("an example is given where a rule changes the text, and nowhere else")
	case (r.NeededBy == Tool) != (r.By != ""):
		return errors.New("a tool is named where a tool's query needs the rule")
	case r.Golden == "":
		return errors.New("no golden file shows it")
	}
	return nil
}
