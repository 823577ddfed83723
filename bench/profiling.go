package main

import (
	"fmt"
	"os"
)

// profilingAim is what a server should still do with profiling on.
const profilingAim = 0.95

// profiling prints what a session's profiling=1 costs, here and in a mariadbd:
// each server takes its turns with and without, one after the other.
func profiling(binary string, o options) error {
	rounds := o.starts * o.rounds
	const workload = pointSelect
	systems := []struct {
		name  string
		aim   float64
		start func() (*server, error)
	}{
		{"perfschema", profilingAim, func() (*server, error) { return start(binary, nil) }},
		{"mariadbd", 0, func() (*server, error) { return startMariaDB(nil) }},
	}
	fmt.Printf("\n| %s, %d threads, medians of %d rounds of %v | queries/s | with profiling=1 | ratio | middle half | aim |\n|---|---|---|---|---|---|\n",
		workload, o.threads, rounds, o.length)
	var servers []*server
	defer func() {
		for _, s := range servers {
			s.stop()
		}
	}()
	for _, y := range systems {
		s, err := y.start()
		if err != nil {
			return fmt.Errorf("%s: %w", y.name, err)
		}
		servers = append(servers, s)
		if err := s.prepare(o.threads, nil); err != nil {
			return fmt.Errorf("%s: %w", y.name, err)
		}
	}
	// By server, without and with.
	samples := make([][2][]sample, len(servers))
	for r := range rounds + 1 {
		for i, s := range servers {
			for j := range 2 {
				on := (j + r) % 2
				if _, err := s.client(fmt.Sprintf("SET GLOBAL profiling = %d", on)); err != nil {
					return fmt.Errorf("%s: %w", systems[i].name, err)
				}
				got, err := s.load(workload, o.length, o.threads)
				if err != nil {
					return fmt.Errorf("%s: %w", systems[i].name, err)
				}
				if r > 0 { // the first round warms up
					samples[i][on] = append(samples[i][on], got)
				}
			}
		}
		fmt.Fprintf(os.Stderr, "\rprofiling: round %d of %d", r, rounds)
	}
	fmt.Fprintln(os.Stderr)
	for i, y := range systems {
		r := ratios(samples[i][1], samples[i][0], rateOf)
		aim := "better than it"
		if y.aim != 0 {
			aim = fmt.Sprintf("%.2f", y.aim)
		}
		fmt.Printf("| %s | %.0f | %.0f | %.3f | %.3f to %.3f | %s |\n", y.name, quantile(column(samples[i][0], rateOf), 0.5),
			quantile(column(samples[i][1], rateOf), 0.5), quantile(r, 0.5), quantile(r, 0.25), quantile(r, 0.75), aim)
	}
	return nil
}
