package perfschema

import "github.com/perfschema/perfschema/internal/goheap"

// addObjects divides the objects on the heap. It looks at three moments: the
// collection that the profile shows, the last one, and now. At the first, what
// instruments counted then is taken off the packages. Of what has come or gone
// from one moment to the next, what instruments have counted is theirs.
func (f *processFigures) addObjects(p *processParts) {
	sampled := f.profile.Rate != 0
	base := f.base
	if !f.baseKnown {
		base = f.held.Live
	}
	growth, garbage := f.held.Live-base, f.held.Objects-f.held.Live
	missed := base // by the profile
	at := make(map[string]int, len(f.profile.Packages))
	left := make([]int64, len(f.profile.Packages))
	for i := range f.profile.Packages {
		u := &f.profile.Packages[i]
		at[u.Package] = i
		left[i] = u.Bytes()
		missed -= left[i]
	}
	takePackages := func(e *exactMemory, claim int64) int64 {
		for _, name := range e.origin.packages {
			if i, ok := at[name]; ok {
				takeOff(&left[i], &claim)
			}
		}
		return claim
	}
	var claimed int64 // not taken off anything
	for i := range f.exact {
		e := &f.exact[i]
		if e.origin.outside {
			continue
		}
		claim := takePackages(e, e.atProfile)
		switch {
		case e.origin.packages == nil && sampled:
		case f.countedThen || !f.baseKnown || !sampled:
			takeOff(&missed, &claim)
		default: // nobody knows how much was there then
			growth -= claim
			claim = 0
		}
		claimed += claim
		growth -= e.atLast - e.atProfile
		garbage -= min(0, e.bytes-e.atLast)
	}
	for i := range f.exact {
		e := &f.exact[i]
		if e.origin.outside {
			continue
		}
		fresh := max(0, e.bytes-e.atLast)
		takeOff(&garbage, &fresh)
		// No more is new than was allocated since: it is counted late.
		late := takePackages(e, fresh)
		if f.baseKnown && (e.origin.packages != nil || !sampled) {
			growth -= late
		} else {
			claimed += late
		}
	}
	for i := range f.profile.Packages {
		u := &f.profile.Packages[i]
		if left[i] == 0 && u.Package != "" {
			continue
		}
		if u.Package == "" { // what found no room
			p.class(heapOther, left[i])
			p.parts[len(p.parts)-1].Error = u.Error
			continue
		}
		p.add(MemoryPart{
			Name: heapPackagePrefix + u.Package, Kind: MemorySampled, Bytes: left[i], Error: u.Error,
			Count: u.Objects(), Counted: left[i] == u.Bytes(), Documentation: packageDocumentation(u.Package),
		})
	}
	p.class(heapClaimed, -claimed)
	if !sampled {
		p.class(runtimeLive, missed)
	} // else it is unexplained
	if f.baseKnown {
		p.class(runtimeGrowth, growth)
	} else {
		p.class(runtimeGrowth, 0)
		p.parts[len(p.parts)-1].Known = false
	}
	p.class(runtimeGarbage, garbage)
}

// sampleError is the standard error of all packages together, and so of what is
// unexplained.
func (f *processFigures) sampleError() int64 {
	var all goheap.Usage
	for i := range f.profile.Packages {
		all.Add(&f.profile.Packages[i])
	}
	return all.Error
}

// takeOff takes as much of a claim off a figure as that has.
func takeOff(from, claim *int64) {
	n := max(0, min(*from, *claim))
	*from -= n
	*claim -= n
}
