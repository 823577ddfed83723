package words

import "sort"

// Spelling is a text in other words.
type Spelling struct {
	Text     string
	original string
	edits    []change // in their order
}

// change is a part of a text that stands in place of one of the original.
type change struct{ start, end, originalStart, originalEnd int }

// edit puts words in place of a part of the text.
func (r *respelling) edit(start, end int, with string) {
	r.out.WriteString(r.text[r.from:start])
	at := r.out.Len()
	r.out.WriteString(with)
	r.from = end
	r.edits = append(r.edits, change{at, r.out.Len(), start, end})
}

// Original is what the original has in place of a part of the text.
func (s *Spelling) Original(start, end int) string {
	if start < 0 || end > len(s.Text) || start > end {
		return ""
	}
	from, to := s.before(start, false), s.before(end, true)
	if from > to {
		return ""
	}
	return s.original[from:to]
}

// before is the place in the original of one in the text; within what stands for another
// part it is the part's beginning, or its end.
func (s *Spelling) before(at int, end bool) int {
	n := sort.Search(len(s.edits), func(i int) bool { return s.edits[i].start > at })
	if n == 0 {
		return min(at, len(s.original))
	}
	e := s.edits[n-1]
	switch {
	case at >= e.end && (end || at > e.start):
		return min(e.originalEnd+at-e.end, len(s.original))
	case end && at > e.start:
		return e.originalEnd
	}
	return e.originalStart
}
