package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// variant is a configuration of a server that is compared with others.
type variant struct {
	name     string
	peer     bool    // MariaDB's server
	aim      float64 // of the ratio to the first of its kind; 0 for that itself, and for none
	shareAim float64 // of the share of its own functions, in percent; 0 for none
	flags    []string
	setup    []string // statements
}

// contest is a comparison of servers that are all else equal; the first variant of the
// same kind of server is the base of all ratios.
type contest struct {
	name      string
	variants  []variant
	workloads []string // tests of sysbench
	shares    bool     // whether the share of our own functions is measured too
}

// stopStatistics stops the engine's goroutine that reads tables for statistics over and
// over: it works by the clock, so that a slower server does more of it for each query.
const stopStatistics = "CALL dolt_stats_stop()"

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
		s, err := c.start(binary, v)
		if err != nil {
			return fmt.Errorf("%s: %w", v.name, err)
		}
		servers = append(servers, s)
		setup := v.setup
		if !v.peer {
			setup = append(slices.Clone(setup), stopStatistics)
		}
		if err := s.prepare(threads, setup); err != nil {
			return fmt.Errorf("%s: %w", v.name, err)
		}
	}
	c.header(rounds, length, threads)
	var parts []string
	for _, w := range c.workloads {
		samples, err := c.measure(servers, w, rounds, length, threads)
		if err != nil {
			return err
		}
		for n, v := range c.variants {
			row := row(w+", "+v.name, samples[n], samples[c.base(n)], v.aim)
			if c.shares && !v.peer {
				share, err := servers[n].share()
				if err != nil {
					return fmt.Errorf("%s: %w", v.name, err)
				}
				row += fmt.Sprintf(" %.2f ± %.2f %% | %.1f %% | %.1f %% | %s |", share.own, share.standardError, v.shareAim, share.called, allocated(samples[n], samples[c.base(n)]))
			} else if c.shares {
				row += " | | | |"
			}
			fmt.Println(row)
		}
		part, err := c.byFeature(servers, w)
		if err != nil {
			return err
		}
		parts = append(parts, part)
	}
	fmt.Print(strings.Join(parts, ""))
	return nil
}

// byFeature is a table of what the features of our servers have taken of a workload; empty
// where that is not measured.
func (c contest) byFeature(servers []*server, workload string) (string, error) {
	if !c.shares {
		return "", nil
	}
	var order, names []string
	var shares []featureShares
	for n, v := range c.variants {
		if v.peer {
			continue
		}
		features, of, err := servers[n].features()
		if err != nil {
			return "", fmt.Errorf("%s: %w", v.name, err)
		}
		order, names, shares = features, append(names, v.name), append(shares, of)
	}
	return featureTable(workload, order, names, shares), nil
}

func (c contest) start(binary string, v variant) (*server, error) {
	switch {
	case v.peer:
		return startPeer(v.flags)
	case c.shares:
		port, err := freePort()
		if err != nil {
			return nil, err
		}
		s, err := start(binary, append([]string{"--profiling-overhead-sampling=100", "--http=127.0.0.1:" + port}, v.flags...))
		if err == nil {
			s.http = port
		}
		return s, err
	}
	return start(binary, v.flags)
}

// base is the variant that a variant's ratios are to.
func (c contest) base(n int) int {
	for i, v := range c.variants {
		if v.peer == c.variants[n].peer {
			return i
		}
	}
	return n
}

// measure has each server take its turns of a workload.
func (c contest) measure(servers []*server, workload string, rounds int, length time.Duration, threads int) ([][]sample, error) {
	samples := make([][]sample, len(servers))
	for r := range rounds + 1 {
		for i := range servers {
			n := (i + r) % len(servers)
			if r == 1 && c.shares && !c.variants[n].peer {
				if err := servers[n].restartShare(); err != nil {
					return nil, err
				}
			}
			got, err := servers[n].load(workload, length, threads)
			if err != nil {
				return nil, fmt.Errorf("%s on %s: %w", workload, c.variants[n].name, err)
			}
			if r > 0 { // the first round warms up
				samples[n] = append(samples[n], got)
			}
		}
		fmt.Fprintf(os.Stderr, "\r%s, %s: round %d of %d", c.name, workload, r, rounds)
	}
	fmt.Fprintln(os.Stderr)
	return samples, nil
}

func (c contest) header(rounds int, length time.Duration, threads int) {
	head := fmt.Sprintf("\n| %s, %d threads, medians of %d rounds of %v | queries/s | ratio | middle half | aim | server CPU a query | ratio |",
		c.name, threads, rounds, length)
	line := "|---|---|---|---|---|---|---|"
	if c.shares {
		head += " share of CPU time in our functions | at most | with what they call | allocations a query |"
		line += "---|---|---|---|"
	}
	fmt.Println(head + "\n" + line)
}

// row is a variant's medians: of what it measured, and of the ratios to the
// base in the same round.
func row(name string, got, base []sample, aim float64) string {
	rate := func(s sample) float64 { return s.rate }
	cpu := func(s sample) float64 { return s.cpu }
	if &got[0] == &base[0] {
		return fmt.Sprintf("| %s | %.0f | 1 | | | %.1f µs | 1 |", name, quantile(column(got, rate), 0.5), quantile(column(got, cpu), 0.5))
	}
	target := ""
	if aim != 0 {
		target = fmt.Sprintf("%.2f", aim)
	}
	r := ratios(got, base, rate)
	return fmt.Sprintf("| %s | %.0f | %.3f | %.3f to %.3f | %s | %.1f µs | %.3f |", name,
		quantile(column(got, rate), 0.5), quantile(r, 0.5), quantile(r, 0.25), quantile(r, 0.75), target,
		quantile(column(got, cpu), 0.5), quantile(ratios(got, base, cpu), 0.5))
}

// allocated is what a variant allocates a query, and how much more than the base does.
func allocated(got, base []sample) string {
	allocs := func(s sample) float64 { return s.allocs }
	n := quantile(column(got, allocs), 0.5)
	if &got[0] == &base[0] {
		return fmt.Sprintf("%.1f", n)
	}
	more := make([]float64, len(got)) // both grow with the tables: compared round by round
	for i := range got {
		more[i] = got[i].allocs - base[i].allocs
	}
	return fmt.Sprintf("%.1f (%+.1f)", n, quantile(more, 0.5))
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
