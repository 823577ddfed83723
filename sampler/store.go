package sampler

// store keeps the profiles of the last statements that ended.
type store struct {
	ring    []*Profile // grows up to limit
	limit   int
	next    int // where the oldest is, once the ring is full
	evicted uint64
}

func (s *store) init(limit int) { s.limit = max(limit, 0) }

// add keeps a profile, over the oldest where there is no room.
func (s *store) add(p *Profile) {
	switch {
	case len(s.ring) < s.limit:
		s.ring = append(s.ring, p)
		return
	case s.limit > 0:
		s.ring[s.next] = p
		s.next = (s.next + 1) % s.limit
	}
	s.evicted++
}

// all copies what is kept, oldest first.
func (s *store) all() []*Profile {
	out := make([]*Profile, 0, len(s.ring))
	out = append(out, s.ring[s.next:]...)
	return append(out, s.ring[:s.next]...)
}

func (s *store) clear() { s.ring, s.next = nil, 0 }
