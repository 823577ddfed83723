// Command bench measures what the Performance Schema costs and prints it as
// tables in Markdown: the Go benchmarks of the root package, each with its
// limit and aim in the same row, and its rivals; sysbench throughput with the
// schema on, and with everything enabled, as a ratio to the schema off.
//
// All servers of a comparison run side by side, and take turns under load in
// an order that changes every round, so that what disturbs the machine
// disturbs all alike. A figure is the median over the rounds of the ratio
// within a round.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"time"
)

func main() {
	binary := flag.String("server", "bin/perfschema", "the server's binary")
	rounds := flag.Int("rounds", 7, "rounds per workload")
	length := flag.Duration("time", 8*time.Second, "length of one run")
	threads := flag.Int("threads", 4, "sysbench threads")
	root := flag.String("go", "", "run the Go benchmarks of the repository in this directory instead")
	part := flag.String("part", "", "the only part to run: load, profiler, memory or profiling")
	benchtime := flag.String("benchtime", "50ms", "length of one run of a Go benchmark")
	flag.Parse()
	if *root != "" {
		if err := goBenchmarks(os.Stdout, *root, *rounds, *benchtime); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	for _, p := range parts {
		if *part != "" && *part != p.name {
			continue
		}
		if err := p.run(*binary, *rounds, *length, *threads); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
	}
}

// parts are what is measured with a server.
var parts = []struct {
	name string
	run  func(binary string, rounds int, length time.Duration, threads int) error
}{{"load", run}, {"profiler", profiler}, {"memory", memory}, {"profiling", profiling}}

// workloads are the sysbench tests compared, with the aims of the ratios.
var workloads = []string{"oltp_point_select", "oltp_read_write"}

// variants are the configurations compared; the first is the base of all
// ratios.
var variants = []struct {
	name  string
	aim   float64
	flags []string
	setup []string
}{
	{name: "OFF", flags: []string{"--performance-schema=OFF"}},
	{name: "ON, default instruments", aim: 0.98},
	{name: "ON, everything enabled", aim: 0.92, setup: []string{
		"UPDATE performance_schema.setup_instruments SET ENABLED='YES', TIMED='YES'",
		"UPDATE performance_schema.setup_consumers SET ENABLED='YES'",
	}},
}

func run(binary string, rounds int, length time.Duration, threads int) error {
	var servers []*server
	defer func() {
		for _, s := range servers {
			s.stop()
		}
	}()
	for _, v := range variants {
		fmt.Fprintf(os.Stderr, "starting: %s\n", v.name)
		s, err := start(binary, v.flags)
		if err != nil {
			return fmt.Errorf("%s: %w", v.name, err)
		}
		servers = append(servers, s)
		if err := s.prepare(threads, v.setup); err != nil {
			return fmt.Errorf("%s: %w", v.name, err)
		}
	}
	fmt.Printf("| sysbench, %d threads, medians of %d rounds of %v | queries/s | ratio | middle half | aim | server CPU a query | ratio |\n|---|---|---|---|---|---|---|\n", threads, rounds, length)
	for _, w := range workloads {
		samples := make([][]sample, len(servers))
		for r := range rounds + 1 {
			for i := range servers {
				n := (i + r) % len(servers)
				got, err := servers[n].load(w, length, threads)
				if err != nil {
					return fmt.Errorf("%s on %s: %w", w, variants[n].name, err)
				}
				if r > 0 { // the first round warms up
					samples[n] = append(samples[n], got)
				}
			}
			fmt.Fprintf(os.Stderr, "\r%s: round %d of %d", w, r, rounds)
		}
		fmt.Fprintln(os.Stderr)
		for n, v := range variants {
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
