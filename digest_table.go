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
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/relaxed"
)

// digestEntry is one row of events_statements_summary_by_digest.
type digestEntry struct {
	// generation is its table's. It is no pointer to that: an entry outlives it in
	// histories, and with every statement or text that remembers the entry for its next use.
	generation uint64

	sum    digest.Sum
	schema string
	tokens []byte // never change; formatted when read
	class  *Class // of the first statement that had it

	stat      sharedStatement
	histogram histogram.Counts
	truncated histogram.Counts // what TRUNCATE took off histogram; under digestTable.taking
	first     atomic.Int64     // Unix microseconds
	last      relaxed.Uint64   // likewise
	sample    atomic.Pointer[digestSample]
	detail    detail
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
}

type digestSlots struct {
	generation uint64 // one more with each truncation
	slots      []atomic.Pointer[digestEntry]
	n          atomic.Int64
	catchAll   digestEntry // what found no room
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
	fresh := &digestEntry{generation: t.generation, sum: sum, schema: strings.Clone(schema), tokens: slices.Clone(tokens), class: class}
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

// record counts an ended statement in its digest's row, or in the catch-all.
// bucket is that of its duration, if it was timed.
func (d *digestTable) record(s *Schema, r *statementRecord, bucket int) {
	e := r.entry
	if e == nil || e.generation != d.table.Load().generation {
		// The table was truncated while the statement ran, or it is full.
		if e != nil {
			e = d.insert(r.sum, r.schema, e.tokens, e.class)
		}
		if e == nil {
			e = &d.table.Load().catchAll
			d.lost.Add(1)
		}
	}
	e.stat.add(r)
	ended, wait := r.end, uint64(0)
	if r.timed {
		e.histogram.Add(bucket)
		wait = (r.end - r.start) * picoPerNano
	} else {
		ended = s.clock.Now()
	}
	now := s.wallNear(ended)
	us := now.UnixMicro()
	if e.first.Load() == 0 {
		e.first.CompareAndSwap(0, us)
	}
	e.last.Store(uint64(us))
	// A sample is replaced by a slower statement, or once it is too old; with an
	// age of 0 none ever is.
	old := e.sample.Load()
	age := uint64(s.sampleAge.Load()) * uint64(time.Second)
	if old == nil || wait > old.wait || age > 0 && ended > old.tick && ended-old.tick > age {
		e.sample.CompareAndSwap(old, &digestSample{text: r.text, seen: now, tick: ended, wait: wait})
	}
}

// entries returns the rows that have counted something.
func (t *digestSlots) entries() []*digestEntry {
	var out []*digestEntry
	for i := range t.slots {
		if e := t.slots[i].Load(); e != nil && e.first.Load() != 0 {
			out = append(out, e)
		}
	}
	return out
}

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
type Digest struct {
	entry    *digestEntry
	catchAll bool
}

// ListDigests is [Reader.Digests] for a reader who reads one after the other.
func (s *Reader) ListDigests() []Digest {
	if !s.Schema().Enabled() {
		return nil
	}
	// What TRUNCATE has taken away is no more in the list, or not yet told of
	// ([Reader.OnTruncateDigests]), never both.
	s.digests.taking.Lock()
	t := s.digests.table.Load()
	s.digests.taking.Unlock()
	return t.list()
}

// list is what [Reader.ListDigests] gives.
func (t *digestSlots) list() []Digest {
	entries := t.entries()
	slices.SortStableFunc(entries, func(a, b *digestEntry) int { return cmp.Compare(a.first.Load(), b.first.Load()) })
	out := make([]Digest, 0, len(entries)+1)
	if t.catchAll.first.Load() != 0 {
		out = append(out, Digest{&t.catchAll, true})
	}
	for _, e := range entries {
		out = append(out, Digest{entry: e})
	}
	return out
}

// FindDigests gives the rows of [Reader.ListDigests] that have a digest, one for each
// default database; letters match in either case. It looks at every row, some 10 ns
// each, and sorts none that differ.
func (s *Reader) FindDigests(digestHex string) []Digest {
	var sum digest.Sum
	if !s.Schema().Enabled() || len(digestHex) != 2*len(sum) {
		return nil
	}
	if _, err := hex.Decode(sum[:], []byte(digestHex)); err != nil {
		return nil
	}
	t := s.digests.table.Load()
	var entries []*digestEntry
	for i := range t.slots {
		if e := t.slots[i].Load(); e != nil && e.sum == sum && e.first.Load() != 0 {
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

// Histogram copies the row's histogram, as it is at the call.
func (d Digest) Histogram() record.Histogram { return d.entry.histogram.Load() }

// Stat reads what the row counts, as it is at the call. Other than Summary it formats
// nothing.
func (d Digest) Stat() record.StatementStat {
	st := d.entry.stat.load()
	return st.export()
}

// Summary reads the row, as it is at the call.
func (d Digest) Summary() record.DigestSummary {
	out := d.entry.export()
	if d.catchAll {
		out.CatchAll, out.DigestHex, out.DigestText = true, "", ""
	}
	return out
}

func (e *digestEntry) export() record.DigestSummary {
	st := e.stat.load()
	d := record.DigestSummary{
		Schema: e.schema, DigestHex: e.sum.String(), DigestText: digest.Text(e.tokens),
		Stat:      st.export(),
		FirstSeen: time.UnixMicro(e.first.Load()), LastSeen: time.UnixMicro(int64(e.last.Load())),
	}
	if p := e.sample.Load(); p != nil {
		d.SampleText, d.SampleSeen, d.SampleWait = p.text, p.seen, p.wait
	}
	return d
}

func (e *digestEntry) bytes() uint64 {
	n := heapsize.Object(unsafe.Sizeof(*e)) + heapsize.Plain(uintptr(cap(e.tokens))) + heapsize.Plain(uintptr(len(e.schema))) + e.histogram.Bytes() + e.truncated.Bytes()
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
