// Package gcpercent chooses how much garbage a server may have before the Go runtime
// collects it: GOGC, the percentage of what is in use.
//
// A collection costs CPU time by what is in use, and GOGC says how often there is one. With
// Go's 100 a server that has 60 MiB in use collects each 60 MiB that it allocates, on a
// machine that has gigabytes to spare. [Start] raises the percentage while the process is
// well below its memory limit and lowers it to Go's own again as it comes near.
package gcpercent
