package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// pinnedFile is where the calls of the repository's state are kept, below its root.
const pinnedFile = "bench/calls.tsv"

// everyPackage is the row of the sum. It alone is a limit: calls that move from one package
// to another are as many as before.
const everyPackage = "all"

// maxMore is the part by which the sum of a variant may be higher than the kept one, and half a
// call more. OFF does nothing by the clock: runs differ by less than 0.001 %. The others sample
// and read memory by the clock, and differed by 1.7 % between an idle machine and a busy one.
var maxMore = [4]float64{0.001, 0.025, 0.025, 0.025}

var errDearer = errors.New("a statement runs more functions than " + pinnedFile + " says")

// pinned is the calls an event by test, package and variant.
type pinned map[string]callCounts

// byPackage adds up the calls of the functions of each package, and those of all.
func (c callCounts) byPackage() callCounts {
	sums := callCounts{everyPackage: make([]float64, 4)}
	for name, n := range c {
		file, _, _ := strings.Cut(name, ":")
		of := path.Dir(file)
		if sums[of] == nil {
			sums[of] = make([]float64, 4)
		}
		for i := range n {
			sums[of][i] += n[i]
			sums[everyPackage][i] += n[i]
		}
	}
	return sums
}

// compare prints the packages whose calls differ from the kept ones, and returns errDearer if
// all together are more for one of the variants.
func (p pinned) compare(out io.Writer, test string, counted callCounts) error {
	kept := p[test]
	var err error
	fmt.Fprintf(out, "\n| package | %s calls | kept |\n|---|---|---|\n", test)
	names := sortedNames(counted)
	for _, name := range sortedNames(kept) {
		if counted[name] == nil {
			names = append(names, name)
		}
	}
	for _, name := range names {
		is, was := slices.Clone(counted[name]), slices.Clone(kept[name])
		is, was = append(is, make([]float64, 4-len(is))...), append(was, make([]float64, 4-len(was))...)
		differs, more := false, false
		for i := range is {
			differs = differs || math.Abs(is[i]-was[i]) >= 0.5
			more = more || is[i] > was[i]*(1+maxMore[i])+0.5
		}
		if name == everyPackage && more {
			err = errDearer
		}
		if differs || name == everyPackage {
			fmt.Fprintf(out, "| %s | %.1f | %.1f |\n", name, is, was)
		}
	}
	return err
}

// write keeps the calls.
func (p pinned) write(root string) error {
	var b bytes.Buffer
	b.WriteString("# Calls of functions of this repository in an event of sysbench, by package: measured by make calls.\n" +
		"# The columns are the servers: OFF, nothing enabled, default instruments, everything enabled.\n" +
		"# To make this anew: make calls CALLS=-rewrite\n")
	for _, test := range sortedNames(p) {
		for _, name := range sortedNames(p[test]) {
			fmt.Fprintf(&b, "%s\t%s", test, name)
			for _, n := range p[test][name] {
				fmt.Fprintf(&b, "\t%.1f", n)
			}
			b.WriteByte('\n')
		}
	}
	if err := os.WriteFile(filepath.Join(root, pinnedFile), b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("keep the calls: %w", err)
	}
	return nil
}

// readPinned reads the calls that are kept.
func readPinned(root string) (pinned, error) {
	text, err := os.ReadFile(filepath.Join(root, pinnedFile))
	if err != nil {
		return nil, fmt.Errorf("read the kept calls: %w", err)
	}
	p := make(pinned)
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 6 {
			return nil, fmt.Errorf("%s: %d fields in %q", pinnedFile, len(fields), lines.Text())
		}
		n := make([]float64, 4)
		for i := range n {
			if n[i], err = strconv.ParseFloat(fields[2+i], 64); err != nil {
				return nil, fmt.Errorf("%s: %w", pinnedFile, err)
			}
		}
		if p[fields[0]] == nil {
			p[fields[0]] = make(callCounts)
		}
		p[fields[0]][fields[1]] = n
	}
	return p, nil
}
