package procmem

import (
	"testing"

	"github.com/perfschema/perfschema/internal/goheap"
)

// TestPast plays collections and holds what is taken for the moment that
// the profile shows, and what an instrument is said to have counted then.
func TestPast(t *testing.T) {
	type moment struct {
		number, forced uint64
		live           int64
		counted        []int64
	}
	three := []moment{{4, 1, 400, []int64{0, 40}}, {5, 1, 500, []int64{0, 50}}}
	for _, test := range []struct {
		name              string
		past              []moment
		profile           moment
		held              uint64
		base              int64
		known             bool
		atProfile, atLast int64 // of class 1, which counts 99 now
	}{
		{"nothing remembered", nil, moment{number: 5, forced: 1, live: 500}, 5, 0, false, 99, 99},
		{"as of the one before", three, moment{number: 5, forced: 1, live: 500}, 5, 400, true, 40, 50},
		{"another has ended", append(three, moment{6, 1, 600, []int64{0, 60}}), moment{number: 5, forced: 1, live: 500}, 6, 400, true, 40, 60},
		{"another, not remembered", three, moment{number: 5, forced: 1, live: 500}, 6, 400, true, 40, 99},
		{"asked for", append(three[:1:1], moment{5, 2, 500, []int64{0, 50}}), moment{number: 5, forced: 2, live: 500}, 5, 500, true, 50, 50},
		{"asked for, the one before not remembered", []moment{{5, 2, 500, []int64{0, 50}}}, moment{number: 5, forced: 2, live: 500}, 5, 0, false, 50, 50},
		{"not counted then", []moment{{4, 1, 400, nil}, three[1]}, moment{number: 5, forced: 1, live: 500}, 5, 400, true, 50, 50},
		{"no such class then", []moment{{4, 1, 400, []int64{7}}, three[1]}, moment{number: 5, forced: 1, live: 500}, 5, 400, true, 0, 50},
		{"long ago", []moment{{1, 0, 100, []int64{0, 10}}}, moment{number: 5, forced: 0, live: 500}, 5, 0, false, 99, 99},
		{"long ago, in the same place", []moment{{1, 0, 100, []int64{0, 10}}, {2, 0, 200, []int64{0, 20}}}, moment{number: 6, live: 600}, 6, 0, false, 99, 99},
		{"no collection", nil, moment{}, 0, 1000, true, 99, 99},
		{"the first", nil, moment{number: 1, live: 100}, 1, 1000, true, 99, 99},
		{"the first, asked for", []moment{{1, 1, 100, []int64{0, 10}}}, moment{number: 1, forced: 1, live: 100}, 1, 100, true, 10, 10},
	} {
		var p Past
		for _, m := range test.past {
			p.add(goheap.Collection{Number: m.number, Forced: m.forced, Live: m.live}, m.counted)
		}
		f := Figures{
			HeapFigures: HeapFigures{
				Held:        goheap.Held{Objects: 1000, Live: 700, Collections: test.held},
				Instruments: []Instrument{{Class: 1, Bytes: 99}},
			},
			Profile: goheap.Profile{Rate: 1, Last: goheap.Collection{Number: test.profile.number, Forced: test.profile.forced, Live: test.profile.live}},
		}
		p.Attribute(&f)
		if f.baseKnown != test.known || f.baseKnown && f.base != test.base {
			t.Errorf("%s: %d were alive (%v), want %d (%v)", test.name, f.base, f.baseKnown, test.base, test.known)
		}
		if e := &f.Instruments[0]; e.atProfile != test.atProfile || e.atLast != test.atLast {
			t.Errorf("%s: counted %d and %d, want %d and %d", test.name, e.atProfile, e.atLast, test.atProfile, test.atLast)
		}
		f.Profile.Rate = 0
		if p.Attribute(&f); !f.baseKnown || f.base != f.Held.Live {
			t.Errorf("%s: without samples %d were alive", test.name, f.base)
		}
	}
}

// TestPastAdd holds that a goroutine that comes late overwrites nothing.
func TestPastAdd(t *testing.T) {
	var p Past
	p.add(goheap.Collection{Number: 9, Live: 900}, []int64{9})
	p.add(goheap.Collection{Number: 5, Live: 500}, []int64{5}) // in the same place
	p.add(goheap.Collection{Number: 9, Live: 900}, []int64{10})
	if m, ok := p.find(9); !ok || m.Live != 900 || m.counted[0] != 9 {
		t.Errorf("%+v", m)
	}
	if _, ok := p.find(5); ok {
		t.Error("what is overwritten is found")
	}
}
