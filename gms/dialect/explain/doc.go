// Package explain shows the plan of a statement as MySQL's EXPLAIN does: a row for each
// table that is read, in the order in which they are, or a tree as JSON. All of it is
// read off the engine's plan and the statistics of its tables; what these do not tell is
// NULL, or left out.
package explain
