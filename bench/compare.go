package main

import (
	"fmt"
	"os"
	"slices"
	"time"
)

// variant is a configuration of a server that is compared with others.
type variant struct {
	name  string
	aim   float64 // of the ratio to the first; 0 for the first itself
	flags []string
	setup []string // statements
}

// contest is a comparison of servers that are all else equal; the first variant
// is the base of all ratios.
type contest struct {
	name      string
	variants  []variant
	workloads []string // tests of sysbench
}

// run has a server of each variant take its turns under load, and prints their
// rates.
func (c contest) run(binary string, rounds int, length time.Duration, threads int) error {
	var servers []*server
	defer func() {
		for _, s := range servers {
			s.stop()
		}
	}()
	for _, v := range c.variants {
		fmt.Fprintf(os.Stderr, "%s: starting %s\n", c.name, v.name)
		s, err := start(binary, v.flags)
		if err != nil {
			return fmt.Errorf("%s: %w", v.name, err)
		}
		servers = append(servers, s)
		if err := s.prepare(threads, v.setup); err != nil {
			return fmt.Errorf("%s: %w", v.name, err)
		}
	}
	fmt.Printf("\n| %s, %d threads, medians of %d rounds of %v | queries/s | ratio | middle half | aim | server CPU a query | ratio |\n|---|---|---|---|---|---|---|\n",
		c.name, threads, rounds, length)
	for _, w := range c.workloads {
		samples := make([][]sample, len(servers))
		for r := range rounds + 1 {
			for i := range servers {
				n := (i + r) % len(servers)
				got, err := servers[n].load(w, length, threads)
				if err != nil {
					return fmt.Errorf("%s on %s: %w", w, c.variants[n].name, err)
				}
				if r > 0 { // the first round warms up
					samples[n] = append(samples[n], got)
				}
			}
			fmt.Fprintf(os.Stderr, "\r%s, %s: round %d of %d", c.name, w, r, rounds)
		}
		fmt.Fprintln(os.Stderr)
		for n, v := range c.variants {
			row(w+", "+v.name, samples[n], samples[0], v.aim)
		}
	}
	return nil
}

// row prints a variant's medians: of what it measured, and of the ratios to the
// base in the same round.
func row(name string, got, base []sample, aim float64) {
	rate := func(s sample) float64 { return s.rate }
	cpu := func(s sample) float64 { return s.cpu }
	if aim == 0 {
		fmt.Printf("| %s | %.0f | 1 | | | %.1f µs | 1 |\n", name, quantile(column(got, rate), 0.5), quantile(column(got, cpu), 0.5))
		return
	}
	r := ratios(got, base, rate)
	fmt.Printf("| %s | %.0f | %.3f | %.3f to %.3f | %.2f | %.1f µs | %.3f |\n", name,
		quantile(column(got, rate), 0.5), quantile(r, 0.5), quantile(r, 0.25), quantile(r, 0.75), aim,
		quantile(column(got, cpu), 0.5), quantile(ratios(got, base, cpu), 0.5))
}

func column(s []sample, of func(sample) float64) []float64 {
	out := make([]float64, len(s))
	for i := range s {
		out[i] = of(s[i])
	}
	return out
}

func ratios(got, base []sample, of func(sample) float64) []float64 {
	out := make([]float64, len(got))
	for i := range got {
		out[i] = of(got[i]) / of(base[i])
	}
	return out
}

func quantile(v []float64, q float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[int(q*float64(len(v)-1)+0.5)]
}
