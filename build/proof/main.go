// Command proof measures and tests what takes too long for every run of the tests:
//
//	proof -part cost     what waits and free operations cost, against a plain build
//	proof -part std      Go's own tests of the patched packages, with recording on
//	proof -part server   a message broker built unchanged, under load
//	proof -part build    what a build takes, against go build
//	proof -part servers  ten well-known servers built unchanged, each under a load of its own
//
// All compared programs take turns; a figure is the median over rounds of the ratio within a
// round. make build-proof runs all parts.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// parts in the order that they run in.
var parts = []struct {
	name string
	run  func(*proof) error
}{{"cost", measureCost}, {"std", testStandard}, {"server", tryServer}, {"build", measureBuild}, {"servers", tryServers}}

// A proof is what the parts share.
type proof struct {
	command   string // the built command perfschema
	dir       string // for what is made
	rounds    int
	benchtime string
	port      int
	only      *regexp.Regexp // of the names of benchmarks
	servers   string         // names of servers, "" for all
	length    time.Duration  // of the load of a server in one round
}

func main() {
	p := &proof{}
	part := flag.String("part", "", "the only part to run: cost, std, server, build or servers")
	flag.StringVar(&p.command, "perfschema", "bin/perfschema-build", "the built command")
	flag.IntVar(&p.rounds, "rounds", 21, "rounds of a comparison")
	flag.StringVar(&p.benchtime, "benchtime", "30ms", "length of one run of a benchmark")
	only := flag.String("bench", ".", "measure only benchmarks whose names match")
	flag.IntVar(&p.port, "port", 34200, "the first of ten ports for the servers")
	flag.StringVar(&p.servers, "servers", "", "names of the servers to try, with commas between; all without")
	flag.DurationVar(&p.length, "time", loadTime, "how long one of the servers is under load in a round")
	flag.StringVar(&p.dir, "dir", "", "a directory to build the servers in, and to keep; without, they are built anew and deleted")
	flag.Parse()
	var err error
	if p.only, err = regexp.Compile(*only); err != nil {
		fmt.Fprintln(os.Stderr, "proof:", err)
		os.Exit(2)
	}
	if err := prove(p, *part); err != nil {
		fmt.Fprintln(os.Stderr, "proof:", err)
		os.Exit(1)
	}
}

func prove(p *proof, part string) error {
	var err error
	if p.command, err = filepath.Abs(p.command); err != nil {
		return err
	}
	if p.dir == "" {
		if p.dir, err = os.MkdirTemp("", "perfschema-proof-"); err != nil {
			return err
		}
		defer os.RemoveAll(p.dir)
	}
	if p.dir, err = filepath.Abs(p.dir); err != nil {
		return err
	}
	for _, of := range parts {
		if part != "" && part != of.name {
			continue
		}
		fmt.Printf("## %s\n\nLoad of the machine before: %s.\n\n", of.name, load())
		if err := of.run(p); err != nil {
			return fmt.Errorf("%s: %w", of.name, err)
		}
		fmt.Printf("\nLoad of the machine after: %s.\n\n", load())
	}
	return nil
}

// load is how busy the machine is: processes that run or want to, over 1, 5 and 15 minutes.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "not known"
	}
	return strings.Join(strings.Fields(string(text))[:3], ", ")
}
