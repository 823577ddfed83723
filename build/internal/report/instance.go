package report

import (
	"cmp"
	"strings"
	"time"
)

// named are the instances that a row shows: those of one name, or those that have none and were
// waited for the longest at the same place, as each connection of net/http has some.
type named struct {
	instances int
	unnamed   bool
	addr      uintptr // of the last one; 0 if the title has it
	sum       Sum
	sites     map[string]*Sum
}

// A rank is how long a place that has a name has waited for an instance.
type rank struct {
	name    string
	blocked time.Duration
}

// over reports whether a rank comes before another one. The zero rank comes last.
func (r rank) over(other rank) bool {
	return other.name == "" || r.blocked > other.blocked || r.blocked == other.blocked && r.name < other.name
}

// nameBy names an instance, if the runtime has not, by the place that waited for it the longest
// of those whose line has a name. A line that names several, the Cond that the lock is of, or a
// parameter is asked last: but a select that does not name what another line has waited for, and
// has waited for longer, waits for another channel in the same memory. So does a line whose waits
// are less than a hundredth of those of goroutines that run in the standard library alone.
func (i *Instance) nameBy(names Names) {
	if i.Name != "" {
		return
	}
	var one, other, several rank
	var called, standard time.Duration
	ones := make(map[string]rank)
	for p, sum := range i.places {
		r := rank{names.of(p), sum.Blocked}
		if r.name != "" {
			called += r.blocked
		} else if at, _ := p.Stack.named(); at.Standard {
			standard += r.blocked
		}
		list := strings.Contains(r.name, orName)
		switch {
		case r.name == "":
			continue
		case !list && !strings.HasPrefix(r.name, lockOf) && !ofParameter(r.name):
			if r.over(ones[r.name]) {
				ones[r.name] = r
			}
			if r.over(one) {
				one = r
			}
			continue
		case list && r.over(several):
			several = r
		}
		if r.over(other) {
			other = r
		}
	}
	if called < standard/leastCalled {
		return
	}
	if several.blocked > one.blocked {
		one = rank{}
		for name := range strings.SplitSeq(several.name, orName) {
			if r, ok := ones[name]; ok && r.over(one) {
				one = r
			}
		}
		if one.name == "" && len(ones) > 0 {
			one = several
		}
	}
	i.Name = cmp.Or(one.name, other.name)
}

// leastCalled is which part of the standard library's own waits for an instance lines with a name must
// have for the instance to get it.
const leastCalled = 100

// orName stands between the names of a select's channels.
const orName = " or "

// ofParameter reports whether a name is that of a function's parameter, as server.flush(done).
// What a function returns is server.done().
func ofParameter(name string) bool {
	_, in, found := strings.Cut(name, "(")
	return found && !strings.HasPrefix(in, ")")
}

// unnamedAt ends the key of a row of instances without a name; their place comes after it.
const unnamedAt = "\x00"

// addTo adds an instance to the row of its name.
func (i *Instance) addTo(rows map[string]*named) {
	sites := mergeSites(i.places, Place.site)
	title, addr := i.Kind+" "+i.Name, i.Addr
	switch {
	case i.ofRuntime:
		addr = 0
	case i.Name == "":
		title = i.Kind + unnamedAt
		if all := bySum(sites, func(s *Sum) Sum { return *s }); len(all) > 0 {
			title += all[0]
		}
	}
	row := of(&rows, title)
	row.instances++
	row.unnamed = i.Name == "" && !i.ofRuntime
	row.addr = addr
	row.sum.add(i.Sum)
	for at, sum := range sites {
		of(&row.sites, at).add(*sum)
	}
}
