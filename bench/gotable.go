package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// comparison is a row of the table: a benchmark, the one it is held against,
// and the ratio, or the difference, aimed at.
type comparison struct {
	name, limit string
	aim         float64
}

// pairs are the benchmarks of the root package that have a limit beside them.
var pairs = []comparison{
	{"BenchmarkMutex/disabled", "BenchmarkMutex/plain", 1.05},
	{"BenchmarkMutex/disabled-sampled", "BenchmarkMutex/plain", 1.1},
	{"BenchmarkMutex/counted", "BenchmarkMutex/plain", 1.5},
	{"BenchmarkMutex/timed", "BenchmarkMutex/limit", 1.1},
	{"BenchmarkMutex/timed-bound", "BenchmarkMutex/limit", 1.25},
	{"BenchmarkMutex/history", "BenchmarkMutex/limit", 2},
	{"BenchmarkStage/timed", "BenchmarkStage/limit", 3},
	{"BenchmarkStatement/timed", "BenchmarkStatement/limit", 3},
}

// additions are the benchmarks that may take some nanoseconds more than the one
// they are held against.
var additions = []comparison{
	{"BenchmarkMemory/disabled", "BenchmarkMemory/plain", 1},
	{"BenchmarkMemory/counted", "BenchmarkMemory/plain", 12},
}

// runsPerRound is how often a benchmark runs in a round, of which the median counts.
const runsPerRound = "3"

// What the other rows are held against.
const (
	scalingAim = 0.9 // of what the plain mutex gains
	memoryAim  = 150 // MiB
	readAim    = 50  // milliseconds
	tableAim   = 100 // milliseconds
)

const (
	parallel      = "BenchmarkMutexParallel/timed"
	parallelPlain = "BenchmarkMutexParallel/plain"
	crowdMemory   = "BenchmarkCrowdMemory"
	crowdSummary  = "BenchmarkCrowdSummary"
	memoryTable   = "BenchmarkMemoryTable"
	waitTable     = "BenchmarkWaitTable"
	watch         = "BenchmarkWatch/"
)

// rivals are what the same work is watched with beside perfschema.
var rivals = []struct{ name, what string }{
	{"perfschema-wait", "perfschema, a mutex timed and summarised"},
	{"perfschema-statement", "perfschema, a statement with history and summaries"},
	{"expvar-count", "`expvar.Int`, counted only"},
	{"prometheus-histogram", "Prometheus histogram, timed with `time.Now`"},
	{"opentelemetry-span", "OpenTelemetry span, recorded, without an exporter"},
	{"trace-region-off", "`runtime/trace` region while no trace runs"},
	{"trace-region-on", "`runtime/trace` region while a trace runs"},
}

// goBenchmarks runs the Go benchmarks of the root package and of the rivals and
// prints their tables.
func goBenchmarks(w io.Writer, root string, n int, benchtime string) error {
	tmp, err := os.MkdirTemp("", "perfschema-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	own, err := compileTests(root, tmp, true)
	if err != nil {
		return err
	}
	other, err := compileTests(filepath.Join(root, "bench", "rival"), tmp, false)
	if err != nil {
		return err
	}
	servers, err := compileServed(root, tmp)
	if err != nil {
		return err
	}
	cpus := "1"
	if c := runtime.NumCPU(); c > 1 {
		cpus = "1," + strconv.Itoa(c)
	}
	var all rounds
	for i := range n + 1 {
		round := readings{}
		for _, part := range []struct {
			binary                       *testBinary
			match, benchtime, cpus, runs string
			every                        int // rounds; the crowds take seconds to gather
		}{
			{own, "^(BenchmarkMutex|BenchmarkMemory|BenchmarkStage|BenchmarkStatement)$", benchtime, "1", runsPerRound, 1},
			{own, "^BenchmarkMutexParallel$", benchtime, cpus, runsPerRound, 1},
			{other, "^(BenchmarkWatch|BenchmarkRequest|BenchmarkQuery)$", benchtime, "1", runsPerRound, 1},
			{own, "^" + crowdSummary + "$", "5x", "1", "1", 5},
			{own, "^(" + memoryTable + "|" + waitTable + ")$", "5x", "1", "1", 5},
			{own, "^" + crowdMemory + "$", "1x", "1", "1", 5},
		} {
			if i%part.every != 0 && i != n {
				continue
			}
			got, err := part.binary.run(part.match, part.benchtime, part.runs, part.cpus)
			if err != nil {
				return err
			}
			for name, r := range got {
				round[name] = r
			}
		}
		if err := runServed(servers, round); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "\rround %d of %d", i, n)
		if i > 0 { // the first warms up
			all = append(all, round)
		}
	}
	fmt.Fprint(os.Stderr, "\n\n")
	writeLimits(w, all, benchtime)
	fmt.Fprintln(w)
	writeRivals(w, all, benchtime)
	fmt.Fprintln(w)
	writeServed(w, all)
	fmt.Fprintln(w)
	writeServices(w, all, benchtime)
	return registered(w, root, tmp)
}

// writeLimits prints the benchmarks that have an aim.
func writeLimits(w io.Writer, all rounds, benchtime string) {
	fmt.Fprintf(w, "| benchmark; medians of %d rounds, in each the median of "+runsPerRound+" runs of %s | measured | limit | ratio | aim | allocations |\n|---|---|---|---|---|---|\n", len(all), benchtime)
	for _, c := range pairs {
		within := ratio(c.name, c.limit, "ns/op")
		ratio, ok := all.medianOf(within)
		fmt.Fprintf(w, "| `%s` | %s | %s (`%s`) | %s | %s | %s |\n", short(c.name), nanoseconds(all, c.name), nanoseconds(all, c.limit),
			last(c.limit), number(ratio, ok, "%.2f")+all.spread(within, "%.2f"), atMost(ratio, ok, c.aim, ""), allocations(all, c.name))
	}
	for _, c := range additions {
		within := added(c.name, c.limit)
		added, ok := all.medianOf(within)
		fmt.Fprintf(w, "| `%s` | %s | %s (`%s`) | %s | %s | %s |\n", short(c.name), nanoseconds(all, c.name), nanoseconds(all, c.limit),
			last(c.limit), number(added, ok, "%.1f ns more")+all.spread(within, "%.1f"), atMost(added, ok, c.aim, " ns more"), allocations(all, c.name))
	}
	gain, ok := all.medianOf(func(r readings) (float64, bool) { return r.gain(parallel) })
	plain, known := all.medianOf(func(r readings) (float64, bool) { return r.gain(parallelPlain) })
	within := func(r readings) (float64, bool) {
		a, ok := r.gain(parallel)
		b, known := r.gain(parallelPlain)
		return a / b, ok && known
	}
	relative, both := all.medianOf(within)
	fmt.Fprintf(w, "| `%s`, gain of %d cores over one | %s | %s (`%s`) | %s | %s | %s |\n", short(parallel), runtime.NumCPU(),
		number(gain, ok, "%.2fx"), number(plain, known, "%.2fx"), last(parallelPlain), number(relative, both, "%.2f")+all.spread(within, "%.2f"),
		atLeast(relative, both, scalingAim), allocations(all, onAll(parallel)))

	mib, ok := all.median(crowdMemory, "MiB-heap")
	fmt.Fprintf(w, "| 10,000 threads, 300 instruments touched by each | %s | | | %s | |\n", number(mib, ok, "%.0f MiB"), atMost(mib, ok, memoryAim, " MiB"))
	read := func(benchmark, what string, aim float64) {
		ms, ok := all.median(benchmark, "ns/op")
		ms /= 1e6
		fmt.Fprintf(w, "| %s | %s | | | %s | |\n", what, number(ms, ok, "%.1f ms"), atMost(ms, ok, aim, " ms"))
	}
	read(crowdSummary, "`events_waits_summary_global_by_event_name` with 10,000 threads", readAim)
	read(memoryTable, "`memory_summary_by_thread_by_event_name` with 1,000 threads, 300 instruments used by each", tableAim)
	read(waitTable, "`events_waits_summary_by_thread_by_event_name` with 1,000 threads, 300 instruments used by each", tableAim)
}

// writeRivals prints what else the same work can be watched with.
func writeRivals(w io.Writer, all rounds, benchtime string) {
	fmt.Fprintf(w, "| an uncontended mutex, watched; medians of %d rounds, in each the median of "+runsPerRound+" runs of %s | a pair | added to the %s of the plain pair | allocations |\n|---|---|---|---|\n",
		len(all), benchtime, nanoseconds(all, watch+"plain"))
	row := func(name, what string) {
		within := added(watch+name, watch+"plain")
		added, ok := all.medianOf(within)
		fmt.Fprintf(w, "| %s | %s | %s | %s |\n", what, nanoseconds(all, watch+name), number(added, ok, "%.1f ns")+all.spread(within, "%.1f"), allocations(all, watch+name))
	}
	row("limit", "two reads of the cycle counter, the limit")
	for _, r := range rivals {
		row(r.name, r.what)
	}
}

// gain is how many times faster all processors together are than one.
func (r readings) gain(name string) (float64, bool) {
	one, ok := r[name]["ns/op"]
	all, known := r[onAll(name)]["ns/op"]
	return one / all, ok && known && all > 0
}

func short(name string) string { return strings.TrimPrefix(name, "Benchmark") }

// last is the part of a name behind the slash.
func last(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// number is a figure, or a dash where there is none.
func number(v float64, ok bool, format string) string {
	if !ok {
		return "-"
	}
	return fmt.Sprintf(format, v)
}

func nanoseconds(all rounds, name string) string {
	v, ok := all.median(name, "ns/op")
	return number(v, ok, "%.1f ns")
}

func allocations(all rounds, name string) string {
	v, ok := all.median(name, "allocs/op")
	return number(v, ok, "%.0f")
}

// atMost and atLeast are an aim, and whether it is missed.
func atMost(v float64, ok bool, aim float64, unit string) string {
	return fmt.Sprintf("at most %v%s%s", aim, unit, verdict(ok, v <= aim))
}

func atLeast(v float64, ok bool, aim float64) string {
	return fmt.Sprintf("at least %v%s", aim, verdict(ok, v >= aim))
}

func verdict(measured, met bool) string {
	switch {
	case !measured:
		return ", not measured"
	case !met:
		return ", missed"
	}
	return ""
}
