//go:build nobarrier

package seqlock

// withoutBarriers tests what holds where the kernel runs no barriers.
const withoutBarriers = true
