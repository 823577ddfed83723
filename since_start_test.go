package perfschema_test

import (
	"maps"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// sinceStart reads what TRUNCATE must not reset.
type sinceStart struct {
	statements, waits, errors, digests, buckets uint64
	rowsByIndex, rowsByNone                     uint64
	fileBytes                                   int64
	memory                                      record.MemoryStat
}

func readSinceStart(f *fixture, truncated []perfschema.Digest, memory perfschema.MemoryKey) (r sinceStart) {
	read := f.Read()
	for _, stats := range read.StatementSummary(record.SinceStart, 0).All() {
		for i := range stats {
			r.statements += stats[i].Timer.Count
		}
	}
	for _, stats := range read.WaitSummary(record.SinceStart, 0).All() {
		for i, c := range read.WaitClasses() {
			if c.Kind() == perfschema.KindMutex {
				r.waits += stats[i].Count
			}
		}
	}
	for _, stats := range read.ErrorSummary(record.SinceStart, 0).All() {
		for i := range stats {
			r.errors += stats[i].Raised
		}
	}
	for _, stats := range read.MemorySummary(record.SinceStart, 0).All() {
		m := &stats[memory-1]
		r.memory = record.MemoryStat{CountAlloc: m.CountAlloc, CountFree: m.CountFree, BytesAlloc: m.BytesAlloc, BytesFree: m.BytesFree}
	}
	for _, io := range read.FileSummarySinceStart() {
		r.fileBytes += io.BytesWritten
	}
	for _, table := range read.TableInstancesSinceStart() {
		for _, x := range table.Indexes {
			if n := x.IO.Total().Count; x.Name == "" {
				r.rowsByNone += n
			} else {
				r.rowsByIndex += n
			}
		}
	}
	for _, d := range append(read.ListDigests(), truncated...) {
		st, h := d.Stat(), d.HistogramSinceStart(read)
		r.digests += st.Timer.Count
		r.buckets += h.Total()
	}
	return r
}

// Whatever is truncated, in whatever order, sums since start are those of all that
// happened: by threads that live, that have ended, and by code on none.
func TestSinceStartOutlivesTruncate(t *testing.T) {
	f := newFixture(t, nil)
	mutex := f.RegisterMutex("sql", perfschema.Info{Name: "m"})
	file := f.RegisterFile("sql", perfschema.Info{Name: "f"})
	lock, disk := f.NewMutexInstance(mutex), f.FileInstance(file, "/f")
	memory := f.Memory(f.RegisterMemory("sql", perfschema.Info{Name: "b"}))
	table := f.TableInstance("TABLE", "db", "t")
	table.SetIndexes([]string{"PRIMARY"})
	var mu sync.Mutex
	f.enableAll()
	var truncated []perfschema.Digest
	stop := f.Read().OnTruncateDigests(func(d []perfschema.Digest) { truncated = append(truncated, d...) })
	defer stop()

	random := rand.New(rand.NewPCG(19, 19))
	threads := []*perfschema.Thread{f.connect("ann"), f.connect("bob"), nil}
	var want sinceStart
	var blocks []perfschema.MemoryBlock
	texts := []string{"SELECT 1", "SELECT a FROM t", "DELETE FROM t", "SELECT b FROM u"}
	work := []func(th *perfschema.Thread){
		func(th *perfschema.Thread) {
			if th == nil {
				return
			}
			f.run(th, f.selectKey, texts[random.IntN(len(texts))], time.Duration(1+random.IntN(1000))*time.Microsecond)
			want.statements++
			want.digests++
			want.buckets++
		},
		func(th *perfschema.Thread) {
			lock.Lock(th, &mu)
			lock.Unlock(&mu)
			want.waits++
		},
		func(th *perfschema.Thread) {
			if th == nil {
				f.RaiseError(1146)
			} else {
				th.RaiseError(1146 + random.IntN(3))
			}
			want.errors++
		},
		func(th *perfschema.Thread) {
			w := disk.StartWait(th, perfschema.OpWrite)
			w.EndBytes(10)
			want.fileBytes += 10
		},
		func(th *perfschema.Thread) {
			rows := uint64(1 + random.IntN(5))
			index, op := "PRIMARY", perfschema.OpFetch
			if random.IntN(2) == 0 {
				index, op = "", perfschema.OpInsert
				want.rowsByNone += rows
			} else {
				want.rowsByIndex += rows
			}
			io := table.StartIO(th, op, index)
			io.Start()
			io.Stop(int64(rows))
			io.Flush()
		},
		func(th *perfschema.Thread) {
			if n := len(blocks); n > 0 && random.IntN(3) == 0 {
				blocks[n-1].Free(threads[random.IntN(len(threads))])
				blocks = blocks[:n-1]
				want.memory.CountFree++
				want.memory.BytesFree += 7
				return
			}
			blocks = append(blocks, memory.Alloc(th, 7))
			want.memory.CountAlloc++
			want.memory.BytesAlloc += 7
		},
	}
	truncate := []func(){
		f.Read().TruncateDigests, f.Read().TruncateDigestHistograms, f.Read().TruncateFiles, f.Read().TruncateFilesByInstance, f.Read().TruncateTableIO, f.Read().TruncateObjectsSummary,
		func() { f.Read().TruncateWaits(record.Grouping(random.IntN(5))) },
		func() { f.Read().TruncateStatements(record.Grouping(random.IntN(5))) },
		func() { f.Read().TruncateErrors(record.Grouping(random.IntN(5))) },
		func() { f.Read().TruncateMemory(record.Grouping(random.IntN(5))) },
		f.Read().TruncateAccounts, f.Read().TruncateUsers, f.Read().TruncateHosts,
		func() {
			threads[0].End()
			threads[0] = f.connect("ann")
		},
	}
	for range 2000 {
		if random.IntN(8) == 0 {
			truncate[random.IntN(len(truncate))]()
		} else {
			work[random.IntN(len(work))](threads[random.IntN(len(threads))])
		}
	}
	got := readSinceStart(f, truncated, memory.Key())
	if got != want {
		t.Errorf("sums since start are %+v, want %+v", got, want)
	}
}

// TestCountedMemory: what instruments have counted is there without what is computed when it
// is read, whatever has been truncated.
func TestCountedMemory(t *testing.T) {
	f := newFixture(t, nil)
	f.WatchProcessMemory()
	cache := f.Memory(f.RegisterMemory("sql", perfschema.Info{Name: "cache"}))
	th := f.connect("ann")
	use := func() {
		b := cache.Alloc(th, 10)
		b.Free(th)
	}
	for range 3 {
		use()
	}
	computed := f.RegisterMemory("sql", perfschema.Info{Name: "computed", Flags: perfschema.FlagGlobal})
	f.AddMemorySource(func(yield func(perfschema.MemoryKey, record.MemoryStat) bool) {
		yield(computed, record.MemoryStat{CountAlloc: 5, BytesAlloc: 50})
	})
	counts := func(reader *record.SummaryReader[record.MemoryStat]) map[string][2]uint64 {
		out := make(map[string][2]uint64)
		for _, stats := range reader.All() {
			for i, c := range f.Read().ClassesOf(perfschema.KindMemory)[:len(stats)] {
				if n := [2]uint64{stats[i].CountAlloc, stats[i].CountFree}; n != [2]uint64{} && !strings.HasPrefix(c.Name(), "memory/performance_schema/") {
					out[c.Name()] = n
				}
			}
		}
		return out
	}
	want := map[string][2]uint64{"memory/sql/cache": {3, 3}}
	if got := counts(f.Read().CountedMemory()); !maps.Equal(got, want) {
		t.Errorf("counted %v, want %v", got, want)
	}
	all := counts(f.Read().MemorySummary(record.Global, 0)) // reads the process
	if all["memory/sql/computed"][0] != 5 || len(all) <= 2 {
		t.Errorf("nothing that is computed, or of the process, in %v", all)
	}
	f.Read().TruncateMemory(record.Global)
	use()
	want["memory/sql/cache"] = [2]uint64{4, 4}
	if got := counts(f.Read().CountedMemory()); !maps.Equal(got, want) {
		t.Errorf("counted %v after TRUNCATE, want %v", got, want)
	}
}
