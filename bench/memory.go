package main

import (
	"fmt"
	"os"
	"time"
)

// memoryServerAim is what a server should still do with every memory instrument on.
const memoryServerAim = 0.99

// memoryVariants are all else equal: the other instruments are as by default.
var memoryVariants = []struct {
	name  string
	flags []string
}{
	{"memory instruments off", []string{"--performance-schema-instrument=memory/%=OFF"}},
	{"every memory instrument on", []string{"--performance-schema-instrument=memory/%=ON"}},
}

// memory prints what a server does with every memory instrument on, against the
// same with all of them off: two servers that take turns.
func memory(binary string, n int, length time.Duration, threads int) error {
	var servers []*server
	defer func() {
		for _, s := range servers {
			s.stop()
		}
	}()
	for _, v := range memoryVariants {
		s, err := start(binary, v.flags)
		if err != nil {
			return fmt.Errorf("%s: %w", v.name, err)
		}
		servers = append(servers, s)
		if err := s.prepare(threads, nil); err != nil {
			return fmt.Errorf("%s: %w", v.name, err)
		}
	}
	fmt.Printf("\n| memory, %d threads, medians of %d rounds of %v | queries/s | ratio | middle half | aim | server CPU a query | ratio |\n|---|---|---|---|---|---|---|\n",
		threads, n, length)
	for _, w := range workloads {
		samples := make([][]sample, len(servers))
		for r := range n + 1 {
			for i := range servers {
				k := (i + r) % len(servers)
				got, err := servers[k].load(w, length, threads)
				if err != nil {
					return fmt.Errorf("%s with %s: %w", w, memoryVariants[k].name, err)
				}
				if r > 0 { // the first round warms up
					samples[k] = append(samples[k], got)
				}
			}
			fmt.Fprintf(os.Stderr, "\rmemory, %s: round %d of %d", w, r, n)
		}
		fmt.Fprintln(os.Stderr)
		row(w+", "+memoryVariants[0].name, samples[0], samples[0], 0)
		row(w+", "+memoryVariants[1].name, samples[1], samples[0], memoryServerAim)
	}
	return nil
}
