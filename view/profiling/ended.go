package profiling

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// EndedProfiles computes the columns of query_profiles and of query_operators for
// statements that have ended, many at once: a row of them is no value of its own. The column
// WEIGHT is left out: the profiler leaves out no statement while it tells a callback of each
// one that ends, and the caller has a weight of its own. One goroutine at a time uses it.
type EndedProfiles struct {
	reader view.Reader
	one    queryProfile
	known  sampler.Known
	list   []view.Vector
	from   []int
}

// NewEndedProfiles makes one, for a reader with a profiler.
func NewEndedProfiles(r view.Reader) *EndedProfiles {
	e := &EndedProfiles{reader: r}
	e.one = queryProfile{record: sampler.NewRecord(nil, &e.known), texts: make(digestTexts), hashes: make(planHashes)}
	return e
}

// EndedColumns lists the columns that [EndedProfiles.Profiles] gives, in their order: those
// of query_profiles without WEIGHT.
func EndedColumns() []view.Column { return field.Columns(field.Untyped(endedFields)) }

// Profiles gives [EndedColumns], with a row for each profile. They are good until the next
// call.
func (e *EndedProfiles) Profiles(of []*sampler.Profile) []view.Vector {
	e.known = e.reader.Profiler.Known()
	e.list = field.Emptied(e.list, len(endedFields))
	for _, p := range of {
		e.one.of(p)
		for i := range endedFields {
			endedFields[i].Add(&e.list[i], &e.one)
		}
	}
	return e.list
}

// Operators gives the columns of query_operators, with the rows of each profile one after
// the other, and of each row the place of its profile in the list. They are good until the
// next call.
func (e *EndedProfiles) Operators(of []*sampler.Profile) (columns []view.Vector, from []int) {
	e.list, e.from = field.Emptied(e.list, len(operatorFields)), e.from[:0]
	for at, p := range of {
		visitNodes(e.reader, p, func(v *queryOperator) {
			e.from = append(e.from, at)
			for i := range operatorFields {
				operatorFields[i].Add(&e.list[i], v)
			}
		})
	}
	return e.list, e.from
}

// digestTexts are the texts of digests, which many statements share, by their hash.
type digestTexts map[[32]byte]digestNames

type digestNames struct{ hex, text string }

// mostDigestTexts bounds them.
const mostDigestTexts = 1024

// of are the texts of a statement's digest, empty where it has none.
func (d digestTexts) of(st *perfschema.SampledStatement) digestNames {
	sum, ok := st.Digest()
	if !ok {
		return digestNames{}
	}
	if t, ok := d[sum]; ok {
		return t
	}
	if len(d) >= mostDigestTexts {
		clear(d)
	}
	t := digestNames{st.DigestHex(), field.Utf8Text(st.DigestText())}
	if t.text != "" { // else the next statement of the digest may know it
		d[sum] = t
	}
	return t
}
