package perfschema

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/ring"
	"github.com/perfschema/perfschema/internal/seqlock"
	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/relaxed"
)

// Thread is a unit of work with a THREAD_ID of its own: a connection or a
// background worker, not an OS thread. One goroutine at a time writes to it;
// the work may pass from one goroutine to the next if the hand-over orders
// them. Methods that may be called from any goroutine say so. A nil Thread
// records nothing.
type Thread struct {
	// What a wait looks at comes first, so that it is in one cache line.
	schema  *Schema
	id      uint64
	enabled atomic.Bool // INSTRUMENTED
	history atomic.Bool // HISTORY
	// lock publishes what readers see, as far as it has no word of its own.
	lock  seqlock.Lock
	stats aggregate

	class      *Class
	parent     uint64
	background bool
	stageKey   relaxed.Uint32
	floors     [record.EventWait + 1]atomic.Uint64 // by event type: current events up to this one were truncated away

	info        threadAttributes
	attrs       []ConnectAttr
	eventID     uint64
	stack       []atomic.Pointer[statementSlot] // never grows; a level is made when first used
	depth       int
	stage       stageRecord
	transaction transactionSlot

	waits        atomic.Pointer[waitStack]     // made with the first event
	profiler     atomic.Pointer[StageProfiler] // made when profiling is first switched on
	stageHistory stageHistoryWriter            // of the last stages

	statements   ring.Own[statementRecord]
	stages       ring.Own[stageRecord]
	transactions ring.Own[transactionRecord]
	waitHistory  ring.Own[waitRecord]
	waitCache    stat.Wide[stat.Timer]

	stageCache       stat.Cache[stat.Timer]
	statementCache   stat.Cache[statementStat]
	transactionCache stat.Cache[transactionStat]
	recent           recentDigests
	memory           memoryTotals
	memoryCache      memoryCache

	home      atomic.Pointer[home] // where summaries go at the end
	counted   bool                 // as a connection of home
	children  [maxChildren]atomic.Pointer[Thread]
	owner     *Thread                   // of a child: whose pool it returns to
	stateWord atomic.Pointer[stateWord] // its state word, while a profiler samples
	bound     atomic.Uint64             // the goroutine that Bind was called on
	goroutine atomic.Uintptr            // where the runtime says what that one does
	resting   relaxed.Uint32            // 1 in its owner's pool; the child's writer sets it, who takes it clears it
	ended     atomic.Bool
	moment    moment
	random    uint32 // of draw
}

// threadAttributes are what the threads table shows beside the identity.
type threadAttributes struct {
	processlistID  uint64
	user, host     string
	port           uint16
	hasAccount     bool
	database       string
	command        string
	commandStart   uint64 // clock ticks
	origin         origin // of a goroutine that runs
	text           string
	connectionType string
}

// ThreadOptions says what a new Thread is.
type ThreadOptions struct {
	// Parent is the Thread that started this one, or nil.
	Parent *Thread
	// ProcesslistID is the connection id; 0 for none.
	ProcesslistID uint64
	// User and Host are the account, if known already; see SetAccount.
	User, Host string
	// Background marks a worker that belongs to no connection.
	Background bool
	// ConnectionType is "TCP/IP", "SSL/TLS", "Socket" or empty.
	ConnectionType string
}

// ConnectAttr is one connection attribute.
type ConnectAttr struct{ Name, Value string }

// NewThread starts a Thread of a class. It returns nil when the Schema is off, when
// the class was lost, or when performance_schema_max_thread_instances threads exist,
// which it counts. Any goroutine may call it; it takes a lock.
func (s *Schema) NewThread(key ThreadKey, o ThreadOptions) *Thread {
	if !s.Enabled() || key == 0 && s.classes[KindThread].full() {
		return nil
	}
	t := s.newThread(key, o)
	if !s.threads.add(t, s.sizes.ThreadInstances) {
		return nil
	}
	switch {
	case o.Background:
		t.join(accountKey{userNull: true, hostNull: true})
	case o.User != "" || o.Host != "":
		t.SetAccount(o.User, o.Host)
	}
	return t
}

// newThread makes a Thread that is not registered yet.
func (s *Schema) newThread(key ThreadKey, o ThreadOptions) *Thread {
	z := &s.sizes
	t := &Thread{
		schema: s, class: s.classes[KindThread].at(uint32(key)), background: o.Background,
		statements:   ring.NewOwn[statementRecord](int(z.StatementsHistory)),
		stages:       ring.NewOwn[stageRecord](int(z.StagesHistory)),
		transactions: ring.NewOwn[transactionRecord](int(z.TransactionsHistory)),
		waitHistory:  ring.NewOwn[waitRecord](int(z.WaitsHistory)),
		stats:        s.newAggregate(),
	}
	t.stack = make([]atomic.Pointer[statementSlot], z.StatementStack)
	t.transaction.thread = t
	if o.Parent != nil {
		t.parent = o.Parent.id
	}
	if o.ProcesslistID != 0 {
		t.stageHistory.size = int(z.SessionStages)
	}
	t.info = threadAttributes{processlistID: o.ProcesslistID, connectionType: o.ConnectionType, commandStart: s.clock.Now()}
	t.enabled.Store(t.instrumented())
	t.history.Store(t.keepsHistory())
	return t
}

// instrumented is what setup_threads says of the Thread. One of no class is
// instrumented, unless performance_schema_max_thread_classes leaves no room for
// any.
func (t *Thread) instrumented() bool {
	if t.class == nil {
		return t.schema.sizes.ThreadClasses > 0
	}
	return t.class.Enabled()
}

func (t *Thread) keepsHistory() bool {
	if t.class == nil {
		return t.schema.sizes.ThreadClasses > 0
	}
	return t.class.HistoryEnabled()
}

// SetAccount names the account after authentication: it counts the connection
// in accounts, users and hosts, and applies setup_actors. It takes a lock.
func (t *Thread) SetAccount(user, host string) {
	if t == nil {
		return
	}
	enabled, history := t.schema.actorFor(user, host)
	t.enabled.Store(enabled && t.instrumented())
	t.history.Store(history && t.keepsHistory())
	t.leave()
	t.publish(func(a *threadAttributes) { a.user, a.host, a.hasAccount = user, host, true })
	t.join(accountKey{user: user, host: host})
}

// End ends the Thread: what it has counted goes to its account, and its
// events are only left in the history_long tables. The Thread must not be used
// afterwards. It takes a lock.
func (t *Thread) End() {
	if t == nil || t.ended.Swap(true) {
		return
	}
	t.Unbind()
	t.endWork()
	for i := range t.children {
		t.children[i].Swap(nil).End()
	}
	t.schema.prepared.endThread(t)
	t.schema.retire(t)
	t.enabled.Store(false)
	t.memoryCache = memoryCache{}
}

// endWork ends what runs on the Thread.
func (t *Thread) endWork() {
	if t == nil {
		return
	}
	for t.depth > 0 {
		t.current().end()
	}
	t.EndStage()
	if t.transaction.active {
		t.transaction.end(false)
	}
}

// ID is the THREAD_ID, 0 for a nil Thread. Any goroutine may call it.
func (t *Thread) ID() uint64 {
	if t == nil {
		return 0
	}
	return t.id
}

// ProcesslistID is the connection id, 0 if there is none. Any goroutine may
// call it.
func (t *Thread) ProcesslistID() uint64 {
	if t == nil {
		return 0
	}
	return t.info.processlistID // never changes
}

// Schema is the Schema the Thread belongs to.
func (t *Thread) Schema() *Schema {
	if t == nil {
		return nil
	}
	return t.schema
}

// SetDatabase sets PROCESSLIST_DB and the CURRENT_SCHEMA of later statements.
func (t *Thread) SetDatabase(db string) {
	if t != nil && t.info.database != db {
		t.publish(func(a *threadAttributes) { a.database = db })
	}
}

// publish changes attributes in one step for readers.
func (t *Thread) publish(change func(*threadAttributes)) {
	t.lock.Begin()
	change(&t.info)
	t.lock.End()
}

// SetCommand sets PROCESSLIST_COMMAND and starts PROCESSLIST_TIME; info is
// PROCESSLIST_INFO, empty for NULL. The string is kept, not copied.
func (t *Thread) SetCommand(command, info string) {
	if t == nil {
		return
	}
	now := t.now()
	t.lock.Begin()
	t.info.command, t.info.text, t.info.commandStart = command, info, now
	t.lock.End()
}

// SetInfo sets PROCESSLIST_INFO alone.
func (t *Thread) SetInfo(text string) {
	if t != nil {
		t.publish(func(a *threadAttributes) { a.text = text })
	}
}

// SetPort sets the client's port, which the process list shows behind the
// host; 0 is unknown.
func (t *Thread) SetPort(port uint16) {
	if t != nil {
		t.publish(func(a *threadAttributes) { a.port = port })
	}
}

// SetConnectionType sets CONNECTION_TYPE.
func (t *Thread) SetConnectionType(ct string) {
	if t != nil {
		t.publish(func(a *threadAttributes) { a.connectionType = ct })
	}
}

// SetConnectAttrs sets the connection attributes. Those beyond
// performance_schema_session_connect_attrs_size bytes are dropped and counted.
func (t *Thread) SetConnectAttrs(attrs []ConnectAttr) {
	if t == nil {
		return
	}
	s := t.schema
	var size, kept int64
	var keep []ConnectAttr
	full := false
	for _, a := range attrs {
		n := int64(len(a.Name) + len(a.Value))
		size += n
		if full = full || kept+n > s.sizes.SessionConnectAttrs; !full {
			kept += n
			keep = append(keep, a)
		}
	}
	if full {
		s.attrsLost.Add(1)
	}
	stat.Raise(&s.attrsLongest, uint64(size))
	t.lock.Begin()
	t.attrs = keep
	t.lock.End()
}

// Instrumented is INSTRUMENTED. Any goroutine may call it.
func (t *Thread) Instrumented() bool { return t != nil && t.enabled.Load() }

// SetInstrumented takes effect with the next event. Any goroutine may call it.
func (t *Thread) SetInstrumented(on bool) {
	if t != nil {
		t.enabled.Store(on)
	}
}

// History is HISTORY. Any goroutine may call it.
func (t *Thread) History() bool { return t != nil && t.history.Load() }

// SetHistory takes effect with the next event. Any goroutine may call it.
func (t *Thread) SetHistory(on bool) {
	if t != nil {
		t.history.Store(on)
	}
}
