package sampler

// Key says which profiles are looked for. What is zero, or nil, is left open.
type Key struct {
	StatementID, ThreadID, EventID uint64
	Digest                         *[32]byte
}

func (k *Key) narrows() bool { return k.StatementID != 0 || k.ThreadID != 0 || k.Digest != nil }

// identified is a statement by what a Key names, packed or not.
type identified interface {
	StatementID() uint64
	ThreadID() uint64
	EventID() uint64
	Digest() ([32]byte, bool)
}

func (k *Key) matches(st identified) bool {
	if k.StatementID != 0 && st.StatementID() != k.StatementID ||
		k.ThreadID != 0 && st.ThreadID() != k.ThreadID ||
		k.EventID != 0 && st.EventID() != k.EventID {
		return false
	}
	if k.Digest == nil {
		return true
	}
	sum, ok := st.Digest()
	return ok && sum == *k.Digest
}

// finder finds profiles by what they are looked for by, in a time that does not
// depend on how many there are. The first who looks makes it; it is kept up to
// date until as many profiles have been added as there is room for, and then made
// anew if somebody looks again. So it costs nothing where nobody looks. What has
// been evicted since stays in it, and is told by its number.
type finder struct {
	byStatement map[uint64]keptAs
	byEvent     map[[2]uint64]keptAs
	byThread    map[uint64][]keptAs
	byDigest    map[[32]byte][]keptAs
	added       int
}

func newFinder(s *store) *finder {
	n := len(s.slots)
	f := &finder{byStatement: make(map[uint64]keptAs, n), byEvent: make(map[[2]uint64]keptAs, n), byThread: map[uint64][]keptAs{}, byDigest: map[[32]byte][]keptAs{}}
	for _, at := range s.inOrder() {
		f.put(s, at)
	}
	return f
}

// add adds a profile, or says that the finder has grown old.
func (f *finder) add(s *store, at int32) bool {
	if f.added++; f.added > s.limit {
		return false
	}
	f.put(s, at)
	return true
}

func (f *finder) put(s *store, at int32) {
	x := &s.slots[at]
	k, st := keptAs{at, x.number}, &s.kept.at(at).statement
	thread := st.ThreadID()
	f.byStatement[st.StatementID()] = k
	f.byThread[thread] = append(f.byThread[thread], k)
	if event := st.EventID(); event != 0 {
		f.byEvent[[2]uint64{thread, event}] = k
	}
	if sum, ok := st.Digest(); ok {
		f.byDigest[sum] = append(f.byDigest[sum], k)
	}
}

// memory is an estimate: what maps take for each entry, on average.
func (f *finder) memory() uint64 {
	const single, listed = 64, 16
	return uint64(len(f.byStatement)+len(f.byEvent))*single + uint64(len(f.byStatement))*2*listed
}

// find is the profiles kept that match a key, in the order in which they came.
func (s *store) find(k *Key) []*Profile {
	if !k.narrows() {
		return s.matching(s.inOrder(), k)
	}
	if s.finder == nil {
		s.finder = newFinder(s)
	}
	f := s.finder
	var candidates []keptAs
	one := func(c keptAs, ok bool) {
		if ok {
			candidates = []keptAs{c}
		}
	}
	switch {
	case k.StatementID != 0:
		c, ok := f.byStatement[k.StatementID]
		one(c, ok)
	case k.ThreadID != 0 && k.EventID != 0:
		c, ok := f.byEvent[[2]uint64{k.ThreadID, k.EventID}]
		one(c, ok)
	case k.ThreadID != 0:
		candidates = f.byThread[k.ThreadID]
	default:
		candidates = f.byDigest[*k.Digest]
	}
	var slots []int32
	for _, c := range candidates {
		if s.has(c) {
			slots = append(slots, c.slot)
		}
	}
	return s.matching(slots, k)
}

func (s *store) matching(slots []int32, k *Key) (out []*Profile) {
	for _, at := range slots {
		if p := s.kept.at(at); k.matches(&p.statement) {
			out = append(out, s.kept.unpack(p))
		}
	}
	return out
}

// Find returns those of [Profiler.All] that match a key: of the running ones too.
// It takes about as long as there are profiles it returns, and the first time as
// there are in all.
func (p *Profiler) Find(k Key) []*Profile {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.collect(true)
	out := p.store.find(&k)
	for _, r := range p.runningOf(&k) {
		if k.matches(r.Statement) {
			out = append(out, r)
		}
	}
	return out
}
