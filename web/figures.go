package web

import (
	"slices"

	"github.com/perfschema/perfschema/record"
)

// figure is one of the counters of a digest, a column of
// events_statements_summary_by_digest.
type figure uint8

const (
	executions figure = iota
	elapsed           // picoseconds
	lockTime          // picoseconds
	cpuTime           // picoseconds
	failed
	warned
	examined
	sent
	affected
	noIndex
	noGoodIndex
	fullJoin
	tmpDisk
	sorted
	numFigures
)

// figures are what statements of one digest did.
type figures [numFigures]uint64

func figuresOf(s *record.StatementStat) (f figures) {
	f.count(&s.Counters)
	f[executions], f[elapsed], f[failed] = s.Timer.Count, s.Timer.Sum, s.Errors
	return f
}

// count sets those that a statement counts itself.
func (f *figures) count(c *record.StatementCounters) {
	f[lockTime], f[cpuTime], f[warned] = c.LockTime, c.CPUTime, c.Warnings
	f[examined], f[sent], f[affected] = c.RowsExamined, c.RowsSent, c.RowsAffected
	f[noIndex], f[noGoodIndex], f[fullJoin] = c.NoIndexUsed, c.NoGoodIndexUsed, c.SelectFullJoin
	f[tmpDisk], f[sorted] = c.CreatedTmpDiskTables, c.SortRows
}

func (f *figures) add(o *figures) {
	for i := range f {
		f[i] += o[i]
	}
}

// multiply makes them those of n statements that did the same.
func (f *figures) multiply(n uint64) {
	for i := range f {
		f[i] *= n
	}
}

// since is what has been added to an earlier reading.
func (f *figures) since(before *figures) (d figures) {
	for i := range f {
		d[i] = f[i] - min(before[i], f[i])
	}
	return d
}

// durations is a histogram of which few buckets are hit, in their order.
type durations []bucket

type bucket struct {
	number uint16
	n      uint32
}

func durationsOf(h *record.Histogram) (d durations) {
	for i, n := range h {
		if n > 0 {
			d = append(d, bucket{uint16(i), uint32(min(n, 1<<32-1))})
		}
	}
	return d
}

// since is what has been added to an earlier reading.
func (d durations) since(before durations) (out durations) {
	i := 0
	for _, b := range d {
		for i < len(before) && before[i].number < b.number {
			i++
		}
		if i < len(before) && before[i].number == b.number {
			b.n -= min(before[i].n, b.n)
		}
		if b.n > 0 {
			out = append(out, b)
		}
	}
	return out
}

// hit counts n more in a bucket, up to what a bucket can hold.
func (d *durations) hit(number int, n uint64) {
	i, found := slices.BinarySearchFunc(*d, number, func(b bucket, n int) int { return int(b.number) - n })
	if !found {
		*d = slices.Insert(*d, i, bucket{number: uint16(number)})
	}
	b := &(*d)[i]
	b.n = uint32(min(uint64(b.n)+n, 1<<32-1))
}

// addTo adds to a histogram.
func (d durations) addTo(h *record.Histogram) {
	for _, b := range d {
		h[b.number] += uint64(b.n)
	}
}
