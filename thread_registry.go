package perfschema

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"
)

// threadRegistry finds the live threads. Starting and ending a thread takes
// its lock; recording events does not.
type threadRegistry struct {
	mu            sync.RWMutex
	byID          map[uint64]*Thread
	byProcesslist map[uint64]*Thread
	lastID        uint64
	lost          atomic.Uint64
	sampling      *Sampling // guarded by mu; nil while no profiler looks
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
