//go:build !race

package overhead

// leastShare of the samples that a process of nothing but statements has on them.
const leastShare = 0.5
