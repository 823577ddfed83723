package perfschema

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema/record"
)

// threadRegistry finds the live threads. Starting and ending a thread takes
// its lock; recording events does not.
type threadRegistry struct {
	mu            sync.RWMutex
	byID          map[uint64]*Thread
	byProcesslist map[uint64]*Thread
	lastID        uint64
	lost          atomic.Uint64
	sampling      *Sampling // guarded by mu; nil while no profiler samples
}

func (r *threadRegistry) init() {
	r.byID = make(map[uint64]*Thread)
	r.byProcesslist = make(map[uint64]*Thread)
}

// add gives a thread its THREAD_ID, unless there are limit threads already.
func (r *threadRegistry) add(t *Thread, limit int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if int64(len(r.byID)) >= limit {
		r.lost.Add(1)
		return false
	}
	r.lastID++
	t.id = r.lastID
	r.byID[t.id] = t
	if p := t.info.processlistID; p != 0 {
		r.byProcesslist[p] = t
	}
	if r.sampling != nil {
		r.sampling.enlist(t)
	}
	return true
}

// remove takes an ended thread out.
func (r *threadRegistry) remove(t *Thread) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.byID, t.id)
	if p := t.info.processlistID; r.byProcesslist[p] == t {
		delete(r.byProcesslist, p)
	}
	if r.sampling != nil {
		r.sampling.dismiss(t)
	}
}

// where returns the live threads that are to be had, in no order.
func (r *threadRegistry) where(wanted func(*Thread) bool) (out []*Thread) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, t := range r.byID {
		if wanted(t) {
			out = append(out, t)
		}
	}
	return out
}

// Threads returns the live threads by THREAD_ID.
func (s *Reader) Threads() []*Thread {
	if !s.Schema().Enabled() {
		return nil
	}
	r := &s.threads
	r.mu.RLock()
	out := make([]*Thread, 0, len(r.byID))
	for _, t := range r.byID {
		out = append(out, t)
	}
	r.mu.RUnlock()
	slices.SortFunc(out, func(a, b *Thread) int { return cmp.Compare(a.id, b.id) })
	return out
}

// ThreadByID finds a live thread by THREAD_ID, or returns nil.
func (s *Reader) ThreadByID(id uint64) *Thread {
	if !s.Schema().Enabled() {
		return nil
	}
	s.threads.mu.RLock()
	defer s.threads.mu.RUnlock()
	return s.threads.byID[id]
}

// ThreadByProcesslistID finds a live thread by connection id, or returns nil.
func (s *Reader) ThreadByProcesslistID(id uint64) *Thread {
	if !s.Schema().Enabled() {
		return nil
	}
	s.threads.mu.RLock()
	defer s.threads.mu.RUnlock()
	return s.threads.byProcesslist[id]
}

// Info copies the Thread's attributes. Any goroutine may call it.
func (t *Thread) Info() record.ThreadInfo {
	if t == nil {
		return record.ThreadInfo{}
	}
	var a threadAttributes
	for {
		v := t.lock.Start()
		a = t.info
		if t.lock.Valid(v) {
			break
		}
	}
	out := record.ThreadInfo{
		ThreadID: t.id, ParentThreadID: t.parent, ProcesslistID: a.processlistID, Background: t.background || t.resting.Load() != 0,
		User: a.user, Host: a.host, Port: a.port, HasAccount: a.hasAccount, Database: a.database, Command: a.command, Info: a.text,
		ConnectionType: a.connectionType, CommandStart: t.schema.wallAt(a.commandStart),
		Instrumented: t.enabled.Load(), History: t.history.Load(),
	}
	if t.class != nil {
		out.Name = t.class.name
		out.Goroutine = t.owner != nil && t.class.name == goroutineName
	}
	if out.Info == "" {
		out.Info = a.origin.name()
	}
	if c := t.schema.classes[KindStage].at(t.stageKey.Load()); c != nil {
		out.State = stageState(c.name)
	}
	return out
}

// account copies the account's names. Any goroutine may call it.
func (t *Thread) account() (user, host string, known bool) {
	for {
		v := t.lock.Start()
		user, host, known = t.info.user, t.info.host, t.info.hasAccount
		if t.lock.Valid(v) {
			return user, host, known
		}
	}
}

// ConnectAttrs copies the connection attributes. Any goroutine may call it.
func (t *Thread) ConnectAttrs() []ConnectAttr {
	if t == nil {
		return nil
	}
	for {
		v := t.lock.Start()
		a := t.attrs
		if t.lock.Valid(v) {
			return slices.Clone(a)
		}
	}
}
