package perfschema

import (
	"runtime"
	"time"

	"github.com/perfschema/perfschema/internal/seqlock"
)

// fold moves what Threads have counted of digests to the rows, for a reader: of all
// statements that have ended before the call. It takes no more than a load of a Thread that
// has nothing to move, and holds up no writer: one whose counts are being moved counts in
// the rows meanwhile.
func (d *digestTable) fold(s *Schema) {
	d.folding.Lock()
	defer d.folding.Unlock()
	d.foldThreads(s, s.threads.where(func(t *Thread) bool { return t.recent.used.Load() != 0 }))
}

// foldAll is fold for TRUNCATE, after which no statement counts in what it has taken away.
func (d *digestTable) foldAll(s *Schema) {
	d.folding.Lock()
	defer d.folding.Unlock()
	d.foldThreads(s, s.threads.where(func(*Thread) bool { return true }))
}

// foldThreads moves the counts of Threads that may go on recording. folding is held.
func (d *digestTable) foldThreads(s *Schema, threads []*Thread) {
	if len(threads) == 0 {
		return
	}
	defer func() {
		for _, t := range threads {
			t.recent.state.CompareAndSwap(recentFolded, recentOpen)
		}
	}()
	for _, t := range threads {
		t.recent.state.CompareAndSwap(recentOpen, recentFolded)
	}
	seqlock.WaitAll(threads, func(t *Thread) *seqlock.Lock { return &t.lock })
	generation := d.table.Load().generation
	for _, t := range threads {
		t.recent.moveAll(s, generation)
	}
}

// close moves the counts of a Thread that ends. Should it record another statement, that
// counts in the row.
func (d *digestTable) close(s *Schema, t *Thread) {
	d.folding.Lock()
	defer d.folding.Unlock()
	t.recent.state.Store(recentClosed)
	if t.recent.table.Load() == nil {
		return
	}
	seqlock.WaitAll([]*Thread{t}, func(t *Thread) *seqlock.Lock { return &t.lock })
	t.recent.moveAll(s, d.table.Load().generation)
	t.recent.table.Store(nil)
}

// moveAll moves all counts to their rows, and forgets rows that were truncated away, for
// those to become garbage. The writer does not count meanwhile.
func (r *recentDigests) moveAll(s *Schema, generation uint64) {
	table := r.table.Load()
	if table == nil || r.used.Load() == 0 {
		return
	}
	for k, p := range table.digests {
		if p == nil {
			continue
		}
		if e := table.rows[k]; e != nil && p.stat.timer.Count != 0 {
			e.begin()
			p.moveTo(s, e)
			e.lock.End()
		}
		if e := table.rows[k]; e != nil && e.generation != generation {
			table.rows[k] = nil
		}
	}
	r.used.Store(0)
}

// begin opens a section of the row's lock. Who holds it moves one Thread's counts, and may
// lose its core in doing so.
func (e *digestEntry) begin() {
	for i := 0; !e.lock.TryBegin(); i++ {
		if i < 100 {
			runtime.Gosched()
			continue
		}
		time.Sleep(10 * time.Microsecond)
	}
}
