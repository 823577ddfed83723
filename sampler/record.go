package sampler

import "time"

// Record is a profile on its way to columns: what they are made of is added up once for
// all of them. One goroutine at a time uses it.
type Record struct {
	p      *Profile
	known  *Known
	totals Totals
	summed bool
}

// NewRecord makes a Record of a profile. k is [Profiler.Known]'s.
func NewRecord(p *Profile, k *Known) *Record { return &Record{p: p, known: k} }

// Reset has the Record be of another profile.
func (r *Record) Reset(p *Profile) { r.p, r.summed = p, false }

// Totals is where the time of the profile went.
func (r *Record) Totals() *Totals {
	if !r.summed {
		r.p.total(&r.totals)
		r.summed = true
	}
	return &r.totals
}

// Kind is what the values of a column are.
type Kind uint8

// The kinds of columns.
const (
	Nothing   Kind = iota // always NULL
	Number                // of Type and Unit
	Text                  // of which an empty one is NULL
	Timestamp             // numbers of nanoseconds since 1970
)

// Kind says what the values of the column are.
func (c *Column) Kind() Kind {
	switch {
	case c.text != nil:
		return Text
	case c.number == nil:
		return Nothing
	case c.Type == timestamp:
		return Timestamp
	}
	return Number
}

// Number is the value of a column of numbers, or of timestamps, for a profile; not known
// is NULL. It takes no memory.
func (c *Column) Number(r *Record) (n int64, known bool) { return c.number(r) }

// Text is the value of a column of texts for a profile. It takes no memory.
func (c *Column) Text(r *Record) string { return c.text(r) }

// Of is the column's value for one profile, as in [Row].
func (c *Column) Of(p *Profile, k *Known) any { return c.of(&Record{p: p, known: k}) }

func (c *Column) of(r *Record) any {
	if c.text != nil {
		return text(c.text(r))
	}
	if c.number == nil {
		return nil
	}
	n, ok := c.number(r)
	switch {
	case !ok:
		return nil
	case c.Type == integer32:
		return int32(n)
	case c.Type == timestamp:
		return time.Unix(0, n).UTC()
	}
	return n
}

// Row computes the values of all columns for one profile, in their order: nil
// for NULL, else an int64, an int32, a string or a time.Time, as the column's
// Type says. k is [Profiler.Known]'s.
func Row(p *Profile, k *Known) []any {
	r := Record{p: p, known: k}
	out := make([]any, len(allColumns))
	for i := range allColumns {
		out[i] = allColumns[i].of(&r)
	}
	return out
}

func text(s string) any {
	if s == "" {
		return nil
	}
	return s
}
