package perfschema

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
