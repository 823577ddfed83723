// Package fusedjoin counts and times the rows of joins and counts that Dolt runs in one
// iterator, where the engine sees the result alone.
//
// CountRows is given the iterator before its first row. It finds the sources of the rows in
// private fields, by their names, and puts a counter around each. With a Dolt that has named
// the fields otherwise it reports false, and the caller has the join run unfused, which is
// slower.
package fusedjoin
