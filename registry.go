package perfschema

import (
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema/snowset"
)

// maxNameLength is the width of NAME in setup_instruments.
const maxNameLength = 128

// Keys of registered classes: index + 1 in the class array. Key 0 means not
// registered, and every call with it does nothing.
type (
	// MutexKey names a mutex class.
	MutexKey uint32
	// RWLockKey names a class of rwlock, sxlock or prlock.
	RWLockKey uint32
	// CondKey names a condition variable class.
	CondKey uint32
	// FileKey names a file class.
	FileKey uint32
	// SocketKey names a socket class.
	SocketKey uint32
	// tableKey names a class of table I/O or table lock.
	tableKey uint32
	// StageKey names a stage class.
	StageKey uint32
	// StatementKey names a statement class.
	StatementKey uint32
	// TransactionKey names a transaction class.
	TransactionKey uint32
	// MemoryKey names a memory class.
	MemoryKey uint32
	// ThreadKey names a thread class.
	ThreadKey uint32
	// idleKey names an idle class.
	idleKey uint32
	// metadataKey names a metadata lock class.
	metadataKey uint32
	// errorKey names an error class.
	errorKey uint32
)

// Info describes one instrument to register. Who registers is given its key: 0 if
// the instrument was lost, and where the Schema is off. Registering takes a lock,
// and is safe for concurrent use.
type Info struct {
	// Name is the last part of the full name, prefix/category/name.
	Name          string
	Flags         Flags
	Volatility    int
	Documentation string
	// Resource is what waits of the instrument count as in a profile by
	// resource; the zero value is the default of the kind. Of a file that reads
	// and writes it names either of the two.
	Resource snowset.Resource
}

// classArray holds the classes of one kind. Readers index it without a lock:
// a class is complete before n counts it.
type classArray struct {
	mu     sync.Mutex
	byName map[string]uint32
	items  []Class
	n      atomic.Uint32
	lost   lostClasses
	schema *Schema
	// refresh makes the mode of a class follow its state and the consumers; nil
	// for kinds that have none. modeMu is held.
	refresh func(*Class)
	// firstSlot is the index in summaries of the first class whose events are
	// waits.
	firstSlot uint32
	// reserved places, of which taken are used, are for the Schema's own buffers.
	reserved, taken int
}

// room says whether there is a place for one more class of that name. The lock is
// held.
func (a *classArray) room(name string) bool {
	if ownMemory(name) && a.taken < a.reserved {
		return true
	}
	return int(a.n.Load()) < len(a.items)-(a.reserved-a.taken)
}

// used says how many of the places that are not reserved are used, and how many
// there are.
func (a *classArray) used() (n, size int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return int(a.n.Load()) - a.taken, len(a.items) - a.reserved
}

func (s *Schema) newClassArray(size int64) *classArray {
	return &classArray{byName: make(map[string]uint32), items: make([]Class, size), schema: s}
}

// at returns the class of a key, nil for key 0 or one never given out. The
// array is larger than n; a key is only known once its class is complete.
func (a *classArray) at(key uint32) *Class {
	if i := key - 1; i < uint32(len(a.items)) && i < a.n.Load() {
		return &a.items[i]
	}
	return nil
}

// full says whether there is no room for another class.
func (a *classArray) full() bool { return int(a.n.Load()) == len(a.items) }

// all returns the registered classes in order of registration.
func (a *classArray) all() []*Class {
	out := make([]*Class, a.n.Load())
	for i := range out {
		out[i] = &a.items[i]
	}
	return out
}

// add registers a name once and returns its key, 0 if it was lost.
func (a *classArray) add(name string, kind Kind, flags Flags, volatility int, doc string, r snowset.Resource, state uint32) uint32 {
	a.mu.Lock()
	defer a.mu.Unlock()
	if k, ok := a.byName[name]; ok {
		return k
	}
	n := a.n.Load()
	if name == "" || len(name) > maxNameLength || !a.room(name) {
		a.lost.add(name)
		return 0
	}
	if ownMemory(name) && a.taken < a.reserved {
		a.taken++
	}
	c := &a.items[n]
	c.name, c.kind, c.flags, c.volatility, c.doc, c.index = name, kind, flags, volatility, doc, n
	c.schema, c.slot = a.schema, a.firstSlot+n
	c.resources = newResourceUse(kind, r)
	c.state.Store(state)
	c.countEnabled(state, state)
	a.byName[name] = n + 1
	if a.refresh != nil {
		// Once it counts, whoever changes a consumer refreshes it.
		a.schema.modeMu.Lock()
		defer a.schema.modeMu.Unlock()
		a.refresh(c)
	}
	a.n.Store(n + 1)
	return n + 1
}

// register adds the instrument prefix/category/name and returns its key: 0 if it
// was lost, and where the Schema is off.
func register[K ~uint32](s *Schema, kind Kind, category string, in Info) K {
	if !s.Enabled() {
		return 0
	}
	name := in.Name
	if category != "" {
		name = category + "/" + name
	}
	if p := kinds[kind].prefix; p != "" {
		name = p + "/" + name
	}
	a := s.classes[kinds[kind].home]
	return K(a.add(name, kind, in.Flags, in.Volatility, in.Documentation, in.Resource, s.startState(name, kind, in.Flags)))
}

// startState is what ENABLED, TIMED and HISTORY of a new class start with: the
// kind's default, then the rules given at start.
func (s *Schema) startState(name string, kind Kind, flags Flags) uint32 {
	on := startsOn(kind, flags)
	timed := on
	if v, ok := s.rules.match(name); ok {
		on, timed = v != InstrumentOff, v == InstrumentOn
	}
	var state uint32
	if on || ownMemory(name) {
		state |= classEnabled
	}
	if timed && !kinds[kind].untimed {
		state |= classTimed
	}
	if kind == KindThread {
		state |= classHistory
	}
	if kind == KindMemory && flags&FlagControlled != 0 {
		state |= classControlled
	}
	return state
}

// startsOn is whether instruments of a kind are enabled where nobody says otherwise.
func startsOn(kind Kind, flags Flags) bool {
	return kinds[kind].on || flags&FlagProgress != 0 && kind == KindStage
}

// RegisterMutex registers wait/synch/mutex/<category>/<name>.
func (s *Schema) RegisterMutex(category string, info Info) MutexKey {
	return register[MutexKey](s, KindMutex, category, info)
}

// RegisterRWLock registers wait/synch/rwlock/<category>/<name>.
func (s *Schema) RegisterRWLock(category string, info Info) RWLockKey {
	return register[RWLockKey](s, KindRWLock, category, info)
}

// RegisterSXLock registers wait/synch/sxlock/<category>/<name>.
func (s *Schema) RegisterSXLock(category string, info Info) RWLockKey {
	return register[RWLockKey](s, KindSXLock, category, info)
}

// RegisterPRLock registers wait/synch/prlock/<category>/<name>.
func (s *Schema) RegisterPRLock(category string, info Info) RWLockKey {
	return register[RWLockKey](s, KindPRLock, category, info)
}

// RegisterCond registers wait/synch/cond/<category>/<name>.
func (s *Schema) RegisterCond(category string, info Info) CondKey {
	return register[CondKey](s, KindCond, category, info)
}

// RegisterFile registers wait/io/file/<category>/<name>.
func (s *Schema) RegisterFile(category string, info Info) FileKey {
	return register[FileKey](s, KindFile, category, info)
}

// RegisterSocket registers wait/io/socket/<category>/<name>.
func (s *Schema) RegisterSocket(category string, info Info) SocketKey {
	return register[SocketKey](s, KindSocket, category, info)
}

// registerTable registers wait/<category>/<name>, where the category is
// io/table/<area> or lock/table/<area>.
func (s *Schema) registerTable(category string, info Info) tableKey {
	return register[tableKey](s, KindTable, category, info)
}

// RegisterStage registers stage/<category>/<name>. The name is also the STATE
// that the process list shows.
func (s *Schema) RegisterStage(category string, info Info) StageKey {
	return register[StageKey](s, KindStage, category, info)
}

// RegisterStatement registers statement/<category>/<name>.
func (s *Schema) RegisterStatement(category string, info Info) StatementKey {
	return register[StatementKey](s, KindStatement, category, info)
}

// registerTransaction registers <category>/<name>; the one built in is
// "transaction", without a category.
func (s *Schema) registerTransaction(category string, info Info) TransactionKey {
	return register[TransactionKey](s, KindTransaction, category, info)
}

// RegisterMemory registers memory/<category>/<name>.
func (s *Schema) RegisterMemory(category string, info Info) MemoryKey {
	return register[MemoryKey](s, KindMemory, category, info)
}

// RegisterThread registers thread/<category>/<name>.
func (s *Schema) RegisterThread(category string, info Info) ThreadKey {
	return register[ThreadKey](s, KindThread, category, info)
}

// registerIdle registers <category>/<name>, or <name> where there is no category.
func (s *Schema) registerIdle(category string, info Info) idleKey {
	return register[idleKey](s, KindIdle, category, info)
}

// registerMetadata registers wait/lock/metadata/<category>/<name>.
func (s *Schema) registerMetadata(category string, info Info) metadataKey {
	return register[metadataKey](s, KindMetadata, category, info)
}

// registerError registers <category>/<name>, or <name> where there is no category.
func (s *Schema) registerError(category string, info Info) errorKey {
	return register[errorKey](s, KindError, category, info)
}

// setupOrder is the order of kinds in setup_instruments.
var setupOrder = [...]Kind{
	KindMutex, KindRWLock, KindCond, KindFile, KindSocket, KindTable, KindStage,
	KindStatement, KindTransaction, KindIdle, KindMetadata, KindMemory, KindError,
}

// Classes returns every instrument but threads, in setup_instruments order.
func (s *Reader) Classes() []*Class {
	if s == nil {
		return nil
	}
	var out []*Class
	for _, k := range setupOrder {
		out = append(out, s.classes[k].all()...)
	}
	return out
}

// ClassNamed finds one of them by its full name; nil if there is none.
func (s *Reader) ClassNamed(name string) *Class {
	if s == nil {
		return nil
	}
	for _, k := range setupOrder {
		for _, c := range s.classes[k].all() {
			if c.name == name {
				return c
			}
		}
	}
	return nil
}

// ClassesOf returns the classes in the array that holds kind k; the key of a
// class is its index in it plus 1.
func (s *Reader) ClassesOf(k Kind) []*Class {
	if s == nil || k >= numKinds {
		return nil
	}
	return s.classes[kinds[k].home].all()
}

// maxLostNames is how many names of lost instruments an array remembers. One
// beyond them counts each time it is registered.
const maxLostNames = 4096

// lostClasses counts the instruments that an array could not take, each once
// however often it is registered.
type lostClasses struct {
	n     atomic.Uint64
	names map[string]struct{}
}

// add counts a name that was lost. The array's lock is held.
func (l *lostClasses) add(name string) {
	if _, ok := l.names[name]; ok {
		return
	}
	l.n.Add(1)
	if len(l.names) >= maxLostNames {
		return
	}
	if l.names == nil {
		l.names = make(map[string]struct{})
	}
	l.names[name] = struct{}{}
}

// forgetLost begins to count anew.
func (a *classArray) forgetLost() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lost.n.Store(0)
	a.lost.names = nil
}
