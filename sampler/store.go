package sampler

// planNodes is how many plan nodes are kept for each profile there is room for,
// on average. Few statements have more.
const planNodes = 16

// store keeps the profiles of the last statements that ended, and the plans of
// the last of these.
type store struct {
	ring    []*Profile // grows up to limit
	plans   []uint16   // nodes in the plan of each: a profile to be evicted is far from every cache
	limit   int
	next    int // where the oldest is, once the ring is full
	evicted uint64

	nodes        int // in the plans kept
	bare         int // how many of the oldest have lost their plans
	plansEvicted uint64
}

func (s *store) init(limit int) { s.limit = max(limit, 0) }

// add keeps a profile, over the oldest where there is no room.
func (s *store) add(p *Profile) {
	nodes := p.Statement.Plan().Len()
	switch {
	case len(s.ring) < s.limit:
		s.ring, s.plans = append(s.ring, p), append(s.plans, uint16(nodes))
	case s.limit > 0:
		s.nodes -= int(s.plans[s.next])
		s.bare = max(s.bare-1, 0)
		s.ring[s.next], s.plans[s.next] = p, uint16(nodes)
		s.next = (s.next + 1) % s.limit
		s.evicted++
	default:
		s.evicted++
		return
	}
	s.nodes += nodes
	for s.nodes > planNodes*s.limit && s.bare < len(s.ring) {
		s.strip((s.next + s.bare) % len(s.ring))
		s.bare++
	}
}

// strip takes the plan of a profile away. Who reads has the profile as it was.
func (s *store) strip(i int) {
	n := int(s.plans[i])
	if n == 0 {
		return
	}
	s.plans[i] = 0
	p := *s.ring[i]
	p.Statement = p.Statement.WithoutPlan()
	s.ring[i] = &p
	s.nodes -= n
	s.plansEvicted++
}

// all copies what is kept, oldest first.
func (s *store) all() []*Profile {
	out := make([]*Profile, 0, len(s.ring))
	out = append(out, s.ring[s.next:]...)
	return append(out, s.ring[:s.next]...)
}

func (s *store) clear() { s.ring, s.plans, s.next, s.nodes, s.bare = nil, nil, 0, 0, 0 }
