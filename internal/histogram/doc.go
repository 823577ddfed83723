// Package histogram counts durations by MySQL's 450 buckets, of which each ends 4.7 % above the one before.
//
// [Bucket] finds the bucket of picoseconds, [Bounds] its limits, [Quantile] a percentile of counts. [Counts]
// is added to by many writers without a lock and takes memory for the buckets that are used; [Recent] is what
// one writer has counted and not added yet.
package histogram
