package perfschema

import (
	"strings"
	"sync/atomic"
)

// Class is one instrument: a row of setup_instruments, or of setup_threads for
// a thread class. It is safe for concurrent use.
type Class struct {
	// What a wait looks at comes first, so that it is in one cache line.
	schema     *Schema
	mode       atomic.Uint32 // of a wait class: a waitMode; of a memory class: 1 if it counts; of a stage: if it is enabled
	slot       uint32        // of a wait class: its index in summaries of waits
	state      atomic.Uint32
	index      uint32
	kind       Kind
	flags      Flags
	memory     atomic.Uint32               // of a memory class: a memoryMode
	watched    bool                        // of a memory class: an alarm looks at it; under modeMu
	resources  resourceUse                 // of a wait class
	watch      atomic.Pointer[memoryWatch] // of a memory class; made when first watched
	opened     atomic.Uint64               // of a file class
	name       string
	doc        string
	volatility int
}

const (
	classEnabled uint32 = 1 << iota
	classTimed
	classHistory
	classControlled
)

// Name is the full name, NAME.
func (c *Class) Name() string { return c.name }

// eventName returns EVENT_NAME of what the class records, "" for no class.
func (c *Class) eventName() string {
	if c == nil {
		return ""
	}
	return c.name
}

// Kind tells what is instrumented.
func (c *Class) Kind() Kind { return c.kind }

// FilesOpened is how many handles of the files of a class have been opened since the
// Schema was made, whether the class was enabled or not: 0 of other kinds.
func (c *Class) FilesOpened() uint64 { return c.opened.Load() }

// Flags are the PROPERTIES.
func (c *Class) Flags() Flags { return c.flags }

// Volatility is how long what is instrumented lives: one of the Volatility
// constants.
func (c *Class) Volatility() int { return c.volatility }

// Documentation is the DOCUMENTATION, empty for NULL.
func (c *Class) Documentation() string { return c.doc }

// Enabled is ENABLED. One load.
func (c *Class) Enabled() bool { return c.state.Load()&classEnabled != 0 }

// Timed is TIMED. Kinds that are never timed say false.
func (c *Class) Timed() bool { return c.state.Load()&classTimed != 0 }

// CanTime is false where TIMED is NULL: memory, error and thread classes.
func (c *Class) CanTime() bool { return !kinds[c.kind].untimed }

// DefaultEnabled is what ENABLED is where nobody configures the instrument.
func (c *Class) DefaultEnabled() bool { return startsOn(c.kind, c.flags) || ownMemory(c.name) }

// DefaultTimed is what TIMED is then.
func (c *Class) DefaultTimed() bool { return c.CanTime() && startsOn(c.kind, c.flags) }

// HistoryEnabled is HISTORY of a thread class.
func (c *Class) HistoryEnabled() bool { return c.state.Load()&classHistory != 0 }

// SetEnabled takes effect with the next event.
func (c *Class) SetEnabled(on bool) {
	if ownMemory(c.name) {
		return // always on: the Performance Schema counts itself
	}
	c.set(classEnabled, on)
}

// SetTimed takes effect with the next event; kinds that are never timed
// ignore it, as MySQL does.
func (c *Class) SetTimed(on bool) {
	if c.CanTime() {
		c.set(classTimed, on)
	}
}

// Controlled says whether FLAGS of a memory class has "controlled": what is
// allocated counts as CONTROLLED_MEMORY of its thread.
func (c *Class) Controlled() bool { return c.state.Load()&classControlled != 0 }

// SetControlled takes effect with the next allocation; kinds other than memory,
// and memory with global statistics alone, ignore it, as in MySQL.
func (c *Class) SetControlled(on bool) {
	if c.kind == KindMemory && c.flags&FlagGlobal == 0 {
		c.set(classControlled, on)
	}
}

// SetHistory sets HISTORY of a thread class, for threads started later.
func (c *Class) SetHistory(on bool) { c.set(classHistory, on) }

func (c *Class) set(bit uint32, on bool) {
	was, now := uint32(0), bit
	if on {
		was = c.state.Or(bit)
	} else {
		was, now = c.state.And(^bit), 0
	}
	c.countEnabled((was^now)&bit, now)
	if a := c.schema.classes[c.kind]; a.refresh != nil {
		c.schema.modeMu.Lock()
		a.refresh(c)
		c.schema.modeMu.Unlock()
	}
}

// own is t if the class is of its Schema. What is done on another's Thread is done
// on none: in its summaries the class's number is that of another class, or of
// none.
func (c *Class) own(t *Thread) *Thread {
	if t != nil && t.schema != c.schema {
		return nil
	}
	return t
}

// ownMemory says whether an instrument is one of the Schema's own buffers.
func ownMemory(name string) bool { return strings.HasPrefix(name, "memory/performance_schema/") }

// Kind tells instrument classes apart. Each kind, but for the three kinds of
// rwlock, which share one, has a class array of its own.
type Kind uint8

// The kinds of instrument classes.
const (
	KindMutex Kind = iota
	KindRWLock
	KindSXLock
	KindPRLock
	KindCond
	KindFile
	KindSocket
	KindTable
	KindStage
	KindStatement
	KindTransaction
	KindMemory
	KindThread
	KindIdle
	KindMetadata
	KindError
	numKinds
)

// kindInfo says how the classes of a kind are named and set up.
type kindInfo struct {
	prefix string
	// on is the ENABLED a new class starts with, as in MySQL.
	on bool
	// untimed marks the kinds whose TIMED is always NULL.
	untimed bool
	// home is the kind whose array holds the classes.
	home Kind
}

var kinds = [numKinds]kindInfo{
	KindMutex:       {prefix: "wait/synch/mutex", home: KindMutex},
	KindRWLock:      {prefix: "wait/synch/rwlock", home: KindRWLock},
	KindSXLock:      {prefix: "wait/synch/sxlock", home: KindRWLock},
	KindPRLock:      {prefix: "wait/synch/prlock", home: KindRWLock},
	KindCond:        {prefix: "wait/synch/cond", home: KindCond},
	KindFile:        {prefix: "wait/io/file", on: true, home: KindFile},
	KindSocket:      {prefix: "wait/io/socket", home: KindSocket},
	KindTable:       {prefix: "wait", on: true, home: KindTable},
	KindStage:       {prefix: "stage", home: KindStage},
	KindStatement:   {prefix: "statement", on: true, home: KindStatement},
	KindTransaction: {prefix: "", on: true, home: KindTransaction},
	KindMemory:      {prefix: "memory", on: true, untimed: true, home: KindMemory},
	KindThread:      {prefix: "thread", on: true, untimed: true, home: KindThread},
	KindIdle:        {prefix: "", on: true, home: KindIdle},
	KindMetadata:    {prefix: "wait/lock/metadata", on: true, home: KindMetadata},
	KindError:       {prefix: "", on: true, untimed: true, home: KindError},
}

// Flags are properties of an instrument, the PROPERTIES column of
// setup_instruments and setup_threads.
type Flags uint32

// The properties.
const (
	// FlagSingleton: there is only ever one instance.
	FlagSingleton Flags = 1 << iota
	// FlagProgress: a stage that reports work done; such stages start enabled.
	FlagProgress
	// FlagUser: related to user activity, not to the system.
	FlagUser
	// FlagGlobal: only global statistics are kept.
	FlagGlobal
	// FlagMutable: the event's class may be refined to a more exact one.
	FlagMutable
	// FlagControlled: memory counted against per-connection limits.
	FlagControlled
	// FlagUncounted: of the memory bytes alone are known, not how many blocks it
	// is; counts are NULL. It is no property that is shown.
	FlagUncounted
)

// The values of VOLATILITY: how long what an instrument watches lives. They
// are a hint to people: switching an instrument on does little for what was
// made before and stays. The numbers are MySQL's.
const (
	VolatilityUnknown      = iota
	VolatilityPermanent    // as long as the server
	VolatilityProvisioning // until what the server is made of changes
	VolatilityDDL          // until a definition changes
	VolatilityCache        // as long as an entry of a cache
	VolatilitySession      // as long as a connection
	VolatilityTransaction  // as long as a transaction
	VolatilityQuery        // as long as a statement
	VolatilityIntraQuery   // several times within a statement
)
