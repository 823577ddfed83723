//go:build !nobarrier

package seqlock

const withoutBarriers = false
