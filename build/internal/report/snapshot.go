package report

import "time"

// A Sum adds up waits.
type Sum struct {
	Count    uint64
	Blocked  time.Duration
	Max, Min time.Duration // the longest and the shortest wait
}

func (s *Sum) add(t Sum) {
	if t.Count == 0 {
		return
	}
	if s.Count == 0 || t.Min < s.Min {
		s.Min = t.Min
	}
	s.Count += t.Count
	s.Blocked += t.Blocked
	s.Max = max(s.Max, t.Max)
}

// A Place is a stack that waits, and why. Reasons are the runtime's words, as goroutine
// dumps have them.
type Place struct {
	Reason string
	Stack  *Stack // nil if the stack is not known
}

// An Instance is a lock, condition, wait group or channel that goroutines waited for.
type Instance struct {
	Kind   string // sync.Mutex, sync.RWMutex, sync.Once, sync.Cond, sync.WaitGroup, chan or semaphore
	Name   string // in the source, or what it is for if it is the runtime's; "" if it has none
	Addr   uintptr
	Sum    Sum
	places map[Place]*Sum

	ofRuntime bool // the name is the runtime's
}

// Waiters are goroutines that have not stopped waiting at one place.
type Waiters struct {
	Place      Place
	Goroutines int
	Longest    time.Duration
}

// A Snapshot is what one report shows. Its zero value is empty. It is for one goroutine.
type Snapshot struct {
	Program      string
	PID          int
	Go           string   // the toolchain
	Patches      []string // applied to the standard library
	Missing      []string // left out, by -lenient
	Began, Now   time.Time
	WithoutTable uint64 // waits that were not recorded: there was no memory for their P's table, or no room for its number
	Unread       uint64 // slots that were written each time they were read
	Waiting      int    // goroutines that wait
	NoSlot       uint64 // requests and statements whose waits were not recorded: too many ran at a time
	NoWork       uint64 // requests and statements that were not recorded: there was no memory for their P's table
	Names        Names  // of what is waited for

	runtime   Sum             // waits of the runtime's own goroutines
	unplaced  Sum             // waits whose place was not recorded
	evictedBy map[string]*Sum // waits for instances that had to make room, by reason
	reasons   map[string]*Sum
	places    map[Place]*Sum
	instances map[uintptr]*Instance
	waiters   map[Place]*Waiters

	works          map[work]*timed
	classes        map[Statement]*class
	workWaits      map[workWait]*workSum
	lostStatements Sum // requests and statements that found no room
	lostWorkWaits  Sum // waits of requests that found no room
}

// AddLost adds the waits of one P for a reason that have no place, as the table was full, and
// those for instances that had to make room for others.
func (s *Snapshot) AddLost(name string, unplaced, evicted Sum) {
	if unplaced.Count > 0 {
		s.unplaced.add(unplaced)
		of(&s.reasons, name).add(unplaced)
	}
	if evicted.Count > 0 {
		of(&s.evictedBy, name).add(evicted)
	}
}

// evicted returns the waits for instances that had to make room.
func (s *Snapshot) evicted() (sum Sum) {
	for _, by := range s.evictedBy {
		sum.add(*by)
	}
	return sum
}

// AddPlace adds the waits of one P at a place. Those of the recorder itself are left out, those
// of the runtime's own goroutines kept apart.
func (s *Snapshot) AddPlace(p Place, sum Sum) {
	switch {
	case p.own():
	case p.ofRuntime(), runtimeOwn[p.Reason]:
		s.runtime.add(sum)
	default:
		of(&s.reasons, p.Reason).add(sum)
		of(&s.places, p).add(sum)
	}
}

// AddInstance adds the waits of one P at a place for what is at an address. The name is "" but
// for what is the runtime's.
func (s *Snapshot) AddInstance(addr uintptr, name string, p Place, sum Sum) {
	if p.own() || p.ofRuntime() {
		return
	}
	kind, addr := p.instance(addr)
	i := of(&s.instances, addr)
	// The Mutex of an RWMutex is its first field.
	if i.Kind == "" || i.Kind == kindMutex {
		i.Kind = kind
	}
	i.Addr, i.Name, i.ofRuntime = addr, name, name != ""
	i.Sum.add(sum)
	of(&i.places, p).add(sum)
}

// AddWaiter adds a goroutine that has waited for a while and still does.
func (s *Snapshot) AddWaiter(p Place, waited time.Duration) {
	if p.own() || p.ofRuntime() || runtimeOwn[p.Reason] {
		s.Waiting--
		return
	}
	w := of(&s.waiters, p)
	w.Place = p
	w.Goroutines++
	w.Longest = max(w.Longest, waited)
}

// of returns the value of a key, which it makes if there is none.
func of[K comparable, V any](m *map[K]*V, k K) *V {
	if *m == nil {
		*m = make(map[K]*V)
	}
	v := (*m)[k]
	if v == nil {
		v = new(V)
		(*m)[k] = v
	}
	return v
}

// Offsets of what the runtime waits for in the types of package sync, on 64-bit platforms.
const (
	semaOfMutex       = 4
	mutexOfOnce       = 4
	semaOfWaitGroup   = 8
	writerOfRWMutex   = 8
	readerOfRWMutex   = 12
	notifyLockOfCond  = 24
	kindMutex         = "sync.Mutex"
	kindRWMutex       = "sync.RWMutex"
	kindCond          = "sync.Cond"
	kindWaitGroup     = "sync.WaitGroup"
	kindOnce          = "sync.Once"
	kindChannel       = "chan"
	kindSemaphore     = "semaphore"
	reasonMutexLock   = "sync.Mutex.Lock"
	reasonRWMutexLock = "sync.RWMutex.Lock"
	onceDo            = "sync.Once.Do" // waits for a Mutex
)

// owner returns the kind and address of the value that what is waited for is a field of.
func owner(reason string, addr uintptr) (kind string, at uintptr) {
	switch reason {
	case reasonMutexLock:
		return kindMutex, addr - semaOfMutex
	case reasonRWMutexLock:
		return kindRWMutex, addr - writerOfRWMutex
	case "sync.RWMutex.RLock":
		return kindRWMutex, addr - readerOfRWMutex
	case "sync.Cond.Wait":
		return kindCond, addr - notifyLockOfCond
	case "sync.WaitGroup.Wait", "sync.WaitGroup.Wait (durable)":
		return kindWaitGroup, addr - semaOfWaitGroup
	case "semacquire":
		return kindSemaphore, addr
	}
	return kindChannel, addr
}

// runtimeOwn are the reasons of goroutines that the runtime has for itself.
var runtimeOwn = map[string]bool{
	"GC sweep wait": true, "GC scavenge wait": true, "finalizer wait": true, "force gc (idle)": true,
	"GOMAXPROCS updater (idle)": true, "trace reader (blocked)": true, "GC worker (idle)": true,
	"GC worker (active)": true, "cleanup wait": true, "GC weak to strong wait": true,
}
