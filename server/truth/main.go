// Command truth compares what a server's profiler says with clocks that know
// nothing of it: the kernel's samples of its stacks (perf), the stages of
// performance_schema, which are timed one by one, the CPU time in /proc, and the
// clock on the wall. It prints a line for each claim, and fails if one is further
// from the truth than its bound.
//
//	truth -server bin/perfschema                     all, each three times
//	truth -server bin/perfschema -only 'alone' -runs 5
//
// A line is the median of the runs, with all differences from the lowest to the
// highest, so that one good run of many does not pass.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"time"
)

func main() {
	o := options{}
	flag.StringVar(&o.binary, "server", "bin/perfschema", "the server's binary")
	only := flag.String("only", "", "only the comparisons whose names match this regular expression")
	flag.IntVar(&o.runs, "runs", 3, "how often each is made")
	flag.DurationVar(&o.length, "time", 4*time.Second, "how long a run is")
	flag.IntVar(&o.crowd, "crowd", 20, "how many clients a crowd is")
	flag.StringVar(&o.address, "address", "127.0.0.1:0", "where the server listens")
	flag.BoolVar(&o.verbose, "v", false, "print every figure of every run")
	flag.Var((*stringList)(&o.flags), "flag", "an option of the server's; may be given again")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	wrong, err := compare(ctx, o, *only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "truth:", err)
		os.Exit(1)
	}
	if wrong > 0 {
		fmt.Fprintf(os.Stderr, "truth: %d claims are further from the truth than their bounds\n", wrong)
		os.Exit(1)
	}
}

type options struct {
	binary, address string
	flags           []string
	runs, crowd     int
	length          time.Duration
	verbose         bool
}

type stringList []string

// Set implements flag.Value.
func (l *stringList) Set(s string) error { *l = append(*l, s); return nil }

// String implements flag.Value.
func (l *stringList) String() string { return fmt.Sprint(*l) }

// compare makes the comparisons that match, and says how many claims are wrong.
func compare(ctx context.Context, o options, only string) (wrong int, err error) {
	pattern, err := regexp.Compile(only)
	if err != nil {
		return 0, fmt.Errorf("-only: %w", err)
	}
	if o.binary, err = filepath.Abs(o.binary); err != nil {
		return 0, err
	}
	s, err := start(o)
	if err != nil {
		return 0, err
	}
	defer s.stop()
	if err := s.load(); err != nil {
		return 0, err
	}
	fmt.Printf("medians of %d runs of %v\n", o.runs, o.length)
	printHead(os.Stdout)
	for _, c := range comparisons() {
		if !pattern.MatchString(c.name) {
			continue
		}
		var all figures
		for range o.runs {
			if err := ctx.Err(); err != nil {
				return wrong, err
			}
			got, err := c.run(ctx, s)
			if err != nil {
				return wrong, fmt.Errorf("%s: %w", c.name, err)
			}
			all.add(got)
		}
		wrong += all.print(os.Stdout, c.name, o.verbose)
	}
	return wrong, nil
}

// comparison is a piece of work, and what is claimed of it and true.
type comparison struct {
	name string
	run  func(ctx context.Context, s *server) ([]figure, error)
}

// comparisons are all there are.
func comparisons() []comparison {
	all := append(append(phaseComparisons(), queueComparisons()...), costComparison())
	for _, q := range shapes {
		all = append(all, q.comparison(1))
	}
	for _, q := range shapes {
		all = append(all, q.comparison(0))
	}
	return all
}
