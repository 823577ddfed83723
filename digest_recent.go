package perfschema

import (
	"sync/atomic"
	"unsafe"

	"github.com/perfschema/perfschema/internal/heapsize"
	"github.com/perfschema/perfschema/internal/histogram"
	"github.com/perfschema/perfschema/relaxed"
)

const (
	// recentDigestCount is how many digests a Thread counts by itself at most, a power of
	// two.
	recentDigestCount = 16
	// recentDigestProbes is in how many places of these a digest may be.
	recentDigestProbes = 4
	// recentDigestTries is how many statements that find no place there are to one that
	// looks for a place to take.
	recentDigestTries = 8
	// recentDigestCredit is how many of these a digest keeps its place from, since a
	// statement of it has ended.
	recentDigestCredit = 4
	// recentDigestShare: so many statements of a digest share what is expected of the next
	// with other Threads at most.
	recentDigestShare = 64
)

// The states of recentDigests.
const (
	recentOpen   uint32 = iota
	recentFolded        // its counts are being moved to the digests' rows
	recentClosed        // the Thread has ended
)

// recentDigests is what a Thread's last statements add to the rows of their digests, which
// all Threads share. The Thread's writer counts in it in its write section, while it is
// open, and in the row itself otherwise. [digestTable.fold] moves the counts to the rows.
type recentDigests struct {
	state atomic.Uint32  // changes under digestTable.folding
	used  relaxed.Uint32 // 1 if there may be counts
	table atomic.Pointer[recentDigestTable]
}

// recentDigestTable finds the digests by their rows. It is made with the first digest, at
// most 6.4 KiB with all of them.
type recentDigestTable struct {
	rows    [recentDigestCount]*digestEntry
	digests [recentDigestCount]*recentDigest // made when first used
	made    relaxed.Uint32
	misses  uint32
}

// recentDigest is what statements of one digest add to its row. It fills an allocation of
// 384 bytes.
type recentDigest struct {
	stat statementStat
	// last and lastTick are those of [digestEntry].
	last     int64
	lastTick uint64
	// mean and usual are those of [detail], 0 if they are to be taken from the row.
	mean, usual uint64
	credit      uint32
	histogram   histogram.Recent
}

// find returns what the Thread has of a digest, or nil. The writer calls it in its write
// section.
func (r *recentDigests) find(e *digestEntry) *recentDigest {
	table := r.table.Load()
	if table == nil || r.state.Load() != recentOpen {
		return nil
	}
	for i := range uint32(recentDigestProbes) {
		if k := (e.place + i) % recentDigestCount; table.rows[k] == e {
			return table.digests[k]
		}
	}
	return nil
}

// at is find that gives the digest a place if it has none. It returns nil where others use
// those it may have: the caller then counts in the row.
func (r *recentDigests) at(s *Schema, e *digestEntry) *recentDigest {
	if p := r.find(e); p != nil {
		return p
	}
	if r.state.Load() != recentOpen {
		return nil
	}
	return r.add(s, e)
}

// add gives the digest an unused place. If none is left, one call in recentDigestTries reduces
// the credit of a used place, and takes that place over once its credit is 0 or it has no counts.
// Most calls then return nil: where statements of many digests take turns, moving the counts of
// one digest for the next takes longer than counting in the row.
//
//go:noinline
func (r *recentDigests) add(s *Schema, e *digestEntry) *recentDigest {
	table := r.table.Load()
	if table == nil {
		table = new(recentDigestTable)
		r.table.Store(table)
	}
	for i := range uint32(recentDigestProbes) {
		if k := (e.place + i) % recentDigestCount; table.digests[k] == nil {
			table.digests[k] = new(recentDigest)
			table.made.Store(table.made.Load() + 1)
			table.rows[k] = e
			return table.digests[k]
		}
	}
	if table.misses++; table.misses%recentDigestTries != 0 {
		return nil
	}
	k := (e.place + table.misses/recentDigestTries%recentDigestProbes) % recentDigestCount
	p, old := table.digests[k], table.rows[k]
	if p.stat.timer.Count != 0 {
		if p.credit > 0 {
			p.credit--
			return nil
		}
		if !old.lock.TryBegin() {
			return nil
		}
		p.moveTo(s, old)
		old.lock.End()
	}
	table.rows[k] = e
	p.mean, p.usual = 0, 0
	return p
}

// add counts a statement that has ended. bucket is that of its duration, if it was timed.
func (p *recentDigest) add(s *Schema, r *statementRecord, e *digestEntry, bucket int) {
	p.credit = recentDigestCredit
	p.stat.add(r)
	if !r.timed {
		return
	}
	if other, n := p.histogram.Add(bucket); n != 0 {
		e.histogram.AddMany(other, n)
		s.histogram.AddMany(other, n)
	}
	d, shared := &e.detail, e.detail.mean.Load()
	if p.mean == 0 || shared >= detailTick {
		p.mean, p.usual = shared, d.usual.Load()
	}
	took := max(r.end-r.start, 1)
	p.mean, p.usual = weighted(p.mean, took), usually(p.usual, took)
	if shared == 0 || shared >= detailTick || p.mean >= detailTick || p.stat.timer.Count%recentDigestShare == 0 {
		p.share(d)
	}
}

// share tells other Threads what the digest's next statements are expected to take.
func (p *recentDigest) share(d *detail) {
	d.mean.Store(p.mean)
	d.usual.Store(p.usual)
}

// moveTo adds the counts to the row, whose lock the caller holds, and forgets them.
func (p *recentDigest) moveTo(s *Schema, e *digestEntry) {
	e.stat.merge(&p.stat)
	e.see(p.last, p.lastTick)
	p.histogram.MoveTo(&e.histogram, &s.histogram)
	if e.catchAll {
		s.digests.lost.Add(p.stat.timer.Count)
	}
	if p.mean != 0 {
		p.share(&e.detail)
	}
	*p = recentDigest{}
}

// bytes is the memory of what the Thread counts by itself. Any goroutine may call it.
func (r *recentDigests) bytes() uint64 {
	table := r.table.Load()
	if table == nil {
		return 0
	}
	var p recentDigest
	return heapsize.Object(unsafe.Sizeof(*table)) + uint64(table.made.Load())*heapsize.Plain(unsafe.Sizeof(p))
}
