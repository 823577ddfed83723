package sampler

import "unsafe"

// planNodes is how many plan nodes are kept for each profile there is room for,
// on average. Few statements have more.
const planNodes = 16

// store keeps the profiles of the last statements that ended, and the plans of
// the last of these.
type store struct {
	ring    []*Profile    // grows up to limit
	sizes   []profileSize // of each: a profile to be evicted is far from every cache
	bytes   uint64        // of all
	limit   int
	next    int // where the oldest is, once the ring is full
	evicted uint64

	nodes        int // in the plans kept
	bare         int // how many of the oldest have lost their plans
	plansEvicted uint64
}

// profileSize is the nodes in the plan of a profile, and the bytes it keeps.
type profileSize struct {
	nodes uint16
	bytes uint32
}

func sizeOf(p *Profile) profileSize {
	return profileSize{uint16(p.Statement.Plan().Len()), uint32(uint64(unsafe.Sizeof(*p)) + cellBytes(p.cells) + p.Statement.Bytes())}
}

func (s *store) init(limit int) { s.limit = max(limit, 0) }

// add keeps a profile, over the oldest where there is no room.
func (s *store) add(p *Profile) {
	size := sizeOf(p)
	switch {
	case len(s.ring) < s.limit:
		s.ring, s.sizes = append(s.ring, p), append(s.sizes, size)
	case s.limit > 0:
		s.nodes -= int(s.sizes[s.next].nodes)
		s.bytes -= uint64(s.sizes[s.next].bytes)
		s.bare = max(s.bare-1, 0)
		s.ring[s.next], s.sizes[s.next] = p, size
		s.next = (s.next + 1) % s.limit
		s.evicted++
	default:
		s.evicted++
		return
	}
	s.nodes += int(size.nodes)
	s.bytes += uint64(size.bytes)
	for s.nodes > planNodes*s.limit && s.bare < len(s.ring) {
		s.strip((s.next + s.bare) % len(s.ring))
		s.bare++
	}
}

// strip takes the plan of a profile away. Who reads has the profile as it was.
func (s *store) strip(i int) {
	old := s.sizes[i]
	if old.nodes == 0 {
		return
	}
	p := *s.ring[i]
	p.Statement = p.Statement.WithoutPlan()
	s.ring[i], s.sizes[i] = &p, sizeOf(&p)
	s.nodes -= int(old.nodes)
	s.bytes -= uint64(old.bytes - s.sizes[i].bytes)
	s.plansEvicted++
}

// all copies what is kept, oldest first.
func (s *store) all() []*Profile {
	out := make([]*Profile, 0, len(s.ring))
	out = append(out, s.ring[s.next:]...)
	return append(out, s.ring[:s.next]...)
}

func (s *store) clear() { s.ring, s.sizes, s.bytes, s.next, s.nodes, s.bare = nil, nil, 0, 0, 0, 0 }
