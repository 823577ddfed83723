package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// What the profiler is held against.
const (
	// samplerAim is what a server should still do with the profiler on.
	samplerAim = 0.99
	// coreAims are percents of a core, by the number of threads registered.
	fewThreads, fewAim   = 10_000, 1.0
	manyThreads, manyAim = 100_000, 10.0
	// samplerTicks is how many ticks of 10 ms are measured.
	samplerTicks = "500x"
	// samplerRounds is how often.
	samplerRounds = 3
)

// registered prints what looking at registered threads costs.
func registered(w io.Writer, root, tmp string) error {
	tests, err := compileTests(filepath.Join(root, "sampler"), tmp, true)
	if err != nil {
		return err
	}
	var all rounds
	for range samplerRounds {
		got, err := tests.run("^BenchmarkRegistered$", samplerTicks, "1", "2")
		if err != nil {
			return err
		}
		all = append(all, got)
	}
	fmt.Fprintf(w, "\n| the profiler, every 10 ms, 100 threads at work; medians of %d runs of 5 s | CPU time of the process more than without | it says itself | aim |\n|---|---|---|---|\n", len(all))
	for _, c := range []struct {
		threads int
		aim     float64
	}{{fewThreads, fewAim}, {manyThreads, manyAim}} {
		name := fmt.Sprintf("BenchmarkRegistered/%d-threads-2", c.threads)
		more, ok := all.median(name, "core-%")
		own, known := all.median(name, "core-self-%")
		fmt.Fprintf(w, "| %d threads registered | %s of a core | %s | %s |\n", c.threads,
			number(more, ok, "%.2f %%"), number(own, known, "%.2f %%"), atMost(more, ok, c.aim, " %"))
	}
	return nil
}

// profiler prints what a server does with the profiler on, against the same
// with it off: two servers that take turns.
func profiler(binary string, n int, length time.Duration, threads int) error {
	const workload = "oltp_read_write"
	var servers []*server
	defer func() {
		for _, s := range servers {
			s.stop()
		}
	}()
	for _, on := range []string{"OFF", "ON"} {
		s, err := start(binary, []string{"--profiling-sampler=" + on})
		if err != nil {
			return fmt.Errorf("profiler %s: %w", on, err)
		}
		servers = append(servers, s)
		if err := s.prepare(threads, nil); err != nil {
			return fmt.Errorf("profiler %s: %w", on, err)
		}
	}
	samples := make([][]sample, len(servers))
	for r := range n + 1 {
		for i := range servers {
			k := (i + r) % len(servers)
			got, err := servers[k].load(workload, length, threads)
			if err != nil {
				return fmt.Errorf("%s: %w", workload, err)
			}
			if r > 0 { // the first round warms up
				samples[k] = append(samples[k], got)
			}
		}
		fmt.Fprintf(os.Stderr, "\rprofiler: round %d of %d", r, n)
	}
	fmt.Fprintln(os.Stderr)
	fmt.Printf("\n| %s, %d threads, medians of %d rounds of %v | queries/s | ratio | middle half | aim | server CPU a query | ratio |\n|---|---|---|---|---|---|---|\n",
		workload, threads, n, length)
	row("profiler off", samples[0], samples[0], 0)
	row("profiler on", samples[1], samples[0], samplerAim)
	return nil
}
