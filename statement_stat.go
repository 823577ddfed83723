package perfschema

import (
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/relaxed"
)

// StatementCounters are the figures of one statement, or sums of them, named
// as the columns of events_statements_*. LockTime and CPUTime are in picoseconds;
// a CPUTime of 0 is one that was not measured.
type StatementCounters struct {
	LockTime, Warnings, RowsAffected, RowsSent, RowsExamined           uint64
	CreatedTmpDiskTables, CreatedTmpTables                             uint64
	SelectFullJoin, SelectFullRangeJoin, SelectRange, SelectRangeCheck uint64
	SelectScan, SortMergePasses, SortRange, SortRows, SortScan         uint64
	NoIndexUsed, NoGoodIndexUsed                                       uint64
	CPUTime                                                            uint64
}

const numCounters = int(unsafe.Sizeof(StatementCounters{}) / 8)

// words views the counters, all of them uint64, as an array.
func (c *StatementCounters) words() *[numCounters]uint64 {
	return (*[numCounters]uint64)(unsafe.Pointer(c))
}

// add adds every counter of o. Most are 0.
func (c *StatementCounters) add(o *StatementCounters) {
	a := c.words()
	for i, v := range o.words() {
		if v != 0 {
			a[i] += v
		}
	}
}

// timerStat converts a stat counted in nanosecond ticks.
func timerStat(t *stat.Timer) record.TimerStat {
	return record.TimerStat{Count: t.Count, Sum: picos(t.Sum), Min: picos(t.Min()), Max: picos(t.Max)}
}

// picos are nanoseconds in picoseconds, as for waits math.MaxUint64 where that
// takes more than 64 bits: from 213 days on, which all sessions together reach
// soon. A sum that began anew would be taken for a truncation.
func picos(nanos uint64) uint64 {
	if nanos > math.MaxUint64/picoPerNano {
		return math.MaxUint64
	}
	return nanos * picoPerNano
}

// statementStat is a stat of one writer.
type statementStat struct {
	timer    stat.Timer
	counters StatementCounters
	errors   uint64
	memory   statementMemory
}

func (b *statementStat) add(r *statementRecord) {
	if r.timed {
		b.timer.Add(r.end - r.start)
	} else {
		b.timer.AddUntimed()
	}
	b.counters.add(&r.counters)
	b.errors += r.errors
	b.memory.raise(r.memory)
}

func (b *statementStat) merge(o *statementStat) {
	b.timer.Merge(&o.timer)
	b.counters.add(&o.counters)
	b.errors += o.errors
	b.memory.raise(o.memory)
}

func (b *statementStat) export() record.StatementStat {
	return record.StatementStat{
		Timer: timerStat(&b.timer), Counters: record.StatementCounters(b.counters), Errors: b.errors,
		MaxControlledMemory: uint64(b.memory.controlled), MaxTotalMemory: uint64(b.memory.total),
	}
}

// sharedStatement is a stat of many writers: of a digest, or of what is
// recorded past all threads.
type sharedStatement struct {
	timer  stat.Shared
	words  [numCounters]atomic.Uint64
	errors atomic.Uint64
	memory sharedStatementMemory
}

func (b *sharedStatement) add(r *statementRecord) {
	b.count(&r.counters, r.errors, r.memory)
	b.timer.Add(r.end-r.start, r.timed)
}

// merge adds what one writer has counted.
func (b *sharedStatement) merge(o *statementStat) {
	b.count(&o.counters, o.errors, o.memory)
	b.timer.Merge(&o.timer)
}

// count adds all but the timer.
func (b *sharedStatement) count(counters *StatementCounters, errors uint64, memory statementMemory) {
	for i, v := range counters.words() {
		if v != 0 {
			b.words[i].Add(v)
		}
	}
	if errors != 0 {
		b.errors.Add(errors)
	}
	b.memory.raise(memory)
}

// ownedStatement is a stat of one writer at a time, which any number of readers read.
type ownedStatement struct {
	timer  stat.Owned
	words  [numCounters]relaxed.Uint64
	errors relaxed.Uint64
	memory [2]relaxed.Uint64 // the highest, as in statementMemory
}

func (b *ownedStatement) add(r *statementRecord) {
	for i, v := range r.counters.words() {
		if v != 0 {
			b.words[i].Add(v)
		}
	}
	if r.errors != 0 {
		b.errors.Add(r.errors)
	}
	b.memory[0].Raise(uint64(max(r.memory.controlled, 0)))
	b.memory[1].Raise(uint64(max(r.memory.total, 0)))
	if r.timed {
		b.timer.Add(r.end - r.start)
	} else {
		b.timer.AddUntimed()
	}
}

func (b *ownedStatement) load() statementStat {
	out := statementStat{timer: b.timer.Load(), errors: b.errors.Load()}
	out.memory = statementMemory{int64(b.memory[0].Load()), int64(b.memory[1].Load())}
	w := out.counters.words()
	for i := range w {
		w[i] = b.words[i].Load()
	}
	return out
}

func (b *sharedStatement) load() statementStat {
	out := statementStat{timer: b.timer.Load(), errors: b.errors.Load(), memory: b.memory.load()}
	w := out.counters.words()
	for i := range w {
		w[i] = b.words[i].Load()
	}
	return out
}
