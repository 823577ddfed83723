package goheap

import (
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// Usage is what a package has allocated, estimated from samples.
type Usage struct {
	Package                   string // import path
	AllocObjects, FreeObjects int64
	AllocBytes, FreeBytes     int64
	// Error is the standard error of the bytes in use, in bytes: two times in
	// three the truth is no farther away. 0 where every allocation is sampled.
	Error int64
}

// Objects are the objects in use.
func (u *Usage) Objects() int64 { return u.AllocObjects - u.FreeObjects }

// Bytes are the bytes in use.
func (u *Usage) Bytes() int64 { return u.AllocBytes - u.FreeBytes }

// Profile is the heap profile by package. The runtime publishes one with each
// garbage collection, as of the end of the collection before: it has what that
// has found alive, whatever was allocated or has died since. With a collection
// that somebody has asked for with runtime.GC, and that is over, it publishes
// another, as of this. Before the second collection it has all allocations up to
// the first reading.
type Profile struct {
	// Packages has the package with most bytes in use first. Packages that have
	// nothing in use any more are there too.
	Packages []Usage
	// Rate is runtime.MemProfileRate: one sample for so many bytes allocated.
	// With 0 nothing is sampled and Packages is empty.
	Rate int
	// Last is the last collection when the profile was read.
	Last Collection
	// Records is how many call stacks and sizes the runtime keeps apart.
	Records int
}

// Reader reads heap profiles. It remembers which package a program counter
// belongs to: memory bounded by the places of the program that allocate. The
// zero value is ready; it is safe for concurrent use.
type Reader struct {
	mu       sync.Mutex
	packages map[uintptr]string // "" for the runtime's own
}

// Read takes a profile. It stops no goroutine: a collection that ends meanwhile
// waits for it, and it reads again. The cost grows with the number of records: about 1 µs each the
// first time, then a tenth of it.
func (r *Reader) Read() Profile {
	rate := runtime.MemProfileRate
	if rate <= 0 {
		return Profile{Last: LastCollection()}
	}
	var p []runtime.MemProfileRecord
	var last Collection
	for range mostReads {
		last = LastCollection()
		if p = records(); Collections() == last.Number {
			break
		} // else it may be of either
	}
	of := r.add(p, rate)
	of.Last = last
	return of
}

// mostReads is how often a profile is read until no collection ends meanwhile.
const mostReads = 8

// records copies what the runtime has.
func records() []runtime.MemProfileRecord {
	n, _ := runtime.MemProfile(nil, true)
	for {
		p := make([]runtime.MemProfileRecord, n+n/8+64) // more may come meanwhile
		var ok bool
		if n, ok = runtime.MemProfile(p, true); ok {
			return p[:n]
		}
	}
}

// estimate is a Usage that is being added up. Error is a variance here.
type estimate struct {
	allocObjects, freeObjects, allocBytes, freeBytes, variance float64
}

func (r *Reader) add(records []runtime.MemProfileRecord, rate int) Profile {
	r.mu.Lock()
	defer r.mu.Unlock()
	sums := make(map[string]*estimate)
	for i := range records {
		rec := &records[i]
		name := r.packageOf(rec.Stack())
		e := sums[name]
		if e == nil {
			e = new(estimate)
			sums[name] = e
		}
		e.add(rec, rate)
	}
	p := Profile{Rate: rate, Records: len(records), Packages: make([]Usage, 0, len(sums))}
	for name, e := range sums {
		p.Packages = append(p.Packages, e.usage(name))
	}
	slices.SortFunc(p.Packages, func(a, b Usage) int {
		if x, y := a.Bytes(), b.Bytes(); x != y {
			return int(max(-1, min(1, y-x)))
		}
		return strings.Compare(a.Package, b.Package)
	})
	return p
}

// add adds the samples of one call stack, which are all of one size. An
// allocation of size bytes is sampled with the probability
// p = 1 - exp(-size/rate), so that each sample stands for 1/p of them; the
// number of n/p allocations of which n were sampled has the variance n(1-p)/p².
func (e *estimate) add(rec *runtime.MemProfileRecord, rate int) {
	if rec.AllocObjects <= 0 {
		return
	}
	size := float64(rec.AllocBytes) / float64(rec.AllocObjects)
	p := 1.0
	if rate > 1 {
		p = -math.Expm1(-size / float64(rate))
	}
	e.allocObjects += float64(rec.AllocObjects) / p
	e.allocBytes += float64(rec.AllocBytes) / p
	e.freeObjects += float64(rec.FreeObjects) / p
	e.freeBytes += float64(rec.FreeBytes) / p
	e.variance += float64(rec.InUseObjects()) * size * size * (1 - p) / (p * p)
}

func (e *estimate) usage(name string) Usage {
	return Usage{
		Package:      name,
		AllocObjects: round(e.allocObjects), FreeObjects: round(e.freeObjects),
		AllocBytes: round(e.allocBytes), FreeBytes: round(e.freeBytes),
		Error: round(math.Sqrt(max(0, e.variance))),
	}
}

func round(f float64) int64 { return int64(math.Round(f)) }

// Add adds what another package allocates.
func (u *Usage) Add(o *Usage) {
	u.AllocObjects += o.AllocObjects
	u.FreeObjects += o.FreeObjects
	u.AllocBytes += o.AllocBytes
	u.FreeBytes += o.FreeBytes
	u.Error = round(math.Hypot(float64(u.Error), float64(o.Error)))
}
