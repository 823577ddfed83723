// Command bench measures what the Performance Schema costs and prints it as
// tables in Markdown: the Go benchmarks of the root package, each with its
// limit and aim in the same row, and its rivals; the server's CPU time for a query of
// sysbench with the schema off, on and with everything enabled, as a ratio to that of
// Dolt's own server, with the share of it that falls on our own functions, and the ratios
// of MariaDB with and without its Performance Schema.
//
// All servers of a comparison run side by side, and take turns under load in
// an order that changes every round, so that what disturbs the machine
// disturbs all alike. They are started anew several times. A figure is the median
// over the starts of the ratio of the medians of a start's rounds.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	binary := flag.String("server", "bin/perfschema", "the server's binary")
	var o options
	flag.IntVar(&o.starts, "starts", 8, "how often the servers are started anew")
	flag.IntVar(&o.rounds, "rounds", 3, "rounds per workload and start; of Go benchmarks in all")
	flag.DurationVar(&o.length, "time", 2*time.Second, "length of one run, in whole seconds")
	flag.IntVar(&o.threads, "threads", 4, "sysbench threads")
	root := flag.String("go", "", "run the Go benchmarks of the repository in this directory instead")
	part := flag.String("part", "", "the only part to run: load, profiler, memory or profiling")
	benchtime := flag.String("benchtime", "50ms", "length of one run of a Go benchmark")
	calls := flag.String("calls", "", "count the functions of the repository in this directory that a statement runs instead, and compare with its bench/calls.tsv")
	rewrite := flag.Bool("rewrite", false, "with -calls, write bench/calls.tsv anew")
	soaked := flag.Duration("soak", 0, "have the server work for so long instead, and say what its memory is by the minute")
	pgo := flag.String("pgo", "", "write the profile by which the compiler optimizes the server to this file instead")
	flag.Parse()
	if o.starts < 1 || o.rounds < 1 || o.threads < 1 || o.length < time.Second || o.length%time.Second != 0 {
		fmt.Fprintln(os.Stderr, "bench: -starts, -rounds and -threads are at least 1, and -time is whole seconds, at least 1s")
		os.Exit(2)
	}
	if *pgo != "" {
		if err := writePGO(*binary, *pgo, o.length, o.threads); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if *soaked > 0 {
		if err := runSoak(os.Stdout, *binary, *soaked, o.threads, flag.Args()); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if *calls != "" {
		if err := countCalls(os.Stdout, *calls, *rewrite); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if *root != "" {
		if err := goBenchmarks(os.Stdout, *root, o.rounds, *benchtime); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	for _, p := range parts {
		if *part != "" && *part != p.name {
			continue
		}
		if err := p.run(*binary, o); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
	}
}

// options are how a contest is held.
type options struct {
	starts, rounds, threads int
	length                  time.Duration // of one run of sysbench
}

// parts are what is measured with a server.
var parts = []struct {
	name string
	run  func(binary string, o options) error
}{{"load", load.run}, {"profiler", profiler.run}, {"memory", memory.run}, {"profiling", profiling}}

const (
	pointSelect = "oltp_point_select"
	readWrite   = "oltp_read_write"
)

var everything = []string{
	"UPDATE performance_schema.setup_instruments SET ENABLED='YES', TIMED='YES'",
	"UPDATE performance_schema.setup_consumers SET ENABLED='YES'",
}

// gcAsDolt has a server collect garbage as often as Dolt's own does: what is compared is what
// statements cost.
const gcAsDolt = "--gc-percent=100"

// load is what a statement costs on our server, against Dolt's own, and beside it what
// MariaDB's Performance Schema costs that one.
var load = contest{name: "sysbench", off: 1, variants: []variant{
	{name: "stock Dolt", program: dolt},
	{name: "OFF", aims: aims(1.03, 1.03), flags: []string{gcAsDolt, "--performance-schema=OFF"}},
	{name: "ON, nothing enabled", flags: []string{gcAsDolt, "--performance-schema-instrument=%=OFF"}},
	{name: "ON, default instruments", aims: aims(1.08, 1.06), flags: []string{gcAsDolt}},
	{name: "ON, everything enabled", aims: aims(1.25, 1.15), flags: []string{gcAsDolt}, setup: everything},
	{name: "ON, all as by default, garbage too", aims: aims(1, 1)},
	{name: "MariaDB, OFF", program: mariadb, flags: []string{"--performance-schema=OFF"}},
	{name: "MariaDB, ON, its default instruments", program: mariadb, flags: []string{"--performance-schema=ON"}},
	{name: "MariaDB, ON, everything enabled", program: mariadb, flags: []string{"--performance-schema=ON"}, setup: everything},
}, workloads: []string{pointSelect, readWrite}, shares: true}

// instrumented are the variants of load that differ by what is instrumented alone.
var instrumented = load.variants[1:5]

// aims are of the two workloads.
func aims(point, write float64) map[string]float64 {
	return map[string]float64{pointSelect: point, readWrite: write}
}

// profiler is what the profiler costs a server.
var profiler = contest{name: "the profiler", variants: []variant{
	{name: "profiler off", flags: []string{"--profiling-sampler=OFF"}},
	{name: "profiler on", aims: aims(1.01, 1.01), flags: []string{"--profiling-sampler=ON"}},
}, workloads: []string{readWrite}}

// memory is what memory instruments cost a server; its other instruments are as
// by default.
var memory = contest{name: "memory", variants: []variant{
	{name: "memory instruments off", flags: []string{"--performance-schema-instrument=memory/%=OFF"}},
	{name: "every memory instrument on", aims: aims(1.01, 1.01), flags: []string{"--performance-schema-instrument=memory/%=ON"}},
}, workloads: []string{pointSelect, readWrite}}
