package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"
)

// ToldVersion is the version of what [Told] is written as. A program and who reads from it may be
// of different versions of perfschema: those of another version do not understand each other.
const ToldVersion = 1

// MaxTold is how long the text of a Told may be, in bytes.
const MaxTold = 64 << 20

// maxObjects is how many objects of JSON a Told may have: each takes at least 40 bytes of a text that
// WriteTold writes, while an empty one of two bytes takes a hundred of memory.
const maxObjects = MaxTold / 40

// Told is a Snapshot as a program tells it to others, as JSON. Durations are nanoseconds.
type Told struct {
	Version          int
	Program          string
	PID              int
	Go               string
	Patches, Missing []string
	Began, Now       time.Time
	WithoutTable     uint64 // waits that were not recorded: their P had no table
	Unread           uint64 // rows that changed while they were read
	Runtime          Sum    // waits of the runtime's own goroutines, which are in nothing else
	Unplaced         Sum    // waits that are in a reason and in no place
	Evicted          Sum    // waits that are in a place and in no instance
	Reasons          []ToldReason
	Instances        []ToldInstance
	Places           []ToldPlace
	Waiters          []ToldWaiters
	Requests         []ToldStatement
	RequestWaits     []ToldRequestWait
	Classes          []ToldClass
	LostRequests     Sum    // requests and statements that are in no row
	LostRequestWaits Sum    // waits of requests that are in no row of RequestWaits
	NoSlot, NoWork   uint64 // as in Snapshot
}

// ToldReason is all waits for a reason, and those of them that are in no instance, as others took
// its room.
type ToldReason struct {
	Reason  string
	Sum     Sum
	Evicted Sum
}

// ToldInstance is what was waited for, with the waits by reason.
type ToldInstance struct {
	Kind, Name string // as in Instance
	Addr       uint64
	Reasons    []ToldReason
}

// ToldPlace is a line that waited. Called is what it called in the standard library, "" for an
// operation of the language. Name is that of what is waited for there, "" if it has none.
type ToldPlace struct {
	Reason, Function, File string
	Line                   int
	Called, Name           string
	Sum                    Sum
}

// ToldWaiters is goroutines that wait at a place now. Its Sum has their number and the longest.
type ToldWaiters = ToldPlace

// Tell returns what the Snapshot tells, in a fixed order.
func (s *Snapshot) Tell() *Told {
	t := &Told{
		Version: ToldVersion, Program: s.Program, PID: s.PID, Go: s.Go, Patches: s.Patches, Missing: s.Missing,
		Began: s.Began, Now: s.Now, WithoutTable: s.WithoutTable, Unread: s.Unread,
		Runtime: s.runtime, Unplaced: s.unplaced, Evicted: s.evicted(),
		Reasons: toldReasons(s.reasons, s.evictedBy),
	}
	for _, i := range s.instances {
		i.nameBy(s.Names)
		reasons := make(map[string]*Sum)
		for p, sum := range i.places {
			of(&reasons, p.Reason).add(*sum)
		}
		t.Instances = append(t.Instances, ToldInstance{i.Kind, i.Name, uint64(i.Addr), toldReasons(reasons, nil)})
	}
	slices.SortFunc(t.Instances, func(a, b ToldInstance) int { return cmp.Compare(a.Addr, b.Addr) })
	places, waiters := make(map[ToldPlace]*Sum), make(map[ToldPlace]*Sum)
	for p, sum := range s.places {
		of(&places, s.told(p)).add(*sum)
	}
	for p, w := range s.waiters {
		of(&waiters, s.told(p)).add(Sum{Count: uint64(w.Goroutines), Max: w.Longest})
	}
	t.Places, t.Waiters = toldPlaces(places), toldPlaces(waiters)
	s.tellRequests(t)
	return t
}

func (s *Snapshot) told(p Place) ToldPlace {
	at, called := p.Stack.site()
	return ToldPlace{Reason: p.Reason, Function: at.Func, File: at.File, Line: at.Line, Called: exported(called), Name: s.Names.of(p)}
}

func toldReasons(sums, evicted map[string]*Sum) []ToldReason {
	var told []ToldReason
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		r := ToldReason{Reason: name, Sum: *sums[name]}
		if e := evicted[name]; e != nil {
			r.Evicted = *e
		}
		told = append(told, r)
	}
	return told
}

func toldPlaces(sums map[ToldPlace]*Sum) []ToldPlace {
	var told []ToldPlace
	for p, sum := range sums {
		p.Sum = *sum
		told = append(told, p)
	}
	slices.SortFunc(told, ToldPlace.compare)
	return told
}

func (p ToldPlace) compare(q ToldPlace) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Function, q.Function), cmp.Compare(p.Reason, q.Reason), cmp.Compare(p.Called, q.Called), cmp.Compare(p.Name, q.Name))
}

// ErrTold is wrapped by the errors of a text that is no [Told].
var ErrTold = errors.New("this is not what a program built by perfschema build tells")

// ReadTold reads a Told and checks it. It refuses a text of more than MaxTold bytes, of another
// version, and with sums that cannot be.
func ReadTold(r io.Reader) (*Told, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxTold+1))
	if err != nil {
		return nil, fmt.Errorf("read what the program tells: %w", err)
	}
	if len(text) > MaxTold {
		return nil, fmt.Errorf("%w: it is longer than %d bytes", ErrTold, MaxTold)
	}
	if bytes.Count(text, []byte("{")) > maxObjects {
		return nil, fmt.Errorf("%w: it has more than %d objects", ErrTold, maxObjects)
	}
	var version struct{ Version int }
	if err := json.Unmarshal(text, &version); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTold, err)
	}
	if version.Version != ToldVersion {
		return nil, fmt.Errorf("%w: its version is %d, and this perfschema reads version %d: build the program with this perfschema", ErrTold, version.Version, ToldVersion)
	}
	t := new(Told)
	if err := json.Unmarshal(text, t); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTold, err)
	}
	for _, s := range t.sums() {
		if s.Blocked < 0 || s.Min < 0 || s.Max < s.Min || s.Count == 0 && *s != (Sum{}) {
			return nil, fmt.Errorf("%w: it has %d waits of %v, %v to %v", ErrTold, s.Count, s.Blocked, s.Min, s.Max)
		}
	}
	return t, nil
}

// sums returns all sums of waits.
func (t *Told) sums() []*Sum {
	all := []*Sum{&t.Runtime, &t.Unplaced, &t.Evicted, &t.LostRequests, &t.LostRequestWaits}
	for i := range t.Requests {
		all = append(all, &t.Requests[i].Sum)
	}
	for i := range t.Classes {
		all = append(all, &t.Classes[i].Sum)
	}
	for i := range t.RequestWaits {
		all = append(all, &t.RequestWaits[i].Sum)
	}
	ofReasons := func(reasons []ToldReason) {
		for i := range reasons {
			all = append(all, &reasons[i].Sum, &reasons[i].Evicted)
		}
	}
	ofReasons(t.Reasons)
	for i := range t.Instances {
		ofReasons(t.Instances[i].Reasons)
	}
	for _, places := range [][]ToldPlace{t.Places, t.Waiters} {
		for i := range places {
			all = append(all, &places[i].Sum)
		}
	}
	return all
}

// WriteTold writes a Told as JSON.
func WriteTold(w io.Writer, t *Told) error { return json.NewEncoder(w).Encode(t) }
