package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// measureBuild prints what a build of the broker takes that was built before, by go and by this
// command: of what has not changed, and of what has in one file.
func measureBuild(p *proof) error {
	out, err := in(p.dir, nil, "go", "mod", "download", "-json", strings.Replace(broker, "/cmd@", "@", 1))
	if err != nil {
		return err
	}
	var module struct{ Dir string }
	if err := json.Unmarshal([]byte(out), &module); err != nil {
		return err
	}
	dir := filepath.Join(p.dir, "source")
	if err := os.CopyFS(dir, os.DirFS(module.Dir)); err != nil {
		return err
	}
	touched := filepath.Join(dir, "clients.go")
	source, err := os.ReadFile(touched)
	if err != nil {
		return err
	}
	variants := []variant{{name: "stock", path: "go"}, {name: again, path: "go"}, {name: "patched", path: p.command}}
	changes := []struct {
		name   string
		before func(n int) error
	}{
		{"nothing has changed", func(int) error { return nil }},
		{"a file has changed", func(n int) error {
			return os.WriteFile(touched, fmt.Appendf(source[:len(source):len(source)], "\nconst changed%d_%d = 1\n", n+2, time.Now().UnixNano()), 0o666)
		}},
	}
	fmt.Printf("Medians of %d rounds; ratios to stock, with the middle half.\n\n| | | seconds | ratio | CPU seconds | ratio |\n|---|---|---|---|---|---|\n", p.rounds)
	for _, change := range changes {
		times, costs := make(map[string][]float64), make(map[string][]float64)
		for round := -2; round < p.rounds; round++ { // the first two have something to compile and to keep
			for i := range variants {
				v := variants[(round+2+i)%len(variants)]
				if err := change.before(round); err != nil {
					return err
				}
				if round < 0 {
					time.Sleep(2 * time.Second) // until go trusts the times of files
				}
				took, used, err := timed(dir, v.path, "build", "-mod=mod", "-o", filepath.Join(p.dir, v.name), "./cmd")
				if err != nil {
					return err
				}
				if round >= 0 {
					times[v.name], costs[v.name] = append(times[v.name], took), append(costs[v.name], used)
				}
			}
		}
		for _, v := range variants {
			fmt.Printf("| %s | %s | %.3f | %s | %.3f | %s |\n", change.name, v.name, median(times[v.name]), spread(times[v.name], times["stock"]), median(costs[v.name]), spread(costs[v.name], costs["stock"]))
		}
	}
	return nil
}
