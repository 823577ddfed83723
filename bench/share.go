package main

import (
	"fmt"
	"math"
	"strconv"
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

// binomialError is the standard error of a share of so many samples.
func binomialError(share float64, samples uint64) float64 {
	return math.Sqrt(share * (1 - share) / float64(max(samples, 1)))
}
