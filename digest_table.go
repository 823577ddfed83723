package perfschema

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"hash/maphash"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/perfschema/perfschema/internal/digest"
	"github.com/perfschema/perfschema/internal/heapsize"
	"github.com/perfschema/perfschema/internal/histogram"
	"github.com/perfschema/perfschema/internal/seqlock"
	"github.com/perfschema/perfschema/record"
)

// digestEntry is one row of events_statements_summary_by_digest.
type digestEntry struct {
	// Fields with pointers come first: the garbage collector reads a row up to its last pointer,
	// and there may be 10,000 rows.
	schema    string
	tokens    []byte // never change; formatted when read
	class     *Class // of the first statement that had it
	sample    atomic.Pointer[digestSample]
	truncated atomic.Pointer[histogram.Counts] // what TRUNCATE took off histogram; under digestTable.taking
	histogram histogram.Counts

	// generation is its table's. It is no pointer to that: an entry outlives it in
	// histories, and with every statement or text that remembers the entry for its next use.
	generation uint64

	sum      digest.Sum
	place    uint32 // in the tables of Threads
	catchAll bool
	asked    atomic.Uint64 // the clock when isRare last was true

	// lock publishes what many statements have added at once. A single one adds
	// without it.
	lock     seqlock.Lock
	stat     sharedStatement
	first    atomic.Int64  // Unix microseconds
	last     atomic.Int64  // likewise; stored behind the counts
	lastTick atomic.Uint64 // of the clock then: the time of day may be set back
	detail   detail
}

// digestSample is the statement shown as an example of its digest.
type digestSample struct {
	text string
	seen time.Time
	tick uint64 // of the clock, when it was seen: the time of day may be set
	wait uint64 // picoseconds
}

// digestTable finds entries without a lock: open addressing in a table twice
// as large as the entries allowed. Truncation replaces the whole table.
type digestTable struct {
	limit int64
	seed  maphash.Seed
	table atomic.Pointer[digestSlots]
	lost  atomic.Uint64
	// taking is held while TRUNCATE takes something away, and while what it must not
	// take away is read.
	taking  sync.Mutex
	watches []*func([]Digest) // of who is told what was taken; under taking
	folding sync.Mutex        // held while counts of Threads are moved; inside taking
}

type digestSlots struct {
	generation uint64 // one more with each truncation
	slots      []atomic.Pointer[digestEntry]
	n          atomic.Int64
	catchAll   *digestEntry // what found no room
}

func (d *digestTable) init(limit int) {
	d.limit, d.seed = int64(limit), maphash.MakeSeed()
	d.clear()
}

// clear replaces the table. One goroutine at a time may call it.
func (d *digestTable) clear() {
	size := 1
	for int64(size) < 2*d.limit {
		size *= 2
	}
	fresh := &digestSlots{slots: make([]atomic.Pointer[digestEntry], size)}
	if old := d.table.Load(); old != nil {
		fresh.generation = old.generation + 1
	}
	fresh.catchAll = &digestEntry{generation: fresh.generation, catchAll: true}
	d.table.Store(fresh)
}

func (d *digestTable) start(sum digest.Sum, schema string) uint64 {
	return binary.LittleEndian.Uint64(sum[:]) ^ maphash.String(d.seed, schema)
}

// find returns the entry of a digest in a schema, or nil.
func (d *digestTable) find(sum digest.Sum, schema string) *digestEntry {
	t := d.table.Load()
	mask := uint64(len(t.slots) - 1)
	for i, h := uint64(0), d.start(sum, schema); i <= mask; i++ {
		e := t.slots[(h+i)&mask].Load()
		if e == nil {
			return nil
		}
		if e.sum == sum && e.schema == schema {
			return e
		}
	}
	return nil
}

// insert returns the entry of a digest, made if absent. It returns nil if the
// table is full: one row less than its size, for the last is the catch-all's.
func (d *digestTable) insert(sum digest.Sum, schema string, tokens []byte, class *Class) *digestEntry {
	t := d.table.Load()
	if t.n.Add(1) > d.limit-1 {
		t.n.Add(-1)
		return d.find(sum, schema)
	}
	mask := uint64(len(t.slots) - 1)
	fresh := &digestEntry{
		generation: t.generation, sum: sum, schema: strings.Clone(schema), tokens: slices.Clone(tokens), class: class,
		place: uint32(sum[0]),
	}
	for i, h := uint64(0), d.start(sum, schema); i <= mask; i++ {
		slot := &t.slots[(h+i)&mask]
		e := slot.Load()
		if e == nil {
			if slot.CompareAndSwap(nil, fresh) {
				return fresh
			}
			e = slot.Load()
		}
		if e.sum == sum && e.schema == schema {
			t.n.Add(-1)
			return e
		}
	}
	t.n.Add(-1)
	return nil
}

// record counts an ended statement in the row of its digest, or in the catch-all: in what
// its Thread has of the row, or else in the row itself. bucket is that of its duration, if it
// was timed; ended is the tick of its end. The Thread's writer calls it in its write section.
func (d *digestTable) record(t *Thread, r *statementRecord, bucket int, ended uint64) {
	e, table := r.entry, d.table.Load()
	if e == nil || e.generation != table.generation {
		// The table was truncated while the statement ran, or it is full.
		if e != nil {
			e = d.insert(r.sum, r.schema, e.tokens, e.class)
		}
		if e == nil {
			e = d.table.Load().catchAll
		}
	}
	s, wait := t.schema, uint64(0)
	if r.timed {
		wait = (r.end - r.start) * picoPerNano
	}
	now := s.wallNear(ended)
	us := now.UnixMicro()
	if e.first.Load() == 0 {
		e.first.CompareAndSwap(0, us)
	}
	// A sample is replaced by a slower statement, or once it is too old; with an
	// age of 0 none ever is.
	old := e.sample.Load()
	age := uint64(s.sampleAge.Load()) * uint64(time.Second)
	if old == nil || wait > old.wait || age > 0 && ended > old.tick && ended-old.tick > age {
		e.sample.CompareAndSwap(old, &digestSample{text: r.text, seen: now, tick: ended, wait: wait})
	}
	if p := t.recent.at(s, e); p != nil {
		if t.recent.used.Load() == 0 {
			t.recent.used.Store(1)
		}
		p.add(s, r, e, bucket)
		p.last, p.lastTick = us, ended
		return
	}
	e.add(s, r, bucket)
	e.see(us, ended)
}

// add counts a statement in the row itself.
func (e *digestEntry) add(s *Schema, r *statementRecord, bucket int) {
	if r.timed {
		// First, so that who reads the row finds its statements in the histograms.
		e.histogram.Add(bucket)
		s.histogram.Add(bucket)
		e.detail.expect(r.end - r.start)
	}
	if e.catchAll {
		s.digests.lost.Add(1)
	}
	e.stat.add(r)
}

// see notes when a statement was seen, which may have ended before one that was counted
// already.
func (e *digestEntry) see(us int64, tick uint64) {
	if tick >= e.lastTick.Load() {
		e.lastTick.Store(tick)
		e.last.Store(us)
	}
}

// load copies the figures of the row.
func (e *digestEntry) load() (st statementStat, last int64) {
	for {
		v := e.lock.Start()
		st, last = e.stat.load(), e.last.Load()
		if e.lock.Valid(v) {
			return st, last
		}
	}
}

// entries returns the rows, those included that have counted nothing yet.
func (t *digestSlots) entries() []*digestEntry {
	var out []*digestEntry
	for i := range t.slots {
		if e := t.slots[i].Load(); e != nil {
			out = append(out, e)
		}
	}
	return out
}

// shown reports whether the row has counted something: its first statements may be counted by
// their Threads alone.
func (e *digestEntry) shown() bool { return e.last.Load() != 0 }

// Digests returns the rows of events_statements_summary_by_digest, first seen
// first; the catch-all, once it has counted, comes before them.
func (s *Reader) Digests() []record.DigestSummary {
	list := s.ListDigests()
	if list == nil {
		return nil
	}
	out := make([]record.DigestSummary, len(list))
	for i, d := range list {
		out[i] = d.Summary()
	}
	return out
}

// Digest is one row of events_statements_summary_by_digest, not yet read. It takes
// a word or two, and can be compared: those of one row are equal until it is truncated.
// Its figures include all statements that had ended when it was listed, and may include later
// ones: a Thread adds up its last statements by itself until digests are listed.
type Digest struct {
	entry    *digestEntry
	catchAll bool
}

// ListDigests is [Reader.Digests] for a reader who reads one after the other.
func (s *Reader) ListDigests() []Digest {
	if !s.Schema().Enabled() {
		return nil
	}
	s.digests.fold(s.Schema())
	// What TRUNCATE has taken away is no more in the list, or not yet told of
	// ([Reader.OnTruncateDigests]), never both.
	s.digests.taking.Lock()
	t := s.digests.table.Load()
	s.digests.taking.Unlock()
	return t.list()
}

// list is what [Reader.ListDigests] gives.
func (t *digestSlots) list() []Digest {
	entries := slices.DeleteFunc(t.entries(), func(e *digestEntry) bool { return !e.shown() })
	slices.SortStableFunc(entries, func(a, b *digestEntry) int { return cmp.Compare(a.first.Load(), b.first.Load()) })
	out := make([]Digest, 0, len(entries)+1)
	if t.catchAll.shown() {
		out = append(out, Digest{t.catchAll, true})
	}
	for _, e := range entries {
		out = append(out, Digest{entry: e})
	}
	return out
}

// FindDigests gives the rows of [Reader.ListDigests] that have a digest, one for each
// default database; letters match in either case. It looks at every row and every Thread,
// some 10 ns each, and sorts none that differ.
func (s *Reader) FindDigests(digestHex string) []Digest {
	var sum digest.Sum
	if !s.Schema().Enabled() || len(digestHex) != 2*len(sum) {
		return nil
	}
	if _, err := hex.Decode(sum[:], []byte(digestHex)); err != nil {
		return nil
	}
	s.digests.fold(s.Schema())
	t := s.digests.table.Load()
	var entries []*digestEntry
	for i := range t.slots {
		if e := t.slots[i].Load(); e != nil && e.sum == sum && e.shown() {
			entries = append(entries, e)
		}
	}
	slices.SortStableFunc(entries, func(a, b *digestEntry) int { return cmp.Compare(a.first.Load(), b.first.Load()) })
	out := make([]Digest, len(entries))
	for i, e := range entries {
		out[i] = Digest{entry: e}
	}
	return out
}

// Schema is the default database of the statements.
func (d Digest) Schema() string { return d.entry.schema }

// EventName is the class of the first statement that had the digest, which is that of all
// unless the program records the same text in two ways; "" of the catch-all.
func (d Digest) EventName() string {
	if d.catchAll || d.entry.class == nil {
		return ""
	}
	return d.entry.class.Name()
}

// Hex is the digest; "" of the catch-all.
func (d Digest) Hex() string {
	if d.catchAll {
		return ""
	}
	return d.entry.sum.String()
}

// CatchAll says whether the row is that of the statements which found the table full.
func (d Digest) CatchAll() bool { return d.catchAll }

// Histogram copies the row's histogram.
func (d Digest) Histogram() record.Histogram {
	for e := d.entry; ; {
		v := e.lock.Start()
		out := e.histogram.Load()
		if e.lock.Valid(v) {
			return out
		}
	}
}

// Stat reads what the row counts. Other than Summary it formats nothing.
func (d Digest) Stat() record.StatementStat {
	st, _ := d.entry.load()
	return st.export()
}

// Summary reads the row.
func (d Digest) Summary() record.DigestSummary {
	out := d.entry.export()
	if d.catchAll {
		out.CatchAll, out.DigestHex, out.DigestText = true, "", ""
	}
	return out
}

func (e *digestEntry) export() record.DigestSummary {
	st, last := e.load()
	d := record.DigestSummary{
		Schema: e.schema, DigestHex: e.sum.String(), DigestText: digest.Text(e.tokens),
		Stat:      st.export(),
		FirstSeen: time.UnixMicro(e.first.Load()), LastSeen: time.UnixMicro(last),
	}
	if p := e.sample.Load(); p != nil {
		d.SampleText, d.SampleSeen, d.SampleWait = p.text, p.seen, p.wait
	}
	return d
}

func (e *digestEntry) bytes() uint64 {
	n := heapsize.Object(unsafe.Sizeof(*e)) + heapsize.Plain(uintptr(cap(e.tokens))) + heapsize.Plain(uintptr(len(e.schema))) + e.histogram.Bytes()
	if taken := e.truncated.Load(); taken != nil {
		n += heapsize.Object(unsafe.Sizeof(*taken)) + taken.Bytes()
	}
	if p := e.sample.Load(); p != nil {
		n += heapsize.Object(unsafe.Sizeof(*p)) + heapsize.Plain(uintptr(len(p.text)))
	}
	return n
}

// StatementDigest returns the digest of a text as STATEMENT_DIGEST and
// STATEMENT_DIGEST_TEXT do, nothing for a text without a statement. It does not
// check that the text parses.
func (s *Schema) StatementDigest(sql string) (hex, text string) {
	length := DefaultSizes().MaxDigestLength
	if s != nil {
		length = s.sizes.MaxDigestLength
	}
	var b digest.Builder
	sum, tokens := b.Compute(sql, int(length))
	if sum.IsZero() {
		return "", ""
	}
	return sum.String(), digest.Text(tokens)
}
