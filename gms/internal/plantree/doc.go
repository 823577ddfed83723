// Package plantree numbers the nodes of a plan, so that what they do is counted and timed
// node by node, and shows them as a tree.
//
// A plan of the engine goes in. A [Tree] knows its nodes by number; its [activity.Plan] is what samplers,
// EXPLAIN ANALYZE and profiles read meanwhile. Iterators of this package stand around those of the engine,
// and count or time by the numbers. The goroutine that runs a statement writes; readers copy words.
package plantree
