package procmem

import "github.com/perfschema/perfschema/internal/goheap"

// addObjects divides the objects on the heap. It looks at three moments: the
// collection that the profile shows, the last one, and now. At the first, what
// instruments counted then is taken off the packages. Of what has come or gone
// from one moment to the next, what instruments have counted is theirs.
func (f *Figures) addObjects(p *partList) {
	sampled := f.Profile.Rate != 0
	base := f.base
	if !f.baseKnown {
		base = f.Held.Live
	}
	growth, garbage := f.Held.Live-base, f.Held.Objects-f.Held.Live
	missed := base // by the profile
	at := make(map[string]int, len(f.Profile.Packages))
	left := make([]int64, len(f.Profile.Packages))
	for i := range f.Profile.Packages {
		u := &f.Profile.Packages[i]
		at[u.Package] = i
		left[i] = u.Bytes()
		missed -= left[i]
	}
	takePackages := func(e *Instrument, claim int64) int64 {
		for _, name := range e.Origin.Packages {
			if i, ok := at[name]; ok {
				takeOff(&left[i], &claim)
			}
		}
		return claim
	}
	var claimed int64 // not taken off anything
	for i := range f.Instruments {
		e := &f.Instruments[i]
		if e.Origin.Outside {
			continue
		}
		claim := takePackages(e, e.atProfile)
		switch {
		case e.Origin.Packages == nil && sampled:
		case f.countedThen || !f.baseKnown || !sampled:
			takeOff(&missed, &claim)
		default: // nobody knows how much was there then
			growth -= claim
			claim = 0
		}
		claimed += claim
		growth -= e.atLast - e.atProfile
		garbage -= min(0, e.Bytes-e.atLast)
	}
	for i := range f.Instruments {
		e := &f.Instruments[i]
		if e.Origin.Outside {
			continue
		}
		fresh := max(0, e.Bytes-e.atLast)
		takeOff(&garbage, &fresh)
		// No more is new than was allocated since: it is counted late.
		late := takePackages(e, fresh)
		if f.baseKnown && (e.Origin.Packages != nil || !sampled) {
			growth -= late
		} else {
			claimed += late
		}
	}
	for i := range f.Profile.Packages {
		u := &f.Profile.Packages[i]
		if left[i] == 0 && u.Package != "" {
			continue
		}
		if u.Package == "" { // what found no room
			p.class(OtherPackages, left[i])
			p.parts[len(p.parts)-1].Error = u.Error
			continue
		}
		p.add(Part{
			Name: PackagePrefix + u.Package, Kind: Sampled, Bytes: left[i], Error: u.Error,
			Count: u.Objects(), Counted: left[i] == u.Bytes(), Documentation: PackageDocumentation(u.Package),
		})
	}
	p.class(Claimed, -claimed)
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
func (f *Figures) sampleError() int64 {
	var all goheap.Usage
	for i := range f.Profile.Packages {
		all.Add(&f.Profile.Packages[i])
	}
	return all.Error
}

// takeOff takes as much of a claim off a figure as that has.
func takeOff(from, claim *int64) {
	n := max(0, min(*from, *claim))
	*from -= n
	*claim -= n
}
