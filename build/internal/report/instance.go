package report

import (
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

// nameBy names an instance, if the runtime has not, by the place that waited for it the longest
// of those whose line has a name. A line that names several, the Cond that the lock is of, or a
// parameter is asked last.
func (i *Instance) nameBy(names Names) {
	if i.Name != "" {
		return
	}
	type rank struct {
		one     bool
		blocked time.Duration
		name    string
	}
	best := rank{}
	for p, sum := range i.places {
		r := rank{name: names.of(p), blocked: sum.Blocked}
		if r.name == "" {
			continue
		}
		r.one = !strings.Contains(r.name, " or ") && !strings.HasPrefix(r.name, lockOf) && !ofParameter(r.name)
		switch {
		case best.name == "", r.one && !best.one:
			best = r
		case r.one == best.one && (r.blocked > best.blocked || r.blocked == best.blocked && r.name < best.name):
			best = r
		}
	}
	i.Name = best.name
}

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
