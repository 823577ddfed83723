package perfschema

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/internal/histogram"
	"github.com/perfschema/perfschema/internal/ring"
	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/snowset"
)

// Schema is one Performance Schema: the instruments, threads, accounts and
// summaries of one server. Make it with [New]; a nil Schema is off. It is safe
// for concurrent use.
type Schema struct {
	off   bool
	asked Sizes // as configured
	sizes Sizes // with every -1 resolved
	rules ruleList
	clock Clock

	consumers     atomic.Uint32
	stagesEnabled atomic.Int32 // stage classes that are enabled
	enabled       atomic.Int32 // classes that are: see [Class.countEnabled]
	sampleAge     atomic.Int64
	detailCeiling atomic.Int64

	classes        [numKinds]*classArray
	waitSlots      int              // wait classes there is room for
	modeMu         sync.Mutex       // held while the modes of wait classes change
	sampled        bool             // waits publish what they wait for; under modeMu
	labels         snowset.Registry // resources and operators of the program's own
	cycles         bool             // the timer of waits is the cycle counter
	cycle          *clock.Cycle
	abstract       abstractKeys
	transactionKey TransactionKey
	idleKey        idleKey
	tableIOKey     tableKey
	tableLockKey   tableKey
	errorKey       errorKey
	goroutine      goroutineClass

	threads  threadRegistry
	accounts accountRegistry
	actors   setupList[record.Actor]
	objects  setupList[record.Object]
	locks    lockTables

	mutexes instanceList[MutexInstance]
	rwlocks instanceList[RWLockInstance]
	conds   instanceList[CondInstance]
	pools   connectionPools
	files   fileRegistry
	sockets ioRegistry[SocketInstance]
	tables  tableRegistry

	// statementIDs is the one word that every statement of every Thread writes: it shares its
	// cache line with nothing that others read.
	_            [64]byte
	statementIDs atomic.Uint64
	_            [56]byte
	nestedLost   atomic.Uint64
	attrsLost    atomic.Uint64
	attrsLongest atomic.Uint64

	prepared  preparedRegistry
	programs  programRegistry
	digests   digestTable
	wallLine  atomic.Pointer[wallLine]
	histogram histogram.Counts

	sessionStagesLost atomic.Uint64 // stages beyond profiling_session_stages

	waitsLost        atomic.Uint64 // waits nested too deep to be events
	waitsLong        *ring.Shared[waitRecord]
	statementsLong   *ring.Shared[statementRecord]
	stagesLong       *ring.Shared[stageRecord]
	transactionsLong *ring.Shared[transactionRecord]

	// foldMu is held while summaries move between a thread and what stands
	// above it, and while they are read, so that nothing is seen twice or not
	// at all. Recording an event never takes it.
	foldMu sync.Mutex
	// accountWatches are told what is taken off accounts.
	accountWatches []*AccountWatch
	// global holds what no thread, account, user or host shows any more;
	// direct holds what is recorded past all threads.
	global aggregate
	direct directStats
	// truncated is what TRUNCATE has taken off these two. It has every error.
	truncated aggregate
	memory    memoryState

	timers []clock.Timer
}

// New makes a Schema. It fails if a size is out of its variable's range.
func New(cfg Config) (*Schema, error) {
	if cfg.Sizes == (Sizes{}) {
		cfg.Sizes = DefaultSizes()
	}
	for i := range variables {
		if f := variables[i].field; f != nil {
			if err := variables[i].check(*f(&cfg.Sizes)); err != nil {
				return nil, fmt.Errorf("perfschema: %w", err)
			}
		}
	}
	s := &Schema{off: cfg.Off, asked: cfg.Sizes, sizes: cfg.Sizes.resolve(), rules: cfg.Instruments, clock: cfg.Clock}
	if s.clock == nil {
		s.clock = clock.NewReal()
	}
	s.cycle = clock.NewCycle(s.clock)
	s.cycles = s.cycle.Raw()
	s.makeClasses()
	s.makeHistories()
	for _, c := range Consumers() {
		s.SetConsumer(c, c.Default())
	}
	for c, on := range cfg.Consumers {
		s.SetConsumer(c, on)
	}
	s.sampleAge.Store(s.sizes.DigestSampleAge)
	s.detailCeiling.Store(s.sizes.DetailCeiling)
	if s.off {
		return s, nil
	}
	s.timers = clock.Timers()
	s.makeBuffers()
	s.actors.init(s.sizes.SetupActors, defaultActors())
	s.objects.init(s.sizes.SetupObjects, record.DefaultObjects())
	s.registerBuiltin()
	return s, nil
}

// makeClasses makes a class array per kind. Kinds of which MySQL has a fixed
// few have no variable. The Schema's own buffers, and those of what is attached
// to it, are memory classes beyond performance_schema_max_memory_classes, as in
// MySQL.
func (s *Schema) makeClasses() {
	z := &s.sizes
	size := map[Kind]int64{
		KindMutex: z.MutexClasses, KindRWLock: z.RWLockClasses, KindCond: z.CondClasses,
		KindFile: z.FileClasses, KindSocket: z.SocketClasses, KindTable: 8, KindStage: z.StageClasses,
		KindStatement: z.StatementClasses, KindTransaction: 4, KindMemory: z.MemoryClasses + int64(ownMemoryClasses()),
		KindThread: z.ThreadClasses, KindIdle: 4, KindMetadata: 4, KindError: 1,
	}
	for k := range numKinds {
		if kinds[k].home != k {
			continue
		}
		n := size[k]
		if s.off {
			n = 0
		}
		s.classes[k] = s.newClassArray(n)
	}
	for k := range numKinds {
		s.classes[k] = s.classes[kinds[k].home]
	}
	if !s.off {
		s.classes[KindMemory].reserved = ownMemoryClasses()
	}
	s.classes[KindMemory].refresh = (*Class).refreshMemoryMode
	s.classes[KindStage].refresh = (*Class).refreshStage
	s.numberWaits()
}

// makeHistories makes the rings of the events of all threads, which take memory when a consumer
// is enabled that keeps them.
func (s *Schema) makeHistories() {
	z := &s.sizes
	s.waitsLong = ring.NewShared[waitRecord](int(z.WaitsHistoryLong))
	s.statementsLong = ring.NewShared[statementRecord](int(z.StatementsHistoryLong))
	s.stagesLong = ring.NewShared[stageRecord](int(z.StagesHistoryLong))
	s.transactionsLong = ring.NewShared[transactionRecord](int(z.TransactionsHistoryLong))
}

func (s *Schema) makeBuffers() {
	z := &s.sizes
	s.digests.init(int(z.Digests))
	s.threads.init()
	s.accounts.init()
	s.mutexes.limit, s.rwlocks.limit, s.conds.limit = z.MutexInstances, z.RWLockInstances, z.CondInstances
	s.files.init(z)
	s.sockets.init(z.SocketInstances, z.SocketClasses, func(k *SocketInstance) (*Class, int, *ioStat) { return k.class, k.position, &k.io })
	s.tables.init(z)
	s.locks.init(z)
	s.global = s.newAggregate()
	s.truncated = s.newAggregate()
	s.truncated.errors = stat.NewSparse[errorStat](s.errorRows())
	s.direct = s.newDirectStats()
	s.memory.published = make([]memoryPublished, len(s.classes[KindMemory].items))
}

// registerBuiltin registers what belongs to no adapter.
func (s *Schema) registerBuiltin() {
	s.transactionKey = s.registerTransaction("", Info{Name: "transaction", Documentation: "from the start of a transaction to its end"})
	s.idleKey = s.registerIdle("", Info{Name: "idle", Flags: FlagUser, Documentation: "a connection waits for its next command"})
	s.tableIOKey = s.registerTable("io/table/sql", Info{Name: "handler", Documentation: "rows read from a table and written to it"})
	s.tableLockKey = s.registerTable("lock/table/sql", Info{Name: "handler", Documentation: "locks on a table"})
	s.errorKey = s.registerError("", Info{Name: "error", Documentation: "errors, warnings and notes, by number"})
	s.abstract = registerAbstract(s)
	s.locks.key = s.registerMetadata("sql", Info{Name: "mdl", Documentation: "Metadata locks and user-level locks."})
	s.addOwnMemory()
}

// Enabled is @@performance_schema.
func (s *Schema) Enabled() bool { return s != nil && !s.off }

// TransactionKey is the built-in transaction instrument.
func (s *Schema) TransactionKey() TransactionKey {
	if s == nil {
		return 0
	}
	return s.transactionKey
}

// Timers are the platform's timers, measured when the first Schema of the
// process was made; rows of performance_timers.
func (s *Reader) Timers() []record.TimerInfo {
	if !s.Schema().Enabled() {
		return nil
	}
	return s.timers
}

// wallAt is the time of day at a tick of the clock.
func (s *Schema) wallAt(tick uint64) time.Time {
	// Who loses the core between the readings of the two clocks reads them apart:
	// read again, a few times at most.
	before := s.clock.Now()
	for range 8 {
		wall := s.clock.Wall()
		now := s.clock.Now()
		if now-before < uint64(5*time.Microsecond) {
			return wall.Add(-time.Duration(now - tick))
		}
		before = now
	}
	return s.clock.Wall().Add(-time.Duration(s.clock.Now() - tick))
}

// wallLine is a tick of the clock and the time of day then.
type wallLine struct {
	tick uint64
	wall time.Time
}

// wallReach is how far from a wallLine a tick may be that is told by it: the
// time of day may be put right meanwhile.
const wallReach = uint64(time.Second)

// wallNear is wallAt for what has just happened: reading two clocks takes as long
// as a few dozen other steps of a statement's end, so it is done once a second.
func (s *Schema) wallNear(tick uint64) time.Time {
	if l := s.wallLine.Load(); l != nil && tick-l.tick+wallReach <= 2*wallReach {
		return l.wall.Add(time.Duration(tick - l.tick))
	}
	l := &wallLine{tick, s.wallAt(tick)}
	if s.clock.Now()-tick < wallReach {
		s.wallLine.Store(l)
	}
	return l.wall
}

// Began is when the Schema's clock began, by the time of day as it is now.
func (s *Reader) Began() time.Time { return s.Schema().wallAt(0) }

// Wall is the time of day as the Schema's clock has it, and the machine's of a
// nil Schema.
func (s *Schema) Wall() time.Time {
	if s == nil {
		return time.Now()
	}
	return s.clock.Wall()
}
