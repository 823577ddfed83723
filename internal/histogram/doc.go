// Package histogram counts durations by MySQL's 450 buckets. Each ends 4.7 % above the bucket before.
//
// [Bucket] finds the bucket of picoseconds, [Bounds] its limits, [Quantile] a percentile of counts. [Counts]
// is added to by many writers without a lock and takes memory for the buckets that are used; [Recent] is what
// one writer has counted and not added yet.
package histogram
