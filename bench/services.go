package main

import (
	"fmt"
	"io"
)

// service is work of a service that is watched by perfschema and by OpenTelemetry.
type service struct {
	benchmark, work string
	added, allocs   float64 // aims, of the default instruments
}

// services have benchmarks plain, perfschema, perfschema-library and opentelemetry in
// the module of the rivals.
var services = []service{
	{"BenchmarkRequest/", "a request, `phttp.Handler` and `otelhttp.NewHandler`", 1500, 3},
	{"BenchmarkQuery/", "a query, `pdb.NewConnector` and `otelsql.OpenDB`", 600, 2},
}

// writeServices prints what is added to the plain work.
func writeServices(w io.Writer, all rounds, benchtime string) {
	fmt.Fprintf(w, "| a service, watched; medians of %d rounds, in each the median of "+runsPerRound+" runs of %s | added by perfschema | aim | by `LibraryConfig` | by OpenTelemetry, a span without an exporter |\n|---|---|---|---|---|\n",
		len(all), benchtime)
	for _, s := range services {
		cost := func(name string) (nanoseconds, allocations float64, ok bool) {
			nanoseconds, measured := all.medianOf(added(s.benchmark+name, s.benchmark+"plain"))
			n, known := all.median(s.benchmark+name, "allocs/op")
			plain, both := all.median(s.benchmark+"plain", "allocs/op")
			return nanoseconds, n - plain, measured && known && both
		}
		cell := func(name string) string {
			ns, allocs, ok := cost(name)
			return number(ns, ok, "%.0f ns") + all.spread(added(s.benchmark+name, s.benchmark+"plain"), "%.0f") + number(allocs, ok, ", %.0f allocations")
		}
		ns, allocs, ok := cost("perfschema")
		fmt.Fprintf(w, "| %s | %s | at most %v ns, %v allocations%s | %s | %s |\n", s.work, cell("perfschema"), s.added, s.allocs,
			verdict(ok, ns <= s.added && allocs <= s.allocs), cell("perfschema-library"), cell("opentelemetry"))
	}
}
