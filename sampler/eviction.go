package sampler

// partOf is the part of a profile, of one that took longest of its digest or not.
func (s *store) partOf(p *Profile, isLongest bool) part {
	of := latest
	if took, ok := p.Statement.Duration(); ok && s.slow >= 0 && took >= s.slow {
		of = slow
	}
	if isLongest {
		of += longest
	}
	return of
}

// oldest is the slot that makes room for a profile of a part; none where that one
// has none itself.
func (s *store) oldest(of part) int32 {
	at, reserved := s.parts[latest].first, 0
	for i := slowest; i > latest; i-- {
		first := s.parts[i].first
		reserved += s.parts[i].n
		if i == of {
			reserved++
		}
		if reserved > s.reserve && first != none && (at == none || s.slots[first].number < s.slots[at].number) {
			at = first
		}
	}
	return at
}

func (s *store) evict(at int32) {
	x := &s.slots[at]
	s.evicted++
	if x.part != latest {
		s.slowEvicted++
	}
	s.unlink(at)
	s.nodes -= int(x.nodes)
	s.texts -= uint64(x.text)
	s.kept.drop(s.kept.at(at))
}

// surpassed says that a profile, if it is still there, is not the one any more that
// took longest of its digest.
func (s *store) surpassed(k keptAs) {
	if !s.has(k) {
		return
	}
	s.unlink(k.slot)
	s.slots[k.slot].part -= longest
	s.link(k.slot)
}
