//go:build race

package overhead

// leastShare of the samples that a process of nothing but statements has on them. Most
// of what runs here is the race detector, whose samples come without a stack.
const leastShare = 0.02
