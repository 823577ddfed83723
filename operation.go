package perfschema

// Operation is what a wait waits for: OPERATION of events_waits_*.
type Operation uint8

// The operations, by kind of instrument.
const (
	OpNone Operation = iota

	OpLock    // mutex
	OpTryLock // mutex

	OpReadLock               // rwlock, prlock
	OpWriteLock              // rwlock, prlock
	OpTryReadLock            // rwlock, prlock
	OpTryWriteLock           // rwlock, prlock
	OpSharedLock             // sxlock
	OpSharedExclusiveLock    // sxlock
	OpExclusiveLock          // sxlock
	OpTrySharedLock          // sxlock
	OpTrySharedExclusiveLock // sxlock
	OpTryExclusiveLock       // sxlock

	OpWait      // cond
	OpTimedWait // cond

	OpCreate // file
	OpOpen   // file
	OpClose  // file
	OpRead   // file
	OpWrite  // file
	OpSeek   // file
	OpTell   // file
	OpFlush  // file
	OpStat   // file
	OpFstat  // file
	OpChsize // file
	OpDelete // file
	OpRename // file
	OpSync   // file

	OpConnect     // socket
	OpBind        // socket
	OpListen      // socket
	OpAccept      // socket
	OpSend        // socket
	OpRecv        // socket
	OpSendTo      // socket
	OpRecvFrom    // socket
	OpShutdown    // socket
	OpOption      // socket
	OpSocketClose // socket
	OpSocketStat  // socket
	OpSelect      // socket; of a cond, what waits for several things

	OpFetch     // table I/O
	OpInsert    // table I/O
	OpUpdate    // table I/O
	OpDeleteRow // table I/O

	OpReadNormal            // table lock
	OpReadWithSharedLocks   // table lock
	OpReadHighPriority      // table lock
	OpReadNoInsert          // table lock
	OpWriteAllowWrite       // table lock
	OpWriteConcurrentInsert // table lock
	OpWriteLowPriority      // table lock
	OpWriteNormal           // table lock
	OpReadExternal          // table lock
	OpWriteExternal         // table lock

	OpMetadataLock // metadata lock
	OpIdle         // idle
	numOperations
)

// direction is the part of a file's or socket's statistics an operation
// belongs to.
type direction uint8

const (
	misc direction = iota
	read
	write
	numDirections
)

// operations has a place for every number, so that one that is no operation is
// looked up as any other.
var operations = [1 << 8]struct {
	name      string
	direction direction
}{
	OpLock:                   {name: "lock"},
	OpTryLock:                {name: "try_lock"},
	OpReadLock:               {name: "read_lock", direction: read},
	OpWriteLock:              {name: "write_lock", direction: write},
	OpTryReadLock:            {name: "try_read_lock", direction: read},
	OpTryWriteLock:           {name: "try_write_lock", direction: write},
	OpSharedLock:             {name: "shared_lock", direction: read},
	OpSharedExclusiveLock:    {name: "shared_exclusive_lock", direction: write},
	OpExclusiveLock:          {name: "exclusive_lock", direction: write},
	OpTrySharedLock:          {name: "try_shared_lock", direction: read},
	OpTrySharedExclusiveLock: {name: "try_shared_exclusive_lock", direction: write},
	OpTryExclusiveLock:       {name: "try_exclusive_lock", direction: write},
	OpWait:                   {name: "wait"},
	OpTimedWait:              {name: "timed_wait"},
	OpCreate:                 {name: "create"},
	OpOpen:                   {name: "open"},
	OpClose:                  {name: "close"},
	OpRead:                   {name: "read", direction: read},
	OpWrite:                  {name: "write", direction: write},
	OpSeek:                   {name: "seek"},
	OpTell:                   {name: "tell"},
	OpFlush:                  {name: "flush"},
	OpStat:                   {name: "stat"},
	OpFstat:                  {name: "stat"},
	OpChsize:                 {name: "chsize"},
	OpDelete:                 {name: "delete"},
	OpRename:                 {name: "rename"},
	OpSync:                   {name: "sync"},
	OpConnect:                {name: "connect"},
	OpBind:                   {name: "bind"},
	OpListen:                 {name: "connect"},
	OpAccept:                 {name: "connect"},
	OpSend:                   {name: "send", direction: write},
	OpRecv:                   {name: "recv", direction: read},
	OpSendTo:                 {name: "sendto", direction: write},
	OpRecvFrom:               {name: "recvfrom", direction: read},
	OpShutdown:               {name: "shutdown"},
	OpOption:                 {name: "opt"},
	OpSocketClose:            {name: "close"},
	OpSocketStat:             {name: "stat"},
	OpSelect:                 {name: "select"},
	OpFetch:                  {name: "fetch", direction: read},
	OpInsert:                 {name: "insert", direction: write},
	OpUpdate:                 {name: "update", direction: write},
	OpDeleteRow:              {name: "delete", direction: write},
	OpReadNormal:             {name: "read normal", direction: read},
	OpReadWithSharedLocks:    {name: "read with shared locks", direction: read},
	OpReadHighPriority:       {name: "read high priority", direction: read},
	OpReadNoInsert:           {name: "read no inserts", direction: read},
	OpWriteAllowWrite:        {name: "write allow write", direction: write},
	OpWriteConcurrentInsert:  {name: "write concurrent insert", direction: write},
	OpWriteLowPriority:       {name: "write low priority", direction: write},
	OpWriteNormal:            {name: "write normal", direction: write},
	OpReadExternal:           {name: "read external", direction: read},
	OpWriteExternal:          {name: "write external", direction: write},
	OpMetadataLock:           {name: "metadata lock"},
	OpIdle:                   {name: "idle"},
}

// String is MySQL's OPERATION. Some operations share a name there: fstat is a
// stat, listen and accept are a connect.
func (o Operation) String() string { return operations[o].name }
