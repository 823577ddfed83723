package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// variant is a configuration of a server that is compared with others.
type variant struct {
	name    string
	program program
	aims    map[string]float64 // of the ratio of CPU time a query to the base, by workload
	flags   []string
	setup   []string // statements
}

// program is what a variant runs.
type program int

const (
	perfschema program = iota
	dolt               // Dolt's own server, on whose engine and storage ours stands
	mariadb
)

// contest is a comparison of servers that are all else equal. The base of all ratios is the
// first variant, of MariaDB's servers the first of these.
type contest struct {
	name      string
	variants  []variant
	workloads []string // tests of sysbench
	shares    bool     // whether the share of our own functions is measured too
	off       int      // the variant that ratios are to as well; 0 for none
}

// stopStatistics stops the engine's goroutine that reads tables for statistics over and
// over: it works by the clock, so that a slower server does more of it for each query.
const stopStatistics = "CALL dolt_stats_stop()"

// run has a server of each variant take its turns under load, and prints what they took. One start of a
// server differs from the next by a tenth: they are started anew as often as the options say.
func (c contest) run(binary string, o options) error {
	measured := make([][][]sample, len(c.workloads))
	for i := range measured {
		measured[i] = make([][]sample, len(c.variants))
	}
	for start := range o.starts {
		if err := c.measureAll(binary, start, o, measured); err != nil {
			return err
		}
	}
	accounts, err := c.accounts(binary, o)
	if err != nil {
		return err
	}
	c.header(o)
	for i, w := range c.workloads {
		samples := measured[i]
		for n, v := range c.variants {
			row := row(w+", "+v.name, samples[n], samples[c.base(n)], v.aims[w])
			if c.off != 0 {
				row += c.toOff(samples, n)
			}
			if c.shares && v.program == perfschema {
				share := accounts[n][i].share
				row += fmt.Sprintf(" %.2f ± %.2f %% | %.1f %% | %s |", share.own, share.standardError, share.called, allocated(samples[n], samples[c.off]))
			} else if c.shares {
				row += " | | |"
			}
			fmt.Println(row)
		}
	}
	if c.shares {
		for i, w := range c.workloads {
			fmt.Print(c.byFeature(accounts, i, w))
		}
	}
	return nil
}

// measureAll starts all servers, runs them side by side, and adds to measured what each did of each
// workload: the median of its rounds.
func (c contest) measureAll(binary string, start int, o options, measured [][][]sample) error {
	servers := make([]*server, len(c.variants))
	defer func() {
		for _, s := range servers {
			if s != nil {
				s.stop()
			}
		}
	}()
	for i := range c.variants {
		n := (i + start) % len(c.variants)
		s, err := c.started(binary, c.variants[n], o.threads)
		if err != nil {
			return err
		}
		servers[n] = s
	}
	for i, w := range c.workloads {
		samples, err := c.measure(servers, w, start, o)
		if err != nil {
			return err
		}
		for n := range samples {
			measured[i][n] = append(measured[i][n], middle(samples[n]))
		}
	}
	return nil
}

// started starts a variant's server and prepares it for the workloads.
func (c contest) started(binary string, v variant, threads int) (*server, error) {
	fmt.Fprintf(os.Stderr, "%s: starting %s\n", c.name, v.name)
	s, err := c.start(binary, v)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", v.name, err)
	}
	setup := v.setup
	if v.program != mariadb {
		setup = append(slices.Clone(setup), stopStatistics)
	}
	if err := s.prepare(threads, setup); err != nil {
		s.stop()
		return nil, fmt.Errorf("%s: %w", v.name, err)
	}
	return s, nil
}

func (c contest) start(binary string, v variant) (*server, error) {
	switch v.program {
	case mariadb:
		return startMariaDB(v.flags)
	case dolt:
		return startDolt(filepath.Join(filepath.Dir(binary), "dolt"))
	}
	if !c.shares {
		return start(binary, v.flags)
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	s, err := start(binary, append([]string{"--http=127.0.0.1:" + port}, v.flags...))
	if err == nil {
		s.http = port
	}
	return s, err
}

// base is the variant that a variant's ratios are to.
func (c contest) base(n int) int {
	for i, v := range c.variants {
		if (v.program == mariadb) == (c.variants[n].program == mariadb) {
			return i
		}
	}
	return n
}

// toOff is the cell of a variant's CPU time a query to that of the variant off; empty for that
// itself, and for other programs.
func (c contest) toOff(samples [][]sample, n int) string {
	if n == c.off || c.variants[n].program != perfschema {
		return " |"
	}
	return fmt.Sprintf(" %.3f |", quantile(ratios(samples[n], samples[c.off], cpuOf), 0.5))
}

// measure has each server take its turns of a workload.
func (c contest) measure(servers []*server, workload string, start int, o options) ([][]sample, error) {
	samples := make([][]sample, len(servers))
	for r := range o.rounds + 1 {
		for i := range servers {
			n := (i + r + start) % len(servers)
			got, err := servers[n].load(workload, o.length, o.threads)
			if err != nil {
				return nil, fmt.Errorf("%s on %s: %w", workload, c.variants[n].name, err)
			}
			if r > 0 { // the first round warms up
				samples[n] = append(samples[n], got)
			}
		}
		fmt.Fprintf(os.Stderr, "\r%s, %s: start %d of %d, round %d of %d", c.name, workload, start+1, o.starts, r, o.rounds)
	}
	fmt.Fprintln(os.Stderr)
	return samples, nil
}

func (c contest) header(o options) {
	head := fmt.Sprintf("\n| %s, %d threads, medians of %d starts, of each the median of %d rounds of %v | server CPU a query | ratio | middle half | at most | queries/s | ratio |",
		c.name, o.threads, o.starts, o.rounds, o.length)
	line := "|---|---|---|---|---|---|---|"
	if c.off != 0 {
		head += " CPU to " + c.variants[c.off].name + " |"
		line += "---|"
	}
	if c.shares {
		head += " share of CPU time in our functions | with what they call | allocations a query |"
		line += "---|---|---|"
	}
	fmt.Println(head + "\n" + line)
}

func cpuOf(s sample) float64    { return s.cpu }
func rateOf(s sample) float64   { return s.rate }
func allocsOf(s sample) float64 { return s.allocs }

// middle has the median of each figure.
func middle(s []sample) sample {
	median := func(of func(sample) float64) float64 { return quantile(column(s, of), 0.5) }
	return sample{rate: median(rateOf), cpu: median(cpuOf), allocs: median(allocsOf)}
}

// row is a variant's medians: of what it measured, and of the ratios to the
// base since the same start.
func row(name string, got, base []sample, atMost float64) string {
	cpu, rate := quantile(column(got, cpuOf), 0.5), quantile(column(got, rateOf), 0.5)
	if &got[0] == &base[0] {
		return fmt.Sprintf("| %s | %.1f µs | 1 | | | %.0f | 1 |", name, cpu, rate)
	}
	target := ""
	if atMost != 0 {
		target = fmt.Sprintf("%.2f", atMost)
	}
	r := ratios(got, base, cpuOf)
	return fmt.Sprintf("| %s | %.1f µs | %.3f | %.3f to %.3f | %s | %.0f | %.3f |", name,
		cpu, quantile(r, 0.5), quantile(r, 0.25), quantile(r, 0.75), target, rate, quantile(ratios(got, base, rateOf), 0.5))
}

// allocated is what a variant allocates a query, and how much more than the base does.
func allocated(got, base []sample) string {
	n := quantile(column(got, allocsOf), 0.5)
	if &got[0] == &base[0] {
		return fmt.Sprintf("%.1f", n)
	}
	more := make([]float64, len(got)) // both grow with the tables: compared start by start
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
