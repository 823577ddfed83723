package perfschema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/internal/goheap"
	"github.com/perfschema/perfschema/internal/procmem"
)

// watch registers the instruments that are not of packages.
func (p *processMemory) watch(s *Schema) {
	p.follow(s)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.watched {
		return
	}
	p.watched = true
	p.fixed, p.packages = make(map[string]MemoryKey), make(map[string]MemoryKey)
	for c := range procmem.Classes() {
		flags := FlagGlobal
		if !c.Counted {
			flags |= FlagUncounted
		}
		p.fixed[c.Name] = s.registerProcess(c.Name, flags, c.Documentation)
	}
	p.last = processReading{}
}

func (s *Schema) registerProcess(name string, flags Flags, doc string) MemoryKey {
	return s.RegisterMemory("", Info{
		Name: strings.TrimPrefix(name, "memory/"), Flags: flags, Volatility: VolatilityPermanent, Documentation: doc,
	})
}

// fold registers instruments for packages that are new, and sums those for which
// there is no room in one with no name, which is last. The caller holds p.mu.
func (p *processMemory) fold(s *Schema, profile goheap.Profile) goheap.Profile {
	var other goheap.Usage
	folded := false
	of := profile.Packages
	profile.Packages = make([]goheap.Usage, 0, len(of))
	for i := range of {
		u := &of[i]
		key, known := p.packages[u.Package]
		if !known {
			key = p.registerPackage(s, u.Package)
			p.packages[u.Package] = key
		}
		if key != 0 {
			profile.Packages = append(profile.Packages, *u)
			continue
		}
		folded = true
		other.Add(u)
	}
	if folded {
		profile.Packages = append(profile.Packages, other)
	}
	return profile
}

// registerPackage gives 0 where there is no room, which loses no instrument: its
// bytes are in another.
func (p *processMemory) registerPackage(s *Schema, name string) MemoryKey {
	a := s.classes[KindMemory]
	full := procmem.PackagePrefix + name
	if n, size := a.used(); n >= size-size/8 || len(full) > maxNameLength || procmem.IsClass(full) {
		return 0
	}
	return s.registerProcess(full, FlagGlobal, procmem.PackageDocumentation(name))
}

// figures are what the global summary shows. Of packages there are numbers of
// objects, allocated and freed; what instruments count is as if freed. Of the
// rest what is in use is known. The caller holds p.mu.
func (p *processMemory) figures(f *procmem.Figures, parts []MemoryPart) []processFigure {
	use := make(map[string]memoryUse, len(parts))
	for i := range parts {
		name := parts[i].Name
		if strings.HasPrefix(name, procmem.Files+"/") {
			name = procmem.Files
		}
		use[name] = use[name].plus(memoryUse{parts[i].Count, parts[i].Bytes})
	}
	var out []processFigure
	for i := range f.Profile.Packages {
		u := &f.Profile.Packages[i]
		name, key := procmem.PackagePrefix+u.Package, p.packages[u.Package]
		if u.Package == "" {
			name, key = procmem.OtherPackages, p.fixed[procmem.OtherPackages]
		}
		out = append(out, processFigure{key, MemoryStat{
			CountAlloc: uint64(u.AllocObjects), CountFree: uint64(u.FreeObjects),
			BytesAlloc: uint64(u.AllocBytes), BytesFree: uint64(u.FreeBytes + u.Bytes() - use[name].bytes),
		}})
	}
	for name, key := range p.fixed {
		if name != procmem.OtherPackages {
			n := use[name]
			out = append(out, processFigure{key, MemoryStat{
				CountAlloc: uint64(n.count), BytesAlloc: uint64(max(0, n.bytes)), BytesFree: uint64(max(0, -n.bytes)),
			}})
		}
	}
	slices.SortFunc(out, func(a, b processFigure) int { return cmp.Compare(a.key, b.key) })
	return out
}

// refresh reads the process if that was long ago, so that its instruments are
// there when a summary is gathered.
func (p *processMemory) refresh(s *Schema) []processFigure {
	p.mu.Lock()
	watched := p.watched
	p.mu.Unlock()
	if !watched {
		return nil
	}
	return p.recent(s).figures
}

// addProcess adds figures to the global summary.
func (s *Schema) addProcess(sums []MemoryStat, figures []processFigure) {
	for i := range figures {
		f := &figures[i]
		if n := int(f.key) - 1; n >= 0 && n < len(sums) && s.classes[KindMemory].items[n].Enabled() {
			s.memory.sources.see(f.key, &f.stat, &sums[n])
		}
	}
}
