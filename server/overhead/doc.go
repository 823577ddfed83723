// Package overhead tells what the product itself costs the server it runs in, feature
// by feature: from a CPU profile that the Go runtime takes during a part of
// the time, by whose function each sample fell on. It is what profiling.overhead shows.
package overhead
