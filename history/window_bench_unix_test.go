//go:build unix

package history

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/perfschema/perfschema/sampler"
)

// BenchmarkWindow ends a window in which a thousand digests ran, as they do at 1,000
// statements a second: everything that happens on the history's goroutines in a minute but
// for single events. The figures are CPU time, garbage collection included; percent is of a minute of one core.
func BenchmarkWindow(b *testing.B) {
	p := newProgram(b, newClock(), Options{Dir: b.TempDir()})
	texts := make([]string, 1000)
	for i := range texts {
		texts[i] = fmt.Sprintf("SELECT a%d FROM t WHERE b = 1", i)
	}
	var spent time.Duration
	for b.Loop() {
		for _, text := range texts {
			p.run(text, time.Millisecond)
		}
		p.clock.advance(time.Minute)
		began := processTime(b)
		p.history.turn()
		p.history.events.turn(false)
		spent += processTime(b) - began
	}
	b.ReportMetric(spent.Seconds()*1000/float64(b.N), "ms/window")
	b.ReportMetric(100*spent.Minutes()/float64(b.N), "percent")
	p.close()
}

// BenchmarkSync writes what a window has that is open, in which a thousand digests ran.
func BenchmarkSync(b *testing.B) {
	p := newProgram(b, newClock(), Options{Dir: b.TempDir(), Sync: true})
	var spent time.Duration
	for b.Loop() {
		for i := range 1000 {
			p.run(fmt.Sprintf("SELECT a%d FROM t WHERE b = 1", i), time.Millisecond)
		}
		p.clock.advance(SyncInterval)
		began := processTime(b)
		p.history.keepOpen()
		p.history.events.turn(false)
		spent += processTime(b) - began
	}
	b.ReportMetric(spent.Seconds()*1000/float64(b.N), "ms/sync")
	b.ReportMetric(100*spent.Seconds()/SyncInterval.Seconds()/float64(b.N), "percent")
	p.close()
}

// ProcessTime is processTime.
func ProcessTime(b *testing.B) time.Duration { return processTime(b) }

// processTime is the CPU time that the process has taken.
func processTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkChoice chooses whether a statement's profile is kept, which happens to each, on
// the profiler's goroutine.
func BenchmarkChoice(b *testing.B) {
	p := newProgram(b, newClock(), Options{Dir: b.TempDir()})
	var profile *sampler.Profile
	stop := p.history.options.Profiler.OnEnd(func(x *sampler.Profile) { profile = x })
	p.run("SELECT 1", time.Millisecond)
	p.history.options.Profiler.Collect()
	stop()
	for b.Loop() {
		p.history.events.events.add(profile)
	}
	p.history.events.events.take()
	p.close()
}
