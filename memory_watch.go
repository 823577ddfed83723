package perfschema

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/procmem"
	"github.com/perfschema/perfschema/internal/seqlock"
	"github.com/perfschema/perfschema/internal/stat"
)

// MemoryCrossing says that what a memory instrument has in use has passed its
// mark upward, and who pushed it over.
type MemoryCrossing struct {
	// Instrument is the full name, Mark the bytes it was not to reach and Bytes
	// those in use of it, on all threads, when it did.
	Instrument  string
	Mark, Bytes int64
	// ThreadID is the THREAD_ID of who allocated, 0 if that was on no Thread;
	// ParentThreadID that of the connection a helper works for, else 0.
	ThreadID, ParentThreadID, ProcesslistID uint64
	User, Host                              string
	HasAccount                              bool
	// SQLText is the statement that ran, empty if none did or it has no text.
	SQLText string
}

// memoryPublished is what threads have ever published of a class while it was
// watched.
type memoryPublished struct {
	bytes atomic.Int64
	ended int64 // by stats that are gone; under Schema.foldMu
}

// memoryWatch is the alarm of one class.
type memoryWatch struct {
	class *Class
	alarm *memoryAlarm
	mark  int64
	// Bytes in use are base, what is counted past all threads, and what threads
	// publish.
	base  atomic.Int64
	ready atomic.Bool // base is known, and the watch has not ended
	fired atomic.Bool // above the mark, and told
	taken atomic.Bool // found holds a crossing that is not told yet
	full  atomic.Bool // found is complete
	found foundCrossing
}

// foundCrossing is what the goroutine that allocates writes down.
type foundCrossing struct {
	bytes  int64
	thread *Thread
	info   threadAttributes
	text   string
}

// memoryAlarm tells of crossings, on a goroutine of its own.
type memoryAlarm struct {
	watches []*memoryWatch
	notify  func(MemoryCrossing)
	wake    chan struct{}
	done    chan struct{}
}

// memoryWatches are the alarms of a Schema.
type memoryWatches struct {
	mu    sync.Mutex
	alarm *memoryAlarm
}

// WatchMemory has notify called when what an instrument has in use on all
// threads passes a mark upward, once per crossing: again only after it has
// fallen an eighth below the mark. spec names instruments and marks,
//
//	memory/app/cache:64M,memory/app/rows:1G
//
// with K, M, G or T for powers of 1024, and replaces what was watched before;
// "" ends it. A spec that is no good changes nothing: the error wraps
// [ErrMemoryWatch], and [ErrNotFound] where there is no such instrument. What is
// above its mark already is told of with the next allocation.
//
// notify runs on a goroutine of the Schema's that ends with the watch, holds no
// lock and may call WatchMemory; while it runs, further crossings of the same
// instrument count as one. An allocation of an instrument that is watched costs two atomic
// adds more and never waits for notify; others cost what they did.
func (s *Schema) WatchMemory(spec string, notify func(MemoryCrossing)) error {
	marks, err := parseMemoryWatch(spec)
	if err != nil || !s.Enabled() {
		return err
	}
	classes := make([]*Class, len(marks))
	for i, m := range marks {
		if classes[i], err = s.watchable(m.name); err != nil {
			return fmt.Errorf("%w %q: %w", ErrMemoryWatch, m.name, err)
		}
	}
	w := &s.memory.watches
	w.mu.Lock()
	defer w.mu.Unlock()
	if a := w.alarm; a != nil {
		for _, x := range a.watches {
			x.ready.Store(false)
			x.class.setWatched(false)
		}
		close(a.done)
		w.alarm = nil
	}
	if len(marks) == 0 || notify == nil {
		return nil
	}
	a := &memoryAlarm{notify: notify, wake: make(chan struct{}, 1), done: make(chan struct{})}
	for i, c := range classes {
		x := &memoryWatch{class: c, alarm: a, mark: marks[i].bytes}
		c.watch.Store(x)
		a.watches = append(a.watches, x)
	}
	w.alarm = a
	s.startWatches(a)
	go a.run()
	return nil
}

// watchable finds an instrument that somebody allocates with.
func (s *Schema) watchable(name string) (*Class, error) {
	m := &s.memory.sources
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, c := range s.classes[KindMemory].all() {
		if c.name != name {
			continue
		}
		if ownMemory(name) || procmem.Owns(name) || m.seen[MemoryKey(i+1)] != nil {
			return nil, errComputed
		}
		return c, nil
	}
	return nil, noInstrument{}
}

// noInstrument is ErrNotFound for who set a watch.
type noInstrument struct{}

func (noInstrument) Error() string {
	return "there is no such memory instrument, see setup_instruments"
}
func (noInstrument) Unwrap() error { return ErrNotFound }

func (c *Class) setWatched(on bool) {
	c.schema.modeMu.Lock()
	defer c.schema.modeMu.Unlock()
	c.watched = on
	c.refreshMemoryMode()
}

// startWatches has threads publish what they allocate, and takes what they had
// in use before as the base of that. No fold comes between.
func (s *Schema) startWatches(a *memoryAlarm) {
	s.foldMu.Lock()
	defer s.foldMu.Unlock()
	for _, w := range a.watches {
		w.class.setWatched(true)
	}
	// Who has not seen the new mode is inside of a section that is open now.
	threads := s.Read().Threads()
	seqlock.WaitAll(threads, func(t *Thread) *seqlock.Lock { return &t.lock })
	use := s.unpublished(threads)
	for _, w := range a.watches {
		w.base.Store(use[w.class.index] - s.memory.published[w.class.index].ended)
		w.ready.Store(true)
	}
}

// unpublished is by class the bytes in use on threads, less what living threads
// have published: a difference that stays as it is while they are watched.
// foldMu is held.
func (s *Schema) unpublished(threads []*Thread) []int64 {
	sums := make([]int64, len(s.classes[KindMemory].items))
	kept := func(a *aggregate) {
		a.kept.Body().Each(func(i int, c *memoryCount) { sums[i] += c.use().bytes })
	}
	kept(&s.global)
	s.accounts.mu.Lock()
	for _, a := range s.accounts.accounts {
		kept(&a.own)
	}
	s.accounts.mu.Unlock()
	scratch := new(stat.Scratch[memoryStat])
	for _, t := range threads {
		kept(&t.stats)
		t.stats.memory.Body().Snapshot(&t.lock, scratch, func(classes []uint16, stats []memoryStat) {
			for k := range stats {
				sums[classes[k]] += stats[k].use().bytes - stats[k].published
			}
		})
	}
	return sums
}

// publishMemory tells of n bytes more or less in use of a watched class, counted
// in stat b of the thread's. Only the writer calls it, inside its write section.
func (t *Thread) publishMemory(c *Class, b *memoryStat, n int64) {
	b.published += n
	c.watch.Load().check(t, n, t.schema.memory.published[c.index].bytes.Add(n))
}

// check compares what is in use with the mark, after n bytes more or less.
func (w *memoryWatch) check(t *Thread, n, published int64) {
	if !w.ready.Load() {
		return
	}
	bytes, mark := w.base.Load()+published, w.mark
	if b := w.class.schema.direct.memory[w.class.index].Load(); b != nil {
		c := b.load()
		bytes += c.use().bytes
	}
	switch {
	case n > 0 && bytes >= mark && !w.fired.Load():
		if w.fired.CompareAndSwap(false, true) {
			w.note(t, bytes)
		}
	case n < 0 && bytes < mark-mark/8 && w.fired.Load():
		w.fired.Store(false)
	}
}

// note writes a crossing down and wakes who tells of it.
func (w *memoryWatch) note(t *Thread, bytes int64) {
	if !w.taken.CompareAndSwap(false, true) {
		return // the last one is not told yet
	}
	w.found = foundCrossing{bytes: bytes, thread: t}
	if t != nil {
		w.found.info = t.info
		if st := t.current(); st != nil {
			w.found.text = st.rec.text
		}
	}
	w.full.Store(true)
	select {
	case w.alarm.wake <- struct{}{}:
	default:
	}
}

// run tells of crossings until the watch ends.
func (a *memoryAlarm) run() {
	for {
		select {
		case <-a.done:
			return
		case <-a.wake:
		}
		for _, w := range a.watches {
			if w.full.Load() {
				c := w.crossing()
				w.full.Store(false)
				w.taken.Store(false)
				a.notify(c)
			}
			select {
			case <-a.done:
				return
			default:
			}
		}
	}
}

// crossing is what was written down, with what a helper's connection runs.
func (w *memoryWatch) crossing() MemoryCrossing {
	f := &w.found
	out := MemoryCrossing{
		Instrument: w.class.name, Mark: w.mark, Bytes: f.bytes, ThreadID: f.thread.ID(), ProcesslistID: f.info.processlistID,
		User: f.info.user, Host: f.info.host, HasAccount: f.info.hasAccount, SQLText: f.text,
	}
	if t := f.thread; t != nil && t.owner != nil {
		out.ParentThreadID, out.ProcesslistID = t.owner.id, t.owner.ProcesslistID()
		if out.SQLText == "" {
			out.SQLText = t.owner.Info().Info
		}
	}
	*f = foundCrossing{}
	return out
}

// ErrMemoryWatch is wrapped by the errors of [Schema.WatchMemory]: a spec that
// cannot be read, a size that is none, an instrument that cannot be watched.
var ErrMemoryWatch = errors.New("bad memory watch")

var errComputed = errors.New("its figures are computed when read: nobody is there to be named")

// memoryMark is one entry of a spec.
type memoryMark struct {
	name  string
	bytes int64
}

// parseMemoryWatch reads name:size,name:size. A name may hold colons.
func parseMemoryWatch(spec string) ([]memoryMark, error) {
	if strings.TrimSpace(spec) == "" {
		return nil, nil
	}
	var out []memoryMark
	seen := make(map[string]bool)
	for entry := range strings.SplitSeq(spec, ",") {
		entry = strings.TrimSpace(entry)
		i := strings.LastIndexByte(entry, ':')
		if i <= 0 {
			return nil, fmt.Errorf("%w %q: want instrument:size, as memory/app/cache:64M", ErrMemoryWatch, entry)
		}
		name := strings.TrimSpace(entry[:i])
		bytes, err := parseSize(strings.TrimSpace(entry[i+1:]))
		if err != nil {
			return nil, fmt.Errorf("%w %q: %w", ErrMemoryWatch, entry, err)
		}
		if seen[name] {
			return nil, fmt.Errorf("%w %q: the instrument is named twice", ErrMemoryWatch, entry)
		}
		seen[name] = true
		out = append(out, memoryMark{name, bytes})
	}
	return out, nil
}

// parseSize reads a number of bytes: 65536, 64K, 64KiB, 1G. Units are powers of
// 1024; case does not matter.
func parseSize(text string) (int64, error) {
	end := 0
	for end < len(text) && '0' <= text[end] && text[end] <= '9' {
		end++
	}
	n, err := strconv.ParseInt(text[:end], 10, 64)
	if end == 0 || err != nil || n == 0 {
		return 0, fmt.Errorf("%q is no size: want bytes, or K, M, G, T", text)
	}
	unit := strings.ToUpper(strings.TrimSpace(text[end:]))
	unit = strings.TrimSuffix(strings.TrimSuffix(unit, "B"), "I")
	shift, ok := map[string]int{"": 0, "K": 10, "M": 20, "G": 30, "T": 40}[unit]
	if !ok || strings.EqualFold(text[end:], "I") || strings.EqualFold(text[end:], "IB") {
		return 0, fmt.Errorf("%q is no size: the unit is not K, M, G or T", text)
	}
	if n > math.MaxInt64>>shift {
		return 0, fmt.Errorf("%q is more than there can be", text)
	}
	return n << shift, nil
}
