// Package grouped has a table that another server keeps be asked for groups of its rows, or
// for the first of them, in the place of all. A plan goes in and comes out: it reads less,
// and gives what it gave.
package grouped
