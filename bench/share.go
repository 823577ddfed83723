package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ownShare is which part of the server's CPU time fell on functions of the product, in
// percent, by its own account.
type ownShare struct {
	own, standardError float64 // of its functions
	called             float64 // with those of the standard library that they call
}

// restartShare begins the server's account of its own cost anew.
func (s *server) restartShare() error {
	_, err := s.client("TRUNCATE TABLE profiling.overhead")
	return err
}

// share reads the server's account of its own cost.
func (s *server) share() (ownShare, error) {
	out, err := s.client(`SELECT SUM(SAMPLES_OWN) / MAX(SAMPLES_ALL), SUM(SAMPLES_OWN + SAMPLES_CALLED) / MAX(SAMPLES_ALL), MAX(SAMPLES_ALL) FROM profiling.overhead`)
	if err != nil {
		return ownShare{}, err
	}
	var own, all float64
	var samples uint64
	if _, err := fmt.Sscan(out, &own, &all, &samples); err != nil {
		return ownShare{}, fmt.Errorf("profiling.overhead says %s: %w", strconv.Quote(out), err)
	}
	return ownShare{100 * own, 100 * binomialError(own, samples), 100 * all}, nil
}

// featureShares is the same by feature, in percent, without those that took nothing.
type featureShares map[string]float64

// features reads the server's account of its own cost by feature. The order is that of the
// table.
func (s *server) features() (order []string, shares featureShares, err error) {
	out, err := s.client("SELECT FEATURE, 100 * SAMPLES_OWN / GREATEST(SAMPLES_ALL, 1) FROM profiling.overhead")
	if err != nil {
		return nil, nil, err
	}
	return parseFeatures(out)
}

// parseFeatures reads rows of a name and a share.
func parseFeatures(rows string) (order []string, shares featureShares, err error) {
	shares = make(featureShares)
	for row := range strings.Lines(rows) {
		name, share, _ := strings.Cut(strings.TrimSpace(row), "\t")
		percent, err := strconv.ParseFloat(share, 64)
		if err != nil {
			return nil, nil, fmt.Errorf("profiling.overhead says %q: %w", row, err)
		}
		order = append(order, name)
		if percent > 0 {
			shares[name] = percent
		}
	}
	return order, shares, nil
}

// featureTable is a table of the shares of several servers, of the features that took
// something in one of them.
func featureTable(workload string, order, servers []string, shares []featureShares) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n| %s: share of CPU time in our functions, by feature |", workload)
	for _, name := range servers {
		fmt.Fprintf(&b, " %s |", name)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(servers)) + "\n")
	for _, feature := range order {
		row, some := "| "+feature+" |", false
		for _, of := range shares {
			some = some || of[feature] > 0
			row += fmt.Sprintf(" %.2f %% |", of[feature])
		}
		if some {
			b.WriteString(row + "\n")
		}
	}
	return b.String()
}

// binomialError is the standard error of a share of so many samples.
func binomialError(share float64, samples uint64) float64 {
	return math.Sqrt(share * (1 - share) / float64(max(samples, 1)))
}
