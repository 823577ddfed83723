// Command bench measures what the Performance Schema costs and prints it as
// tables in Markdown: the Go benchmarks of the root package, each with its
// limit and aim in the same row, and its rivals; sysbench throughput with the
// schema on, and with everything enabled, as a ratio to the schema off, with the share
// of the CPU time that falls on our own functions, and the same ratios of MariaDB.
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
	calls := flag.String("calls", "", "count the functions of the repository in this directory that a statement runs instead, and compare with its bench/calls.tsv")
	rewrite := flag.Bool("rewrite", false, "with -calls, write bench/calls.tsv anew")
	soaked := flag.Duration("soak", 0, "have the server work for so long instead, and say what its memory is by the minute")
	flag.Parse()
	if *soaked > 0 {
		if err := runSoak(os.Stdout, *binary, *soaked, *threads, flag.Args()); err != nil {
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
}{{"load", load.run}, {"profiler", profiler.run}, {"memory", memory.run}, {"profiling", profiling}}

const (
	pointSelect = "oltp_point_select"
	readWrite   = "oltp_read_write"
)

var everything = []string{
	"UPDATE performance_schema.setup_instruments SET ENABLED='YES', TIMED='YES'",
	"UPDATE performance_schema.setup_consumers SET ENABLED='YES'",
}

// load is what the Performance Schema costs a server, and beside it what MariaDB's costs
// that one.
var load = contest{name: "sysbench", variants: []variant{
	{name: "OFF", shareAim: 0.8, flags: []string{"--performance-schema=OFF"}},
	{name: "ON, nothing enabled", shareAim: 1.2, flags: []string{"--performance-schema-instrument=%=OFF"}},
	{name: "ON, default instruments", aim: 0.97, shareAim: 3},
	{name: "ON, everything enabled", aim: 0.93, shareAim: 6, setup: everything},
	{name: "MariaDB, OFF", peer: true, flags: []string{"--performance-schema=OFF"}},
	{name: "MariaDB, ON, its default instruments", peer: true, flags: []string{"--performance-schema=ON"}},
	{name: "MariaDB, ON, everything enabled", peer: true, flags: []string{"--performance-schema=ON"}, setup: everything},
}, workloads: []string{pointSelect, readWrite}, shares: true}

// profiler is what the profiler costs a server.
var profiler = contest{name: "the profiler", variants: []variant{
	{name: "profiler off", flags: []string{"--profiling-sampler=OFF"}},
	{name: "profiler on", aim: 0.99, flags: []string{"--profiling-sampler=ON"}},
}, workloads: []string{readWrite}}

// memory is what memory instruments cost a server; its other instruments are as
// by default.
var memory = contest{name: "memory", variants: []variant{
	{name: "memory instruments off", flags: []string{"--performance-schema-instrument=memory/%=OFF"}},
	{name: "every memory instrument on", aim: 0.99, flags: []string{"--performance-schema-instrument=memory/%=ON"}},
}, workloads: []string{pointSelect, readWrite}}
