package view

import (
	"math"
	"time"
)

// OverheadSource tells what the product itself costs the process it runs in. It is safe
// for concurrent use.
type OverheadSource interface {
	// Costs gives what each feature took.
	Costs() []FeatureCost
	// Reset begins anew.
	Reset()
}

// FeatureCost is what one feature of the product took of the process's CPU time, in
// samples of it.
type FeatureCost struct {
	Feature string
	// Own samples fell on functions of the feature; Called ones on functions of the
	// standard library that these had called, as to allocate or to copy.
	Own, Called uint64
	// All are the samples of the whole process.
	All uint64
	// CPU is the CPU time of the process since it is counted, sampled or not; 0 where
	// the platform does not tell.
	CPU time.Duration
}

// Share is the part of the process's CPU time that the feature took, from 0 to 1, and its
// standard error. ok is false if there is no sample yet.
func (c FeatureCost) Share() (share, standardError float64, ok bool) {
	return sampledShare(c.Own+c.Called, c.All)
}

// sampledShare is a share by samples. Its standard error is the binomial distribution's,
// with half a sample added to both sides: what was never seen is not known to be free.
func sampledShare(n, all uint64) (share, standardError float64, ok bool) {
	if all == 0 {
		return 0, 0, false
	}
	p := (float64(n) + 0.5) / (float64(all) + 1)
	return float64(n) / float64(all), math.Sqrt(p * (1 - p) / float64(all)), true
}
