package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A variant is a build of the benchmarks and the environment to run it in.
type variant struct {
	name, path  string
	environment []string
}

// again is a variant that is the same as stock: what it differs by is the noise of the machine.
const again = "stock again"

// recording has a program record, and its report go nowhere.
var recording = []string{"PERFSCHEMA_REPORT=exit", "PERFSCHEMA_FILE=/dev/null"}

// measureCost prints the benchmarks of build/testdata/cost as a table.
func measureCost(p *proof) error {
	files := map[string]string{"go.mod": "module example.com/cost\n\ngo 1.25.0\n"}
	for _, name := range []string{"cost_test.go", "requests_test.go"} {
		text, err := os.ReadFile("build/testdata/cost/" + name)
		if err != nil {
			return err
		}
		files[name] = string(text)
	}
	dir := filepath.Join(p.dir, "cost")
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	for command, to := range map[string]string{"go": "stock.test", p.command: "patched.test"} {
		if _, err := in(dir, nil, command, "test", "-c", "-o", to, "."); err != nil {
			return err
		}
	}
	variants := []variant{
		{"stock", filepath.Join(dir, "stock.test"), nil},
		{again, filepath.Join(dir, "stock.test"), nil},
		{"patched", filepath.Join(dir, "patched.test"), nil},
		{"recording", filepath.Join(dir, "patched.test"), recording},
	}
	list, err := in(dir, nil, variants[0].path, "-test.list=.")
	if err != nil {
		return err
	}
	times := make(map[string]map[string][]float64) // ns by benchmark and variant, one a round
	for round := range p.rounds {
		for _, name := range regexp.MustCompile(`(?m)^Benchmark\w+`).FindAllString(list, -1) {
			if !p.only.MatchString(name) {
				continue
			}
			if times[name] == nil {
				times[name] = make(map[string][]float64)
			}
			for i := range variants { // another one begins each round
				v := variants[(round+i)%len(variants)]
				ns, err := measure(dir, name, v, p.benchtime)
				if err != nil {
					return err
				}
				times[name][v.name] = append(times[name][v.name], ns)
			}
		}
	}
	fmt.Printf("%d rounds. A ratio to stock is the median of those within a round, with the middle half; best is that of the shortest times, which other work on the machine disturbs least. Stock again is the same binary: what it differs by is noise.\n\n", p.rounds)
	fmt.Printf("| | stock, best, ns | stock again | best | patched | best | recording | best |\n|---|---|---|---|---|---|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(times)) {
		of := times[name]
		stock := slices.Min(of["stock"])
		fmt.Printf("| %s | %.4g |", strings.TrimPrefix(name, "Benchmark"), stock)
		for _, v := range variants[1:] {
			fmt.Printf(" %s | %.3f |", spread(of[v.name], of["stock"]), slices.Min(of[v.name])/stock)
		}
		fmt.Println()
	}
	return nil
}

// measure runs one benchmark and returns its ns a turn.
func measure(dir, name string, v variant, benchtime string) (float64, error) {
	out, err := in(dir, v.environment, v.path, "-test.bench=^"+name+"$", "-test.run=^$", "-test.benchtime="+benchtime)
	if err != nil {
		return 0, err
	}
	m := regexp.MustCompile(`(?m)^Benchmark\w+\S*\s+\d+\s+([0-9.]+) ns/op`).FindStringSubmatch(out)
	if m == nil {
		return 0, fmt.Errorf("%s printed %q", name, out)
	}
	return strconv.ParseFloat(m[1], 64)
}

// ratios are those of each round.
func ratios(a, b []float64) []float64 {
	all := make([]float64, min(len(a), len(b)))
	for i := range all {
		all[i] = a[i] / b[i]
	}
	return all
}

// spread is the ratio, and between what the middle half of the ratios lies.
func spread(a, b []float64) string {
	all := slices.Sorted(slices.Values(ratios(a, b)))
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("%.3f (%.2f to %.2f)", median(all), all[len(all)/4], all[len(all)-1-len(all)/4])
}

func median(all []float64) float64 {
	sorted := slices.Sorted(slices.Values(all))
	if len(sorted) == 0 {
		return 0
	}
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// in runs a command in a directory and returns its output.
func in(dir string, environment []string, name string, arguments ...string) (string, error) {
	out, _, err := run(dir, environment, name, arguments...)
	return out, err
}

// timed runs a command and returns the seconds that it took, and those of its CPU time.
func timed(dir, name string, arguments ...string) (took, used float64, err error) {
	begun := time.Now()
	_, state, err := run(dir, nil, name, arguments...)
	if err != nil {
		return 0, 0, err
	}
	return time.Since(begun).Seconds(), (state.UserTime() + state.SystemTime()).Seconds(), nil
}

func run(dir string, environment []string, name string, arguments ...string) (string, *os.ProcessState, error) {
	c := exec.CommandContext(context.Background(), name, arguments...)
	c.Dir = dir
	c.Env = append(append(os.Environ(), "GOWORK=off"), environment...)
	out, err := c.CombinedOutput()
	if err != nil {
		return string(out), nil, fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(arguments, " "), err, out)
	}
	return string(out), c.ProcessState, nil
}
