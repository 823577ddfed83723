package report

import (
	"fmt"
	"strings"
	"time"
)

// named are the instances that a row shows: those of one name, or one that has none.
type named struct {
	instances int
	addr      uintptr // of the last one; 0 if the title has it
	sum       Sum
	sites     map[string]*Sum
}

// nameBy names an instance, if the runtime has not, by the place that waited for it the longest
// of those whose line has a name. A line that names several is asked last.
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
		r.one = !strings.Contains(r.name, " or ")
		switch {
		case best.name == "", r.one && !best.one:
			best = r
		case r.one == best.one && (r.blocked > best.blocked || r.blocked == best.blocked && r.name < best.name):
			best = r
		}
	}
	i.Name = best.name
}

// addTo adds an instance to the row of its name.
func (i *Instance) addTo(rows map[string]*named) {
	title, addr := fmt.Sprintf("%s %#x", i.Kind, i.Addr), uintptr(0)
	switch {
	case i.ofRuntime:
		title = i.Kind + " " + i.Name
	case i.Name != "":
		title, addr = i.Kind+" "+i.Name, i.Addr
	}
	row := of(&rows, title)
	row.instances++
	row.addr = addr
	row.sum.add(i.Sum)
	for at, sum := range mergeSites(i.places, Place.site) {
		of(&row.sites, at).add(*sum)
	}
}
