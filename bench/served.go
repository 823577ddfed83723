package main

import (
	"fmt"
	"io"
	"path/filepath"
)

const served = "BenchmarkServed/"

// servedForms are the forms in which a go-mysql-server is watched, beside the bare one. The engine
// keeps variables and functions by process: each is measured in one of its own.
var servedForms = []struct{ name, what string }{
	{"bare", "the bare engine"},
	{"recorder-off", "`gms.Options{}`, `performance_schema=OFF`"},
	{"recorder", "`gms.Options{}`, the default instruments"},
	{"recorder-profiler", "the same with the profiler"},
	{"dialect-off", "`gms.Options{Dialect: true}`, `performance_schema=OFF`"},
	{"dialect", "`gms.Options{Dialect: true}`, the default instruments"},
	{"dialect-profiler", "the same with the profiler"},
}

// compileServed builds the benchmarks of servers.
func compileServed(root, tmp string) (*testBinary, error) {
	return compileTests(filepath.Join(root, "gms"), tmp, true, "-tags", "gms_pure_go")
}

// runServed runs each form once.
func runServed(b *testBinary, round readings) error {
	for _, form := range servedForms {
		got, err := b.run("^BenchmarkServed$/^"+form.name+"$", "500ms", "1", "1")
		if err != nil {
			return err
		}
		for name, r := range got {
			round[name] = r
		}
	}
	return nil
}

// writeServed prints what watching a server costs, apart from the dialect.
func writeServed(w io.Writer, all rounds) {
	fmt.Fprintf(w, "| a query of one row over the protocol, tables in memory; medians of %d rounds | CPU time of the process | to the bare engine | allocations |\n|---|---|---|---|\n", len(all))
	for _, form := range servedForms {
		name := served + form.name
		within := ratio(name, served+"bare", "cpu-ns/op")
		r, ok := all.medianOf(within)
		cpu, known := all.median(name, "cpu-ns/op")
		fmt.Fprintf(w, "| %s | %s | %s | %s |\n", form.what, number(cpu/1000, known, "%.1f µs"), number(r, ok, "%.2f")+all.spread(within, "%.2f"), allocations(all, name))
	}
}
