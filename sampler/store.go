package sampler

import (
	"cmp"
	"slices"
	"time"
	"unsafe"
)

// What is kept for each profile there is room for, on average: nodes of plans, of
// which few statements have more, and bytes of text, which is MySQL's default of
// performance_schema_max_sql_text_length.
const (
	planNodes = 16
	textBytes = 1024
)

// part is why a profile is kept, the better reasons last.
type part uint8

const (
	latest  part = iota // it is one of the last
	longest             // it took longest of its digest
	slow                // it took long
	slowest             // both
	numParts
)

// store keeps the profiles of the last statements that ended. A share of its room
// is reserved for the slow ones and for those that took longest of their digest: of
// each part only what it and the better ones have beyond that makes room for others,
// the oldest first. Plans and texts have room of their own; the latest lose them
// first.
type store struct {
	slots   []slot // grows up to limit
	parts   [numParts]list
	limit   int
	reserve int // for what is not in the part of the latest
	slow    time.Duration
	added   uint64
	kept    packedProfiles // by slot
	texts   uint64         // bytes of all
	nodes   int            // in the plans kept
	finder  *finder
	spares  spares[ended]

	evicted, slowEvicted, plansEvicted, textsEvicted uint64
}

// slot is a place for a profile, which has the same number in what is kept. The zero
// value is empty.
type slot struct {
	number     uint64 // how many had been added with it
	prev, next int32  // in its part
	nodes      uint16 // in its plan
	text       uint32 // bytes
	part       part
}

// list is the profiles of a part, oldest first: those from full on may have a plan
// or a text.
type list struct {
	first, last, full int32
	n                 int
}

// none is no slot.
const none = -1

// keptAs is a profile in the store, if it is still there. The zero value is none.
type keptAs struct {
	slot   int32
	number uint64
}

// init makes room. percent of it is reserved for what took slow or longer, which is
// nothing where that is negative, and for the slowest of each digest.
func (s *store) init(limit, percent int, slow time.Duration) {
	s.limit, s.slow = max(limit, 0), slow
	s.reserve = s.limit * min(max(percent, 0), 100) / 100
	s.clear()
}

func (s *store) clear() {
	s.slots, s.kept, s.texts, s.nodes, s.finder, s.spares = nil, packedProfiles{}, 0, 0, nil, nil
	for i := range s.parts {
		s.parts[i] = list{first: none, last: none, full: none}
	}
}

// add keeps a profile, in place of another where there is no room.
func (s *store) add(p *Profile, isLongest bool) keptAs {
	of := s.partOf(p, isLongest)
	var at int32
	if len(s.slots) < s.limit {
		at = int32(len(s.slots))
		s.slots = append(s.slots, slot{})
	} else if at = s.oldest(of); at == none {
		s.added++
		s.evicted++
		return keptAs{}
	} else {
		s.evict(at)
	}
	s.added++
	x := slot{number: s.added, nodes: uint16(p.Statement.Plan().Len()), text: uint32(len(p.Statement.Text())), part: of}
	s.slots[at] = x
	s.kept.pack(s.kept.at(at), p)
	s.link(at)
	s.nodes += int(x.nodes)
	s.texts += uint64(x.text)
	for s.nodes > planNodes*s.limit || s.texts > textBytes*uint64(s.limit) {
		s.strip()
	}
	s.kept.tidy(len(s.slots))
	if s.finder != nil && !s.finder.add(s, at) {
		s.finder = nil
	}
	return keptAs{at, s.added}
}

func (s *store) has(k keptAs) bool {
	return k.number != 0 && int(k.slot) < len(s.slots) && s.slots[k.slot].number == k.number
}

// link puts a slot at the end of its part.
func (s *store) link(at int32) {
	x := &s.slots[at]
	l := &s.parts[x.part]
	x.prev, x.next = l.last, none
	if l.last == none {
		l.first = at
	} else {
		s.slots[l.last].next = at
	}
	if l.last = at; l.full == none {
		l.full = at
	}
	l.n++
}

func (s *store) unlink(at int32) {
	x := &s.slots[at]
	l := &s.parts[x.part]
	if x.prev == none {
		l.first = x.next
	} else {
		s.slots[x.prev].next = x.next
	}
	if x.next == none {
		l.last = x.prev
	} else {
		s.slots[x.next].prev = x.prev
	}
	if l.full == at {
		l.full = x.next
	}
	l.n--
}

// strip takes the plan or the text of a profile away, whichever there are too many
// of.
func (s *store) strip() {
	l := &s.parts[latest]
	for of := range s.parts {
		if l = &s.parts[of]; l.full != none {
			break
		}
	}
	at := l.full
	x := &s.slots[at]
	l.full = x.next
	if s.nodes > planNodes*s.limit && x.nodes > 0 {
		s.plansEvicted++
		s.nodes -= int(x.nodes)
		x.nodes = 0
		s.kept.dropPlan(s.kept.at(at))
	}
	if s.texts > textBytes*uint64(s.limit) && x.text > 0 {
		s.textsEvicted++
		s.texts -= uint64(x.text)
		x.text = 0
		s.kept.dropText(s.kept.at(at))
	}
}

// all copies what is kept, oldest first.
func (s *store) all() []*Profile {
	out := make([]*Profile, len(s.slots))
	for i, at := range s.inOrder() {
		out[i] = s.kept.unpack(s.kept.at(at))
	}
	return out
}

// inOrder is the slots in the order in which they were filled.
func (s *store) inOrder() []int32 {
	order := make([]int32, len(s.slots))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(s.slots[a].number, s.slots[b].number) })
	return order
}

// recent is the last profiles that were added, oldest first, as far back as none is
// missing between two of them; whole says that this is all there ever was.
func (s *store) recent() (out []*Profile, whole bool) {
	order := s.inOrder()
	first := len(order)
	for number := s.added; first > 0 && s.slots[order[first-1]].number == number; number-- {
		first--
	}
	for _, at := range order[first:] {
		out = append(out, s.kept.unpack(s.kept.at(at)))
	}
	return out, uint64(len(out)) == s.added
}

// memory is what the store takes without texts, and the texts.
func (s *store) memory() (own, texts uint64) {
	own = s.kept.memory() - s.texts + uint64(cap(s.slots))*uint64(unsafe.Sizeof(slot{})) + s.spareBytes()
	if s.finder != nil {
		own += s.finder.memory()
	}
	return own, s.texts
}
