package main

import (
	"fmt"
	"io"
	"path/filepath"
)

// What the profiler is held against.
const (
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
