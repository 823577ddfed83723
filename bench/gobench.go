package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// reading is one line of a Go benchmark: its figures by unit, as ns/op.
type reading map[string]float64

// readings are the figures of one round, by benchmark. The number of
// processors is part of the name, as in BenchmarkX-2, if it is not 1.
type readings map[string]reading

var benchmarkLine = regexp.MustCompile(`^(Benchmark\S*)\s+\d+\s+(.*)$`)

// parseReadings reads what go test -bench prints. Of several runs of a benchmark
// the median of each figure counts.
func parseReadings(out string) (readings, error) {
	runs := make(map[string]map[string][]float64)
	for line := range strings.Lines(out) {
		m := benchmarkLine.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		if runs[m[1]] == nil {
			runs[m[1]] = make(map[string][]float64)
		}
		fields := strings.Fields(m[2])
		for i := 0; i+1 < len(fields); i += 2 {
			v, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				return nil, fmt.Errorf("benchmark printed %q: %w", line, err)
			}
			runs[m[1]][fields[i+1]] = append(runs[m[1]][fields[i+1]], v)
		}
	}
	all := readings{}
	for name, figures := range runs {
		all[name] = reading{}
		for unit, values := range figures {
			all[name][unit] = quantile(values, 0.5)
		}
	}
	return all, nil
}

// testBinary is a package's compiled tests.
type testBinary struct {
	dir, path string
}

// compileTests builds the tests of the package in a directory, which may be of
// a module outside the workspace. flags are those of go test.
func compileTests(dir, tmp string, workspace bool, flags ...string) (*testBinary, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	b := &testBinary{dir: abs, path: filepath.Join(tmp, strings.ReplaceAll(filepath.Clean(dir), string(filepath.Separator), "_")+".test")}
	cmd := exec.Command("go", slices.Concat([]string{"test", "-c", "-o", b.path}, flags, []string{"."})...)
	cmd.Dir = abs
	cmd.Env = os.Environ()
	if !workspace {
		cmd.Env = append(cmd.Env, "GOWORK=off")
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compiling the benchmarks of %s: %w: %s", dir, err, bytes.TrimSpace(out))
	}
	return b, nil
}

// run runs the benchmarks that match.
func (b *testBinary) run(match, benchtime, count, cpus string) (readings, error) {
	cmd := exec.Command(b.path, "-test.run", "^$", "-test.bench", match, "-test.benchtime", benchtime,
		"-test.count", count, "-test.cpu", cpus, "-test.benchmem")
	cmd.Dir = b.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("benchmarks %s: %w: %s", match, err, bytes.TrimSpace(out))
	}
	return parseReadings(string(out))
}

// rounds are readings that were taken in turns: what disturbs the machine
// disturbs all benchmarks of a round alike.
type rounds []readings

// median of a figure over the rounds that have it.
func (r rounds) median(name, unit string) (float64, bool) {
	return r.medianOf(func(all readings) (float64, bool) {
		v, ok := all[name][unit]
		return v, ok
	})
}

// ratio is one benchmark's figure to another's within a round.
func ratio(name, to, unit string) func(readings) (float64, bool) {
	return func(all readings) (float64, bool) {
		v, ok := all[name][unit]
		base, known := all[to][unit]
		return v / base, ok && known && base > 0
	}
}

// added is what one benchmark takes more than another within a round, in
// nanoseconds.
func added(name, to string) func(readings) (float64, bool) {
	return func(all readings) (float64, bool) {
		v, ok := all[name]["ns/op"]
		base, known := all[to]["ns/op"]
		return v - base, ok && known
	}
}

// medianOf is the median over the rounds that have a figure.
func (r rounds) medianOf(of func(readings) (float64, bool)) (float64, bool) {
	all := r.figures(of)
	if len(all) == 0 {
		return 0, false
	}
	return quantile(all, 0.5), true
}

// spread is the least and the most of it, as text.
func (r rounds) spread(of func(readings) (float64, bool), format string) string {
	all := r.figures(of)
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf(" ("+format+" to "+format+")", slices.Min(all), slices.Max(all))
}

func (r rounds) figures(of func(readings) (float64, bool)) []float64 {
	var all []float64
	for _, one := range r {
		if v, ok := of(one); ok {
			all = append(all, v)
		}
	}
	return all
}

// onAll is a benchmark's name when it runs on all processors.
func onAll(name string) string {
	if n := runtime.NumCPU(); n > 1 {
		return fmt.Sprintf("%s-%d", name, n)
	}
	return name
}
