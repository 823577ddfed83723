// Package names finds what the locks, conditions, wait groups and channels of a program are
// called in its source.
//
// In go the type-checked files of a package, out comes a table: for each line that may wait,
// the name of what it waits for, as package.Type.field, package.variable, or, of a local
// variable, package.Function.variable. Package report reads the table.
package names
