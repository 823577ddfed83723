// Package snowset names what a query profile divides time by: the 22 resources and the
// 16 operators of the Snowset, the profiling statistics that Snowflake published, and
// those that a program adds, each of which counts as one of them.
//
// Source: https://github.com/resource-disaggregation/snowset.
package snowset
