// Package ring keeps the last events of a thread ([Own]) and of all threads
// ([Shared]) in buffers of fixed size, and hands what has ended to one reader ([Queue]).
//
// A writer takes no lock and allocates nothing; what it overwrites is gone, what a queue has no room for is
// counted. Readers copy an event and look whether it was written meanwhile, by the rules of package seqlock.
package ring
